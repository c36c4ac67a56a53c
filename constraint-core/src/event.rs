//! What happens in a step besides motion.

use crate::id::{AnyJointId, BodyId};
use crate::math::Scalar;

/// Something that happened in a step: what [`World::events`](crate::World::events) gives.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// A joint has broken.
    ///
    /// It acts no more, but is still there to be read, with the impulse that broke it, until the next step removes or
    /// disables it.
    Broken {
        /// The joint.
        joint: AnyJointId,
        /// What broke it.
        cause: Cause,
        /// Whether the next step removes it; else it disables it.
        removed: bool,
    },
    /// A body has come to rest with all that it is joined to: it stands still, and costs nothing, until it is touched.
    FellAsleep {
        /// The body.
        body: BodyId,
    },
    /// A body moves again, because it or something that it is joined to was touched.
    Woke {
        /// The body.
        body: BodyId,
    },
}

/// What breaks a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cause {
    /// This force, N, with N·m for an angle: above the joint's [`break_force`](crate::JointOptions::break_force).
    Force(Scalar),
    /// This position error, m, with rad for an angle: above the joint's [`break_error`](crate::JointOptions::break_error).
    Error(Scalar),
}
