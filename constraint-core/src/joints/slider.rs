use crate::{Scalar, Vec2, constraint};

/// The second body moves along an axis of the first and does not turn on it: a drawer, a piston.
///
#[doc = include_str!("../pictures/slider.svg")]
///
/// `C = (n × d, θ_b − θ_a − φ)` with `d = (p_b + r_b) − (p_a + r_a)` and n the axis, two rows, in metres and radians. The
/// prismatic joint of the derivation sheet §1.6. With stops, a motor or a spring: [`PrismaticJoint`](super::PrismaticJoint).
///
/// ```
/// use constraint_core::joints::SliderJoint;
/// use constraint_core::prelude::*;
///
/// let mut world = World::new();
/// let ground = world.add_body(Body::fixed())?;
/// // A drawer that is pulled off its middle does not jam, and does not turn.
/// let drawer = world.add_body(Body::dynamic(5.0, 0.4).pushed(Vec2::new(10.0, 0.0), 3.0))?;
/// let rails = SliderJoint::at(&world, [ground, drawer], Vec2::ZERO, Vec2::X)?;
/// world.add_joint([ground, drawer], rails)?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0)?;
/// }
/// assert!((world.body(drawer)?.linear_velocity().x - 10.0 / 5.0).abs() < 0.01);
/// assert!(world.body(drawer)?.angle().abs() < 1e-3);
/// # Ok::<(), constraint_core::Error>(())
/// ```
#[constraint(|a, b| {
    let axis = a.rotation * self.local_axis_a.normalize();
    let d = b.point(self.local_anchor_b) - a.point(self.local_anchor_a);
    (axis.perp_dot(d), b.angle - a.angle - self.reference_angle)
})]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SliderJoint {
    /// A point of the axis, in the first body's frame, m.
    pub local_anchor_a: Vec2,
    /// The point of the second body that is on the axis, in its frame, m.
    pub local_anchor_b: Vec2,
    /// n: the axis, in the first body's frame. Its length does not matter.
    pub local_axis_a: Vec2,
    /// φ: the second body's angle less the first one's, rad.
    pub reference_angle: Scalar,
}
