use crate::{Scalar, Softness, Vec2, constraint};

/// The second body drawn to a place in the first and driven at a velocity against it, each as far as its force reaches.
///
#[doc = include_str!("../pictures/drive.svg")]
///
/// `C = (θ_b − θ_a − φ, (p_b + r_b) − (p_a + r_a))`, once as springs and once as rates. Six rows, in radians and metres.
/// Box2D's motor joint: a character's walk, a body on a platform, friction seen from above.
///
/// ```
/// use constraint_core::joints::DriveJoint;
/// use constraint_core::prelude::*;
///
/// let mut world = World::new();
/// world.set_gravity(Vec2::ZERO)?;
/// // A character of 60 kg, seen from above, on a platform that moves at 1 m/s.
/// let platform = world.add_body(Body::kinematic().moving(Vec2::X))?;
/// let character = world.add_body(Body::dynamic(60.0, 5.0))?;
/// // It walks at 2 m/s across, with at most 300 N between its shoes and the platform.
/// let feet = DriveJoint { linear_velocity: Vec2::new(0.0, 2.0), max_velocity_force: 300.0, ..DriveJoint::default() };
/// world.add_joint([platform, character], feet)?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0)?;
/// }
/// assert!(world.body(character)?.linear_velocity().distance(Vec2::new(1.0, 2.0)) < 1e-3);
/// # Ok::<(), constraint_core::Error>(())
/// ```
#[doc(alias = "b2MotorJoint")]
#[constraint(|a, b| {
    let angle = b.angle - a.angle - self.reference_angle;
    let d = b.point(self.local_anchor_b) - a.point(self.local_anchor_a);
    (
        angle.soft(self.angular_spring).max_force(self.max_spring_torque),
        angle.at_rate(self.angular_velocity).max_force(self.max_velocity_torque),
        d.soft(self.linear_spring).max_force(self.max_spring_force),
        d.at_rate(self.linear_velocity).max_force(self.max_velocity_force),
    )
})]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DriveJoint {
    /// The point on the first body, in its frame, m.
    pub local_anchor_a: Vec2,
    /// The point on the second body, in its frame, m.
    pub local_anchor_b: Vec2,
    /// φ: the second body's angle less the first one's, rad.
    pub reference_angle: Scalar,
    /// The spring on the angle; 0 Hz for none.
    pub angular_spring: Softness,
    /// Its greatest torque, N·m.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub max_spring_torque: Scalar,
    /// The rate of the angle, rad/s.
    pub angular_velocity: Scalar,
    /// The greatest torque for it, N·m.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub max_velocity_torque: Scalar,
    /// The spring between the anchors; 0 Hz for none.
    pub linear_spring: Softness,
    /// Its greatest force, N.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub max_spring_force: Scalar,
    /// The second anchor's velocity against the first one's, in the world, m/s.
    pub linear_velocity: Vec2,
    /// The greatest force for it, N.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub max_velocity_force: Scalar,
}
