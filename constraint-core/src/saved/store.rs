//! The joints of one type.

use serde::{Deserialize, Serialize};

use crate::joint::JointOptions;
use crate::math::Scalar;
use crate::slots::Key;

/// A joint and what a world knows of it. `J` is the joint, or a reference to it.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedJoint<J> {
    pub(crate) joint: J,
    pub(crate) bodies: Vec<Key>,
    pub(crate) options: JointOptions,
    /// What one step leaves to the next, if the joint has had a part in one.
    pub(crate) kept: Option<Kept>,
}

/// The impulses, and what outlives a degenerate pose.
#[derive(Serialize, Deserialize)]
pub(crate) struct Kept {
    pub(crate) impulses: Vec<Scalar>,
    pub(crate) memory: Vec<Scalar>,
}
