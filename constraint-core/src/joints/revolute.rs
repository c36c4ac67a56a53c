use crate::{Scalar, Softness, Vec2, constraint};

/// A hinge with a spring, a motor and stops.
///
/// With `θ = θ_b − θ_a − φ`: a spring pulls θ to a target, a motor turns at dθ/dt, stops keep θ within
/// `lower..=upper`, and `C = (p_b + r_b) − (p_a + r_a)` holds the anchors together. Five rows, in radians and
/// metres. Box2D's revolute joint; without its spring, the motored revolute joint of the derivation sheet §1.9. For a
/// plain hinge, [`PivotJoint`](super::PivotJoint) is cheaper.
#[doc(alias = "b2RevoluteJoint")]
#[doc(alias = "HingeJoint")]
#[constraint(|a, b| {
    let angle = b.angle - a.angle - self.reference_angle;
    (
        (angle - self.target_angle).soft(self.spring),
        angle.at_rate(self.motor_speed).max_force(self.max_motor_torque),
        angle.within(self.lower..=self.upper),
        b.point(self.local_anchor_b) - a.point(self.local_anchor_a),
    )
})]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RevoluteJoint {
    /// The point on the first body, in its frame, m.
    pub local_anchor_a: Vec2,
    /// The point on the second body, in its frame, m.
    pub local_anchor_b: Vec2,
    /// φ: the second body's angle less the first one's where θ is zero, rad.
    pub reference_angle: Scalar,
    /// Where the spring is at rest, rad.
    pub target_angle: Scalar,
    /// The spring; 0 Hz for none.
    pub spring: Softness,
    /// The rate of θ, rad/s.
    pub motor_speed: Scalar,
    /// The motor's greatest torque, N·m; 0 for no motor.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub max_motor_torque: Scalar,
    /// The least θ, rad; −∞ for none.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub lower: Scalar,
    /// The greatest θ, rad; ∞ for none.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub upper: Scalar,
}
