//! Tokens of any kind, from parsing to the output: mistakes are reported, and nothing panics, hangs or grows without bound.

use proc_macro2::TokenStream;

use super::drawing::{Choices, FIELDS, damaged, grammatical, item, random_tokens};
use super::tokens;
use crate::expand::expand;

/// Choices at random, by `xorshift64*`.
struct Random(u64);

impl Choices for Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33;
        usize::try_from(high).unwrap_or(0) % count
    }
}

/// The output is a list of items; when there is something to say, it is said.
fn check(attribute: &TokenStream, item: &TokenStream) -> (bool, usize) {
    let output = expand(attribute, item);
    let text = output.to_string();
    let refused = text.contains("compile_error");
    // The parser of items reads what rustc will have to read; of an item that is none, only the mistake is ours.
    if syn::parse2::<syn::Item>(item.clone()).is_ok() {
        assert!(syn::parse2::<syn::File>(output).is_ok(), "{attribute}\n{text:.2000}");
    }
    (refused, text.len())
}

/// Draws so many attributes; returns how many were accepted, and how many bytes the longest output has.
fn run(count: u64, draw: fn(&mut dyn Choices) -> String) -> (usize, usize) {
    let (mut accepted, mut longest) = (0, 0);
    for seed in 1..=count {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let (attribute, item) = (draw(&mut random), item(&mut random));
        // What is not even tokens never comes to the attribute.
        let (Ok(attribute), Ok(item)) = (attribute.parse(), item.parse()) else { continue };
        let (refused, length) = check(&attribute, &item);
        accepted += usize::from(!refused);
        longest = longest.max(length);
    }
    (accepted, longest)
}

/// No output is longer than this, in bytes: some hundred times that of a wheel joint's.
const LONGEST: usize = 4_000_000;

#[test]
fn twenty_thousand_streams_of_tokens() {
    let (by_grammar, longest) = run(8_000, grammatical);
    // Enough of them are joints for the whole compiler to be run.
    assert!(by_grammar > 500, "{by_grammar}");
    assert!(longest < LONGEST, "{longest}");
    let (by_damage, longest) = run(6_000, damaged);
    assert!(by_damage > 20, "{by_damage}");
    assert!(longest < LONGEST, "{longest}");
    let (_, longest) = run(6_000, |choices| random_tokens(choices, 3));
    assert!(longest < LONGEST, "{longest}");
}

/// What a stack might not bear.
#[test]
fn depth_without_end() {
    for (open, close) in
        [("(", ")"), ("-", ""), ("!", ""), ("{", "}"), ("a.min(", ")"), ("if a.angle > 0.0 {", "} else { 1.0 }")]
    {
        for count in [10, 100, 2_000] {
            let attribute = format!("|a, b| {}b.angle{}", open.repeat(count), close.repeat(count));
            check(&tokens(&attribute), &tokens(FIELDS));
        }
    }
    // Brackets and chains together: as many levels as there are tokens.
    let brackets = format!("|a, b| {}b.angle{}", "(".repeat(110), format!("{})", " + 1.0".repeat(65)).repeat(110));
    check(&tokens(&brackets), &tokens(FIELDS));
    for link in [".abs()", " + a.angle", ".min(a.angle)", " && true"] {
        for count in [10, 100, 2_000] {
            check(&tokens(&format!("|a, b| b.angle{}", link.repeat(count))), &tokens(FIELDS));
        }
    }
}
