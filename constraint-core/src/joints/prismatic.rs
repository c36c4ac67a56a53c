use crate::{Scalar, Softness, Vec2, constraint};

/// A slider with a spring, a motor and stops: the second body moves along an axis of the first and does not turn on it.
///
#[doc = include_str!("../pictures/prismatic.svg")]
///
/// With `d = (p_b + r_b) − (p_a + r_a)` and n the axis, the place `s = n · d` has the spring, the motor and the stops;
/// `C = (n × d, θ_b − θ_a − φ)` is held. Five rows, in metres and radians. Box2D's prismatic joint. For a plain
/// slider, [`SliderJoint`](super::SliderJoint) is cheaper.
///
/// ```
/// use constraint_core::joints::PrismaticJoint;
/// use constraint_core::prelude::*;
///
/// let mut world = World::new();
/// let ground = world.add_body(Body::fixed())?;
/// // A lift of 100 kg: a motor of 2 kN, and a stop after 3 m.
/// let lift = world.add_body(Body::dynamic(100.0, 20.0))?;
/// let shaft = PrismaticJoint::at(&world, [ground, lift], Vec2::ZERO, Vec2::Y)?;
/// let shaft = PrismaticJoint { motor_speed: 2.0, max_motor_force: 2000.0, upper: 3.0, ..shaft };
/// world.add_joint([ground, lift], shaft)?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0)?;
/// }
/// assert!((world.body(lift)?.linear_velocity().y - 2.0).abs() < 0.01);
/// for _ in 0..60 {
///     world.step(1.0 / 60.0)?;
/// }
/// assert!((world.body(lift)?.position().y - 3.0).abs() < 0.01);
/// # Ok::<(), constraint_core::Error>(())
/// ```
#[doc(alias = "b2PrismaticJoint")]
#[constraint(|a, b| {
    let axis = a.rotation * self.local_axis_a;
    let d = b.point(self.local_anchor_b) - a.point(self.local_anchor_a);
    let translation = axis.dot(d);
    (
        (translation - self.target_translation).soft(self.spring),
        translation.at_rate(self.motor_speed).max_force(self.max_motor_force),
        translation.within(self.lower..=self.upper),
        axis.perp_dot(d),
        b.angle - a.angle - self.reference_angle,
    )
})]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PrismaticJoint {
    /// A point of the axis, in the first body's frame, m.
    pub local_anchor_a: Vec2,
    /// The point of the second body that is on the axis, in its frame, m.
    pub local_anchor_b: Vec2,
    /// n: the axis, a unit vector in the first body's frame.
    pub local_axis_a: Vec2,
    /// φ: the second body's angle less the first one's, rad.
    pub reference_angle: Scalar,
    /// Where the spring is at rest, m.
    pub target_translation: Scalar,
    /// The spring; 0 Hz for none.
    pub spring: Softness,
    /// The rate of s, m/s.
    pub motor_speed: Scalar,
    /// The motor's greatest force, N; 0 for no motor.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub max_motor_force: Scalar,
    /// The least s, m; −∞ for none.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub lower: Scalar,
    /// The greatest s, m; ∞ for none.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub upper: Scalar,
}
