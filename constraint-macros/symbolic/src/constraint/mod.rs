//! From typed rows to the mathematics that a solver needs.
//!
//! In: a [`Joint`](crate::frontend::typing::Joint). Out: an [`Assembly`](assemble::Assembly), which has C, V, J, K, the impulses and the blocks of
//! an iteration as expressions of the vector IR.
//!
//! [`dependence`] tells what such a joint reads of its bodies and of the time. [`numeric_lint`] evaluates the rows at random states and
//! reports mistakes that no type shows.

pub mod assemble;
pub mod dependence;
pub mod differentiate;
pub mod numeric_lint;
#[cfg(feature = "direct")]
pub mod stiffness;
