//! What happens in a step besides motion.

use constraint_core::AnyJointId;
use constraint_core::event::Cause;

use crate::rapier::prelude::RigidBodyHandle;

/// Something that happened to a joint: what [`JointedWorld::step`](crate::JointedWorld::step) returns.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// A joint has broken. It acts no more, and the next substep removes or disables it: it may be gone when the step returns.
    Broken {
        /// The joint.
        joint: AnyJointId,
        /// What broke it.
        cause: Cause,
        /// Whether it is removed; else it is disabled.
        removed: bool,
    },
    /// A joint was removed, since a body that it held is gone.
    BodyGone {
        /// The joint, which names nothing any more.
        joint: AnyJointId,
        /// The body.
        body: RigidBodyHandle,
    },
}
