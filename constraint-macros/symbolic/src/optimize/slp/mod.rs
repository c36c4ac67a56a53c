//! SLP layout: arranges scalar code for LLVM's superword-level parallelism vectoriser.
//!
//! In: the optimized scalar IR of the fast path. Out: the same values in an order, and with duplicated fields, which LLVM packs into vector
//! instructions. Code in SIMD lanes does not profit, since each lane has another joint.

pub(crate) mod columns;
pub(crate) mod limit_sides;
pub(crate) mod neighbours;
pub(crate) mod rates;
pub(crate) mod rotations;
