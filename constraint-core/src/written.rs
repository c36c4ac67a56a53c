//! Short forms in which the attribute writes its output.
//!
//! Always inlined, as is the code that calls them.
#![allow(clippy::inline_always)]

use crate::kinematics::{BodyState, Pose, Wrench};
use crate::law::Limits;
use crate::law::{Action, ForceOf, Law};
use crate::math::Scalar;

/// Where the bodies of a drawing are.
#[inline(always)]
pub fn poses<const N: usize>(bodies: &[BodyState; N]) -> [Pose<Scalar>; N] {
    bodies.each_ref().map(Pose::from)
}

/// Linear and angular part.
#[inline(always)]
pub const fn wrench<S: Copy>(x: S, y: S, angular: S) -> Wrench<S> {
    Wrench { x, y, angular }
}

/// From `lower` to `upper`.
#[inline(always)]
pub const fn limits<S: Copy>(lower: S, upper: S) -> Limits<S> {
    Limits { lower, upper }
}

/// How a scalar row acts; `first` is the first one of the same row of the closure.
#[inline(always)]
pub const fn law<S: Copy>(first: usize, action: Action<S>) -> Law<S> {
    Law { action, max_force: None, max_force_of: None, first }
}

/// The same with a greatest force.
#[inline(always)]
pub const fn forced<S: Copy>(law: Law<S>, max_force: S) -> Law<S> {
    Law { max_force: Some(max_force), ..law }
}

/// The same with a factor of the force of another row, which has this number.
#[inline(always)]
pub const fn forced_by<S: Copy>(law: Law<S>, factor: S, row: usize) -> Law<S> {
    Law { max_force_of: Some(ForceOf { factor, row }), ..law }
}

/// The action of an implicit spring.
#[inline(always)]
pub const fn soft<S: Copy>(hertz: S, damping_ratio: S) -> Action<S> {
    Action::Soft { hertz, damping_ratio }
}

/// The action of an explicit spring.
#[inline(always)]
pub const fn spring<S: Copy>(stiffness: S, damping: S) -> Action<S> {
    Action::Spring { stiffness, damping }
}
