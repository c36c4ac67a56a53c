//! What tests and benches of the compiler use, and users of `#[constraint]` do not compile.
//!
//! - [`execute`] runs emitted code. Tests compare it with the evaluation of the expressions that it was made from.
//! - [`op_count`] counts a joint in the form in which papers and other tools are compared.
//! - [`missed_optimizations`] finds in emitted code what an expert would not leave there.

#![forbid(unsafe_code)]

pub mod execute;
pub mod missed_optimizations;
pub mod op_count;
mod whole;
