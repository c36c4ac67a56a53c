use crate::{Scalar, Softness, Vec2, constraint};

/// A hinge with a spring, a motor and stops.
///
#[doc = include_str!("../pictures/revolute.svg")]
///
/// With `θ = θ_b − θ_a − φ`: a spring pulls θ to a target, a motor turns at dθ/dt, stops keep θ within
/// `lower..=upper`, and `C = (p_b + r_b) − (p_a + r_a)` holds the anchors together. Five rows, in radians and
/// metres. Box2D's revolute joint; without its spring, the motored revolute joint of the derivation sheet §1.9. For a
/// plain hinge, [`PivotJoint`](super::PivotJoint) is cheaper.
///
/// ```
/// use constraint_core::joints::RevoluteJoint;
/// use constraint_core::prelude::*;
///
/// let mut world = World::new();
/// let ground = world.add_body(Body::fixed())?;
/// // A crane's boom of 3 kg and 2 m, level. Its motor lifts it until the stop at 60°.
/// let boom = world.add_body(Body::dynamic(3.0, 1.0).at(Vec2::new(1.0, 0.0)))?;
/// let hinge = RevoluteJoint::at(&world, [ground, boom], Vec2::ZERO)?;
/// let lifted = RevoluteJoint { motor_speed: 0.5, max_motor_torque: 50.0, upper: consts::FRAC_PI_3, ..hinge };
/// let hinge = world.add_joint([ground, boom], lifted)?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0)?;
/// }
/// assert!((world.body(boom)?.angular_velocity() - 0.5).abs() < 0.01);
/// // What the motor does: the weight's moment where the boom is now.
/// let arm = world.body(boom)?.position().x;
/// assert!((world.impulse(hinge)?[1] * 240.0 - 3.0 * 9.81 * arm).abs() < 0.5);
/// for _ in 0..60 {
///     world.step(1.0 / 60.0)?;
/// }
/// for _ in 0..60 {
///     world.step(1.0 / 60.0)?;
/// }
/// assert!((world.body(boom)?.angle() - consts::FRAC_PI_3).abs() < 0.01);
/// # Ok::<(), constraint_core::Error>(())
/// ```
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
