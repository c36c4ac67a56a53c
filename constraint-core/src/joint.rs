//! What every joint has besides its own parameters, and changing these.

use core::ops::{Deref, DerefMut};

use crate::check;
use crate::error::Error;
use crate::math::Scalar;
use crate::softness::Softness;

/// What every joint of a world has, whatever its type.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JointOptions {
    /// Makes a spring of the whole joint: every row that has no softness of its own, limits included. `None` for rigid.
    pub softness: Option<Softness>,
    /// The most that the joint can pull or turn with: the norm over its rows, N, with N·m for an angle. Infinite for no
    /// bound.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved::number"))]
    pub max_force: Scalar,
    /// Whether the joint acts at all.
    pub enabled: bool,
}

impl Default for JointOptions {
    fn default() -> Self {
        Self { softness: None, max_force: Scalar::INFINITY, enabled: true }
    }
}

impl JointOptions {
    pub(crate) fn validate(&self) -> Result<(), Error> {
        check::not_negative("max force of a joint", self.max_force)?;
        let Some(softness) = self.softness else { return Ok(()) };
        check::finite_positive("frequency of a joint's softness", softness.hertz)?;
        check::finite_not_negative("damping ratio of a joint's softness", softness.damping_ratio)
    }

    /// Whether the joint needs nothing beyond what every joint gets.
    pub(crate) fn is_ordinary(&self) -> bool {
        self.softness.is_none() && self.max_force == Scalar::INFINITY
    }
}

/// A joint to change: what [`World::joint_mut`](crate::World::joint_mut) returns. It is used like `&mut J`.
///
/// The next step makes the joint's setup anew. It also checks the parameters, and returns
/// [`Error::InvalidJoint`] before anything has moved if they mean nothing.
#[derive(Debug)]
pub struct JointMut<'a, J> {
    joint: &'a mut J,
    /// Set when the setup of the joint is out of date.
    changed: &'a mut bool,
}

impl<'a, J> JointMut<'a, J> {
    pub(crate) const fn new(joint: &'a mut J, changed: &'a mut bool) -> Self {
        Self { joint, changed }
    }
}

impl<J> Deref for JointMut<'_, J> {
    type Target = J;
    fn deref(&self) -> &J {
        self.joint
    }
}

impl<J> DerefMut for JointMut<'_, J> {
    // Here and not on drop: a guard that is only read, or forgotten, changes nothing.
    fn deref_mut(&mut self) -> &mut J {
        *self.changed = true;
        self.joint
    }
}
