//! Changing the parameters of a joint.

use core::ops::{Deref, DerefMut};

use crate::solver::dirty::DirtyMark;

/// A joint to change: what [`World::joint_mut`](crate::World::joint_mut) returns. It is used like `&mut J`.
///
/// The next step sets the joint up again. It also checks the parameters, and returns
/// [`Error::InvalidJoint`](crate::Error::InvalidJoint) before anything has moved if they mean nothing.
#[derive(Debug)]
pub struct JointMut<'a, J> {
    joint: &'a mut J,
    /// Taken when the setup of the joint is out of date.
    mark: DirtyMark<'a>,
}

impl<'a, J> JointMut<'a, J> {
    pub(crate) const fn new(joint: &'a mut J, mark: DirtyMark<'a>) -> Self {
        Self { joint, mark }
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
        self.mark.take();
        self.joint
    }
}
