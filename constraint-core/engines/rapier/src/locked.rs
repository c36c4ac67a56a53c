//! Bodies that Rapier moves along one axis only. Joints know one mass for both, so a joint of one body holds the other axis.

use constraint_core::{JointId, Vec2, constraint};

use crate::rapier::prelude::RigidBody;

/// Holds the velocity of a body along an axis at zero.
#[constraint(|body| self.axis.dot(body.position).at_rate(0.0))]
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct LockedAxis {
    /// The axis, a unit vector.
    axis: Vec2,
}

/// A body with such a joint.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct LockedBody {
    pub(crate) index: u32,
    /// Whether the axis is x, else it is y.
    pub(crate) is_x: bool,
    pub(crate) joint: JointId<LockedAxis>,
}

impl LockedAxis {
    pub(crate) const fn new(is_x: bool) -> Self {
        Self { axis: if is_x { Vec2::X } else { Vec2::Y } }
    }
}

/// The one axis that a dynamic body is locked in, if it is one: whether it is x.
pub(crate) fn locked_axis(body: &RigidBody) -> Option<bool> {
    let inverse = body.mass_properties().effective_inv_mass;
    (body.is_dynamic() && (inverse.x == 0.0) != (inverse.y == 0.0)).then_some(inverse.x == 0.0)
}
