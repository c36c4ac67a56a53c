// What turns tokens into tokens, for benches and fuzzing to `include!`: a crate of a procedural macro exports nothing.
// `lib.rs` lists the same modules once more, because rustfmt does not look through `include!`.
mod emit;
mod expand;
mod method;
mod notes;
mod parse;

// A crate of a procedural macro knows it without this line.
extern crate proc_macro;
