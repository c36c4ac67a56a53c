// What turns tokens into tokens, for benches and fuzzing to `include!`: a crate of a procedural macro exports nothing.
// `lib.rs` lists the same modules once more, because rustfmt does not look through `include!`.
mod conditional;
mod core_path;
mod emit;
mod expand;
mod fallback;
mod method;
mod notes;
mod parse;
mod precision;
mod receiver;

// A crate of a procedural macro knows it without this line.
extern crate proc_macro;
