use crate::{Scalar, Softness, Vec2, constraint};

/// A wheel on a car: it turns by a motor, and moves along an axis of the car by a suspension between stops.
///
/// With `d = (p_b + r_b) − (p_a + r_a)` and n the axis: a motor on `θ_b − θ_a`, a spring that pulls `n · d` to zero, stops that
/// keep it within `lower..=upper`, and `C = n × d` held. Four rows, in radians and metres. Box2D's wheel
/// joint.
#[doc(alias = "b2WheelJoint")]
#[doc(alias = "SuspensionJoint")]
#[constraint(|a, b| {
    let axis = a.rotation * self.local_axis_a;
    let d = b.point(self.local_anchor_b) - a.point(self.local_anchor_a);
    (
        (b.angle - a.angle).at_rate(self.motor_speed).max_force(self.max_motor_torque),
        axis.dot(d).soft(self.suspension),
        axis.dot(d).within(self.lower..=self.upper),
        axis.perp_dot(d),
    )
})]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WheelJoint {
    /// A point of the axis, in the first body's frame, m.
    pub local_anchor_a: Vec2,
    /// The point of the second body that is on the axis, in its frame, m.
    pub local_anchor_b: Vec2,
    /// n: the axis of the suspension, a unit vector in the first body's frame.
    pub local_axis_a: Vec2,
    /// The spring along the axis; 0 Hz for none.
    pub suspension: Softness,
    /// How fast the wheel turns against the car, rad/s.
    pub motor_speed: Scalar,
    /// The motor's greatest torque, N·m; 0 for no motor.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub max_motor_torque: Scalar,
    /// The least n · d, m; −∞ for none.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub lower: Scalar,
    /// The greatest n · d, m; ∞ for none.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub upper: Scalar,
}
