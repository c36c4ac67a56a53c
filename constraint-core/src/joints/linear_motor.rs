use crate::{Scalar, Vec2, constraint};

/// The second body driven along a direction of the first, as far as the force reaches: a linear motor, a brake.
///
#[doc = include_str!("../pictures/linear_motor.svg")]
///
/// `V = d(n · u)/dt − speed` with `u = (p_b + r_b) − (p_a + r_a)` and n the direction, which turns with the first body; one
/// row, in m/s. The linear motor of the derivation sheet §1.4, with the speed that it lacks there.
///
/// ```
/// use constraint_core::joints::LinearMotorJoint;
/// use constraint_core::prelude::*;
///
/// let mut world = World::new();
/// let ground = world.add_body(Body::fixed())?;
/// let lift = world.add_body(Body::dynamic(100.0, 20.0))?;
/// let motor = LinearMotorJoint::at(&world, [ground, lift], Vec2::ZERO, Vec2::Y)?;
/// let motor = world.add_joint([ground, lift], LinearMotorJoint { speed: 0.5, max_force: 2000.0, ..motor })?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0)?;
/// }
/// // It rises at its speed, and the motor carries its weight.
/// assert!((world.body(lift)?.linear_velocity().y - 0.5).abs() < 1e-3);
/// assert!((world.reaction(motor)?[1].y - 981.0).abs() < 1.0);
/// # Ok::<(), constraint_core::Error>(())
/// ```
#[constraint(|a, b| {
    let n = a.rotation * self.local_direction_a.normalize();
    n.dot(b.point(self.local_anchor_b) - a.point(self.local_anchor_a)).at_rate(self.speed).max_force(self.max_force)
})]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LinearMotorJoint {
    /// The point from which the place of the second body is measured, in the first body's frame, m.
    pub local_anchor_a: Vec2,
    /// The direction, in the first body's frame. Its length does not matter.
    pub local_direction_a: Vec2,
    /// The driven point, in the second body's frame, m.
    pub local_anchor_b: Vec2,
    /// The speed along the direction, m/s.
    pub speed: Scalar,
    /// The greatest force, N; ∞ for none.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub max_force: Scalar,
}
