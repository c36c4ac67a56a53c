//! Physics joints from one closure.

pub mod body;
pub mod constraint;
pub mod error;
pub mod id;
pub mod joint;
pub mod kinematics;
pub mod math;
pub mod real;
pub mod rows;
pub mod softness;
pub mod world;

mod angle;
mod check;
mod slots;
mod solver;

pub use body::{Body, BodyKind, BodyMut};
pub use constraint::{Array, Constraint, InvalidParameter, Limits, Pass, Step};
pub use error::{Error, Missing};
pub use id::{AnyJointId, BodyId, JointId};
pub use joint::{JointMut, JointOptions};
pub use kinematics::{BodyState, MassProperties, Pose, Velocity, Wrench};
pub use math::{Rot2, Scalar, Vec2};
pub use real::Real;
pub use rows::{Row, Rows};
pub use softness::Softness;
pub use world::{RemovedBody, World};

/// What a program that uses a world names: `use constraint_core::prelude::*;`.
pub mod prelude {
    pub use crate::body::{Body, BodyKind};
    pub use crate::constraint::Constraint;
    pub use crate::id::{BodyId, JointId};
    pub use crate::joint::JointOptions;
    pub use crate::kinematics::BodyState;
    pub use crate::math::{Rot2, Scalar, Vec2};
    pub use crate::rows::{Limited, Row};
    pub use crate::softness::Softness;
    pub use crate::world::World;
}
