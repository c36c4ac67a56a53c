//! Physics joints from one closure.

pub mod constraint;
pub mod kinematics;
pub mod math;
pub mod real;
pub mod rows;
pub mod softness;

pub use constraint::{Array, Constraint, InvalidParameter, Limits, Pass, Step};
pub use kinematics::{BodyState, MassProperties, Pose, Velocity, Wrench};
pub use math::{Rot2, Scalar, Vec2};
pub use real::Real;
pub use rows::{Row, Rows};
pub use softness::Softness;
