//! The joints of one type.

use serde::{Deserialize, Serialize};

use crate::joint_options::JointOptions;
use crate::math::Scalar;
use crate::slots::{Key, SavedSlots};

/// All joints of a type. `J` is a joint, or a reference to it.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedStore<J> {
    /// Length of the last substep, s.
    pub(crate) h: Scalar,
    /// The joints that broke in the last step.
    pub(crate) broken: Vec<Key>,
    pub(crate) joints: SavedSlots<SavedJoint<J>>,
}

/// A joint and what a world knows of it.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedJoint<J> {
    pub(crate) joint: J,
    pub(crate) bodies: Vec<Key>,
    pub(crate) options: JointOptions,
    /// Whether its speed is bounded until it has come together.
    pub(crate) is_apart: bool,
    /// What one step leaves to the next, if the joint has had a part in one.
    pub(crate) kept: Option<WarmStartCache>,
}

/// The impulses, and what outlives a degenerate pose.
#[derive(Serialize, Deserialize)]
pub(crate) struct WarmStartCache {
    pub(crate) impulses: Vec<Scalar>,
    pub(crate) directions: Vec<Scalar>,
    pub(crate) turn: Turn,
}

/// When a joint is solved: the motion depends on the order of joints that share a body.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) enum Turn {
    /// With the others of this colour.
    Colour(u32),
    /// By itself, since there was no colour left for it: as this one of those that are.
    Overflow(u32),
    /// With the others that hold this body of its two, which are solved at once: as this one of those.
    Spoke { side: u32, at: u32 },
    /// From the derived mathematics: as this one of those.
    DenseJoint(u32),
    /// Not while its bodies sleep. The substep that its impulses are of was so long, s.
    Asleep(Scalar),
}
