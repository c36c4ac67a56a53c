#![doc = include_str!("lib.md")]

pub mod body;
pub mod canvas;
// Private: importing the attribute of that name then imports nothing else.
mod constraint;
mod curve;
pub mod error;
pub mod event;
pub mod guide;
pub mod id;
pub mod joint;
pub mod joint_set;
pub mod joints;
pub mod kinematics;
pub mod law;
pub mod math;
pub mod real;
pub mod rows;
#[cfg(feature = "serde")]
pub mod saved;
pub mod softness;
pub mod stepping;
pub mod world;

mod angle;
mod array;
mod body_kind;
mod body_set;
mod check;
mod elementary;
mod energy_guard;
mod islands;
mod joint_options;
mod kernels;
mod lanes;
mod parameter;
mod pass;
#[cfg(feature = "serde")]
mod saved_number;
mod slots;
mod solver;
mod step_history;
mod threads;
mod written;

pub use array::{Array, Element, Values};
pub use body::{Body, BodyKind, BodyMut};
pub use canvas::Canvas;
pub use constraint::Constraint;
pub use constraint_macros::constraint;
pub use curve::{Curve, CurveError, Ends};
pub use error::{Error, Missing};
pub use event::{Cause, Event};
pub use id::{AnyJointId, BodyId, JointId};
pub use joint::{JointMut, JointOptions, OnBreak};
pub use joint_set::{BodySet, JointSet, MovingBodySet, SolverBody};
pub use kinematics::{BodyState, MassProperties, Pose, Velocity, Wrench};
pub use law::{Action, ForceOf, Law, Limits};
pub use math::{Rot2, Scalar, Time, Vec2, consts};
pub use parameter::InvalidParameter;
pub use pass::{Pass, Step};
pub use real::Real;
pub use rows::{Row, Rows};
pub use softness::Softness;
#[cfg(feature = "direct")]
pub use stepping::Order;
pub use stepping::{SequentialImpulses, Stepping};
pub use world::{BodiesOf, RemovedBody, Sleep, World};

// The examples of the READMEs are tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct ReadMe;
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadMeOfPackage;

// The attribute's output names this crate, also where this crate itself uses the attribute.
extern crate self as constraint_core;

/// What a program that defines joints and runs them names: `use constraint_core::prelude::*;`.
pub mod prelude {
    pub use crate::body::{Body, BodyKind};
    pub use crate::constraint::Constraint;
    pub use crate::curve::{Curve, Ends};
    pub use crate::event::Event;
    pub use crate::id::{BodyId, JointId};
    pub use crate::joint_options::{JointOptions, OnBreak};
    pub use crate::kinematics::BodyState;
    pub use crate::math::{Rot2, Scalar, Time, Vec2, consts};
    pub use crate::rows::{Limited, Row, Rows};
    pub use crate::softness::Softness;
    pub use crate::world::{Sleep, World};
    pub use constraint_macros::constraint;
}

/// Tokens that need not be Rust where nobody expands them: half a closure, which only an editor reads.
#[doc(hidden)]
#[macro_export]
macro_rules! __as_written {
    ($($tokens:tt)*) => { $($tokens)* };
}

/// The first tokens if the scalar is `f64`, else the second.
#[cfg(feature = "f64")]
#[doc(hidden)]
#[macro_export]
macro_rules! __if_f64 {
    ({$($yes:tt)*} {$($no:tt)*}) => { $($yes)* };
}

/// The first tokens if the scalar is `f64`, else the second.
#[cfg(not(feature = "f64"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __if_f64 {
    ({$($yes:tt)*} {$($no:tt)*}) => { $($no)* };
}

/// Drives kernels by themselves, for a bench of this repository.
#[doc(hidden)]
pub mod kernel_driver;

/// What the attribute's output names. Its number changes when what that output relies on does.
#[doc(hidden)]
pub mod __private0 {
    pub use crate::array::{Array, Element, Values};
    pub use crate::canvas::Canvas;
    pub use crate::constraint::Constraint;
    pub use crate::curve::Curve;
    pub use crate::kernels::JointTable;
    pub use crate::kinematics::{BodyState, MassProperties, Pose, Velocity, Wrench};
    pub use crate::law::{Action, Law, Limits};
    pub use crate::math::{Rot2, Scalar, Vec2};
    pub use crate::parameter::InvalidParameter;
    pub use crate::pass::{Pass, Step};
    pub use crate::real::Real;
    pub use crate::rows::{Limited, Row, Rows};
    pub use crate::softness::Softness;
    pub use crate::written::{forced, forced_by, law, limits, poses, soft, spring, wrench};

    pub use crate::__as_written as as_written;
    pub use crate::__if_f64 as if_f64;

    /// The numbers of a joint's [`Values`], of which there are `N`.
    ///
    /// # Panics
    /// If there are fewer: a solver gives as many as it was told.
    #[inline(always)]
    #[allow(clippy::inline_always)] // kernels of lanes call it, which are compiled for one processor
    pub fn numbers<S, const N: usize>(numbers: &[S]) -> &[S; N] {
        numbers.first_chunk().expect("as many numbers as the joint keeps")
    }

    /// The same, to write them.
    ///
    /// # Panics
    /// As [`numbers`].
    #[inline(always)]
    #[allow(clippy::inline_always)] // as above
    pub fn numbers_mut<S, const N: usize>(numbers: &mut [S]) -> &mut [S; N] {
        numbers.first_chunk_mut().expect("as many numbers as the joint keeps")
    }

    /// A copy of a field of a joint. Worlds are cloned with their joints.
    #[inline]
    pub fn clone_field_of_joint<T: Clone>(field: &T) -> T {
        field.clone()
    }

    /// The tests of a joint's parameters.
    pub mod check {
        pub use crate::parameter::{accepted, finite, not_nan, not_negative, ordered};
    }
}
