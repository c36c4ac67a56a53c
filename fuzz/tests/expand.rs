//! Tokens of any kind through the whole pipeline, drawn by a fuzzer.

#![allow(missing_docs)]

#[path = "../../constraint-macros/src/tests/drawing.rs"]
mod drawing;

include!("../../constraint-macros/src/modules.rs");

use drawing::{Choices, damaged, grammatical, item, random_tokens};
use proc_macro2::TokenStream;

/// Choices by the bytes of an input, the first of its kind where they have come to an end.
struct Bytes<'b>(&'b [u8]);

impl Choices for Bytes<'_> {
    fn below(&mut self, count: usize) -> usize {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        usize::from(first) % count
    }
}

/// No output is longer than this, in bytes: some hundred times that of a wheel joint's.
const LONGEST: usize = 4_000_000;

fn fuzz(input: &[u8], draw: fn(&mut dyn Choices) -> String) {
    let mut choices = Bytes(input);
    let (attribute, item) = (draw(&mut choices), item(&mut choices));
    // What is not even tokens never comes to the attribute.
    let (Ok(attribute), Ok(item)) = (attribute.parse::<TokenStream>(), item.parse::<TokenStream>()) else { return };
    let output = expand::expand(&attribute, &item);
    let length = output.to_string().len();
    assert!(length < LONGEST, "{length} bytes from {attribute}");
    // The parser of items reads what rustc will have to read; of an item that is none, only the mistake is ours.
    if syn::parse2::<syn::Item>(item).is_ok() {
        assert!(syn::parse2::<syn::File>(output).is_ok(), "no items from {attribute}");
    }
}

#[test]
fn grammatical_closures() {
    bolero::check!().for_each(|input: &[u8]| fuzz(input, grammatical));
}

#[test]
fn damaged_closures() {
    bolero::check!().for_each(|input: &[u8]| fuzz(input, damaged));
}

#[test]
fn mere_tokens() {
    bolero::check!().for_each(|input: &[u8]| fuzz(input, |choices| random_tokens(choices, 3)));
}
