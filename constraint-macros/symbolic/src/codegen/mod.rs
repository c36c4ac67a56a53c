//! From expressions to the functions that the attribute prints.
//!
//! In: an [`Assembly`](crate::constraint::assemble::Assembly). Out: an [`EmittedIr`](crate::ir::emitted::EmittedIr).
//!
//! [`staging`] decides which function computes what, and which values are cached between functions. [`schedule`] orders the operations of
//! one function, and [`names`] names its locals and fields.

#[cfg(test)]
mod complexity;
pub mod names;
pub mod schedule;
pub mod staging;
