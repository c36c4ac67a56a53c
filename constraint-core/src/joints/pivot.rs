use crate::{Vec2, constraint};

/// Two anchors, one on each body, held together: a hinge, the pin of a chain's link, a wheel's axle.
///
/// `C = (p_b + r_b) − (p_a + r_a)`, two rows, in metres. The bodies turn freely about the point. Nape's `PivotJoint`
/// (*Nape Constraints* §3.1), Chipmunk's pivot, Box2D's revolute joint without limit and motor.
#[doc(alias = "RevoluteJoint")]
#[doc(alias = "cpPivotJoint")]
#[constraint(|a, b| b.point(self.local_anchor_b) - a.point(self.local_anchor_a))]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PivotJoint {
    /// The point on the first body, in its frame, m.
    pub local_anchor_a: Vec2,
    /// The point on the second body, in its frame, m.
    pub local_anchor_b: Vec2,
}
