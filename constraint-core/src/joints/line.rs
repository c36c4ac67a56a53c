use crate::{Scalar, Vec2, constraint};

/// An anchor of the second body on a line through the first: a slot, a rail, a piston.
///
/// `C = (n × d, n · d)` with `d = (p_b + r_b) − (p_a + r_a)` and n the line's direction, two rows, in metres: the first holds
/// the anchor on the line, the second keeps its place along it within `lower..=upper`. The bodies turn freely; an
/// [`AngleJoint`](super::AngleJoint) beside it makes a slider. Nape's `LineJoint` (*Nape Constraints* §3.5), Chipmunk's groove joint,
/// and the line joint of the line joint page, and of the derivation sheet §1.3.
#[doc(alias = "GrooveJoint")]
#[doc(alias = "PrismaticJoint")]
#[constraint(|a, b| {
    let n = a.rotation * self.local_direction_a.normalize();
    let d = b.point(self.local_anchor_b) - a.point(self.local_anchor_a);
    (n.perp_dot(d), n.dot(d).within(self.lower..=self.upper))
})]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LineJoint {
    /// A point of the line, in the first body's frame, m.
    pub local_anchor_a: Vec2,
    /// The line's direction, in the first body's frame. Its length does not matter.
    pub local_direction_a: Vec2,
    /// The point of the second body that is on the line, in its frame, m.
    pub local_anchor_b: Vec2,
    /// The least place along the line, m; −∞ for none.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub lower: Scalar,
    /// The greatest place along the line, m; ∞ for none.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub upper: Scalar,
}
