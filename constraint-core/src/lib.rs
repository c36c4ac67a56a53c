//! Physics joints from one closure.

// Private, so that importing the attribute of that name imports nothing else.
mod constraint;
pub mod kinematics;
pub mod math;
pub mod real;
pub mod rows;
pub mod softness;

pub use constraint::{Array, Constraint, Element, InvalidParameter, Limits, Pass, Step};
pub use kinematics::{BodyState, MassProperties, Pose, Velocity, Wrench};
pub use math::{Rot2, Scalar, Vec2};
pub use real::Real;
pub use rows::{Row, Rows};
pub use softness::Softness;

pub use constraint_macros::constraint;

// The attribute's output names this crate, also where this crate itself uses the attribute.
extern crate self as constraint_core;

/// What the attribute's output names. Its number changes when what that output relies on does.
#[doc(hidden)]
pub mod __private0 {
    pub use crate::constraint::{Array, Constraint, Element, InvalidParameter, Limits, Pass, Step};
    pub use crate::kinematics::{BodyState, MassProperties, Pose, Velocity, Wrench};
    pub use crate::math::{Rot2, Scalar, Vec2};
    pub use crate::real::Real;
    pub use crate::rows::{Limited, Row, Rows};
    pub use crate::softness::Softness;
}
