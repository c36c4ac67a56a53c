use crate::{Softness, Vec2, constraint};

/// An anchor of the second body drawn to an endless line through the first: a rail that gives.
///
/// `C = n × d` with `d = (p_b + r_b) − (p_a + r_a)` and n the line's direction, a spring of one row, in metres. That of the
/// line joint page with its frequency and damping ratio; its joint mass is here the effective mass, which the spring finds itself.
#[constraint(|a, b| {
    let n = a.rotation * self.local_direction_a.normalize();
    n.perp_dot(b.point(self.local_anchor_b) - a.point(self.local_anchor_a)).soft(self.softness)
})]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SoftRailJoint {
    /// A point of the line, in the first body's frame, m.
    pub local_anchor_a: Vec2,
    /// The line's direction, in the first body's frame. Its length does not matter.
    pub local_direction_a: Vec2,
    /// The point of the second body that is drawn to the line, in its frame, m.
    pub local_anchor_b: Vec2,
    /// How stiff the rail is, and how damped.
    pub softness: Softness,
}
