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
    /// The solver has given an island energy that nothing put into it, and the energy guard has removed it:
    /// see [`World::set_energy_guard`](crate::World::set_energy_guard).
    ///
    /// Each step in which it happens reports it. The motion of such an island is wrong;
    /// [`guide::stability`](crate::guide::stability) leads to a cure.
    EnergyRemoved {
        /// The first body of the island, in the order of [`World::bodies`](crate::World::bodies).
        body: BodyId,
        /// The joint that turns one of its bodies most within a substep: where the error most likely comes from.
        joint: Option<AnyJointId>,
        /// The energy removed in about the last second, J.
        energy: Scalar,
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
