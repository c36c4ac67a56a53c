//! The three intermediate representations of a joint, and the containers that they are built with.
//!
//! In: nothing. Out: the types that every stage reads and writes.
//!
//! - [`vector`]: hash-consed expressions of scalars, vectors and rotations. The frontend writes it; [`evaluate`] defines its meaning.
//! - [`scalar`]: scalars by their operands, which passes rewrite in place.
//! - [`emitted`]: straight-line functions, which are printed as Rust.

pub mod cached_fields;
pub mod emitted;
pub mod evaluate;
pub mod fast_map;
pub(crate) mod map_vec;
pub mod scalar;
pub(crate) mod sorted_vec;
pub mod vector;
#[cfg(test)]
pub(crate) mod visit_counter;
