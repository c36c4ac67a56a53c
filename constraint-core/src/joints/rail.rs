use crate::{Vec2, constraint};

/// An anchor of the second body on an endless line through the first.
///
/// `C = t · u` with `u = (p_b + r_b) − (p_a + r_a)` and t the line's normal, which turns with the first body; one row, in
/// metres. The joint of the line joint page, and of the derivation sheet §1.3.
#[doc(alias = "PointOnLineJoint")]
#[constraint(|a, b| {
    let n = a.rotation * self.local_direction_a.normalize();
    n.perp_dot(b.point(self.local_anchor_b) - a.point(self.local_anchor_a))
})]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RailJoint {
    /// A point of the line, in the first body's frame, m.
    pub local_anchor_a: Vec2,
    /// The line's direction, in the first body's frame. Its length does not matter.
    pub local_direction_a: Vec2,
    /// The point of the second body that is on the line, in its frame, m.
    pub local_anchor_b: Vec2,
}
