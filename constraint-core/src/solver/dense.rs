//! The dense path: joints that kernels cannot solve, solved in `f64` from their derived mathematics.
//!
//! In: a joint behind [`AnyJoint`](crate::kernels::AnyJoint), exact poses. Out: impulses and velocities, as kernels would give them but for
//! rounding.

pub(crate) mod dense_algebra;
pub(crate) mod dense_joint;
pub(crate) mod position_correction;
