use crate::{Scalar, Softness, Vec2, constraint};

/// A wheel on a car: it turns by a motor, and moves along an axis of the car by a suspension between stops.
///
#[doc = include_str!("../pictures/wheel.svg")]
///
/// With `d = (p_b + r_b) − (p_a + r_a)` and n the axis: a motor on `θ_b − θ_a`, a spring that pulls `n · d` to zero, stops that
/// keep it within `lower..=upper`, and `C = n × d` held. Four rows, in radians and metres. Box2D's wheel
/// joint.
///
/// ```
/// use constraint_core::joints::WheelJoint;
/// use constraint_core::prelude::*;
///
/// let mut world = World::new();
/// world.set_gravity(Vec2::ZERO)?;
/// // The car stands on a test rig. Its wheel has its axle 0.5 m below, and 1 m in front of the middle.
/// let car = world.add_body(Body::fixed().at(Vec2::new(0.0, 0.5)))?;
/// let wheel = world.add_body(Body::dynamic(20.0, 0.8).at(Vec2::new(1.0, 0.0)).pushed(Vec2::new(0.0, 400.0), 0.0))?;
/// let axle = WheelJoint::at(&world, [car, wheel], Vec2::new(1.0, 0.0), Vec2::Y)?;
/// let suspension = Softness::new(4.0, 0.7);
/// world.add_joint([car, wheel], WheelJoint { suspension, motor_speed: -5.0, max_motor_torque: 20.0, ..axle })?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0)?;
/// }
/// for _ in 0..60 {
///     world.step(1.0 / 60.0)?;
/// }
/// // The road pushes 400 N up: the spring gives by F/(m ω²). The motor turns the wheel.
/// let omega = consts::TAU * 4.0;
/// assert!((world.body(wheel)?.position().y - 400.0 / (20.0 * omega * omega)).abs() < 1e-3);
/// assert!((world.body(wheel)?.angular_velocity() + 5.0).abs() < 1e-3);
/// # Ok::<(), constraint_core::Error>(())
/// ```
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
