use crate::joints::draw_hands;
use crate::{BodyState, Canvas, Scalar, constraint};

/// The second body turns at a rate against the first, as far as the torque reaches: a motor, a brake, friction in a hinge.
///
#[doc = include_str!("../pictures/motor.svg")]
///
/// `V = ρ ω_b − ω_a − rate`, one row, in rad/s; `C = ρ θ_b − θ_a` is not corrected. Nape's `MotorJoint` (*Nape Constraints* §3.6),
/// Chipmunk's simple motor (which turns the other way), the motor of Box2D's revolute and wheel joints.
///
/// ```
/// use constraint_core::joints::MotorJoint;
/// use constraint_core::prelude::*;
///
/// let mut world = World::new();
/// let ground = world.add_body(Body::fixed())?;
/// let wheel = world.add_body(Body::dynamic(2.0, 0.5).with_gravity_scale(0.0))?;
/// let motor = MotorJoint { ratio: 1.0, rate: 10.0, max_torque: 2.0 };
/// world.add_joint([ground, wheel], motor)?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0)?;
/// }
/// // It speeds up with τ/I, until it has its rate.
/// assert!((world.body(wheel)?.angular_velocity() - 4.0).abs() < 1e-3);
/// for _ in 0..60 {
///     world.step(1.0 / 60.0)?;
/// }
/// for _ in 0..60 {
///     world.step(1.0 / 60.0)?;
/// }
/// assert!((world.body(wheel)?.angular_velocity() - 10.0).abs() < 1e-3);
/// # Ok::<(), constraint_core::Error>(())
/// ```
#[doc(alias = "SimpleMotor")]
#[constraint(
    |a, b| (self.ratio * b.angle - a.angle).at_rate(self.rate).max_force(self.max_torque),
    draw = Self::sketch,
)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MotorJoint {
    /// ρ: how often the second body's angular velocity counts.
    pub ratio: Scalar,
    /// The rate of C, rad/s.
    pub rate: Scalar,
    /// The greatest torque, N·m; ∞ for none.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub max_torque: Scalar,
}

impl MotorJoint {
    #[allow(clippy::unused_self)] // the option's form
    fn sketch(&self, a: &BodyState, b: &BodyState, canvas: &mut dyn Canvas) {
        draw_hands([a, b], canvas);
    }
}
