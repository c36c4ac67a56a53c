use crate::{Scalar, Vec2, constraint};

/// Two bodies held as one: anchors together, and the angle between them fixed.
///
/// `C = ((p_b + r_b) − (p_a + r_a), θ_b − θ_a − φ)`, three rows, in metres and radians. Nape's `WeldJoint`
/// (*Nape Constraints* §3.2), Box2D's weld joint. With a softness in its options it bends like a beam.
#[doc(alias = "FixedJoint")]
#[constraint(|a, b| (
    b.point(self.local_anchor_b) - a.point(self.local_anchor_a),
    b.angle - a.angle - self.reference_angle,
))]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WeldJoint {
    /// The point on the first body, in its frame, m.
    pub local_anchor_a: Vec2,
    /// The point on the second body, in its frame, m.
    pub local_anchor_b: Vec2,
    /// φ: the second body's angle less the first one's, rad.
    pub reference_angle: Scalar,
}
