//! Joints from text through the whole compiler: what is found in them, what they do to the momenta, and what becomes of
//! tokens that are no joint at all.

mod leftovers;
mod lengthy;
mod momentum;
mod names;
mod odd;
mod scale;
mod signs;
mod streams;

use constraint_symbolic::Compiled;
use constraint_symbolic::diagnostic::Diagnostic;
use proc_macro2::TokenStream;

use crate::parse::read;

/// A struct with a field of every type, by short names.
const FIELDS: &str = "struct Odd {
    k: Scalar, l: Scalar, lo: Scalar, hi: Scalar, u: Vec2, w: Vec2, q: Rot2, s: Softness,
}";

fn tokens(source: &str) -> TokenStream {
    source.parse().expect("tokens")
}

/// The joint of that closure, or its mistakes.
fn compile(closure: &str) -> Result<Compiled, Vec<Diagnostic>> {
    let reading = read(tokens(closure), tokens(FIELDS));
    let Some(parsed) = reading.parsed.filter(|_| reading.mistakes.is_empty()) else { return Err(reading.mistakes) };
    constraint_symbolic::compile(&parsed.joint)
}
