//! The dense path: joints that kernels cannot solve, solved in `f64` from their derived mathematics.

pub(crate) mod dense_algebra;
pub(crate) mod dense_joint;
pub(crate) mod position_correction;
