use crate::{Vec2, constraint};

/// An anchor of the second body on an endless line through the first.
///
#[doc = include_str!("../pictures/rail.svg")]
///
/// `C = t · u` with `u = (p_b + r_b) − (p_a + r_a)` and t the line's normal, which turns with the first body; one row, in
/// metres. The joint of the line joint page, and of the derivation sheet §1.3.
///
/// ```
/// use constraint_core::joints::RailJoint;
/// use constraint_core::prelude::*;
///
/// let mut world = World::new();
/// let ground = world.add_body(Body::fixed())?;
/// let cart = world.add_body(Body::dynamic(2.0, 0.1).moving(Vec2::new(3.0, 4.0)))?;
/// let rail = RailJoint::at(&world, [ground, cart], Vec2::ZERO, Vec2::X)?;
/// let rail = world.add_joint([ground, cart], rail)?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0)?;
/// }
/// // What went along the rail goes on, and the rail carries the cart.
/// assert!(world.body(cart)?.position().distance(Vec2::new(3.0, 0.0)) < 0.02);
/// assert!((world.reaction(rail)?[1].y - 2.0 * 9.81).abs() < 0.05);
/// # Ok::<(), constraint_core::Error>(())
/// ```
#[doc(alias = "PointOnLineJoint")]
#[constraint(|a, b| {
    let n = a.rotation * self.local_direction_a.normalize();
    n.perp_dot(b.point(self.local_anchor_b) - a.point(self.local_anchor_a))
})]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RailJoint {
    /// A point of the line, in the first body's frame, m.
    pub local_anchor_a: Vec2,
    /// The line's direction, in the first body's frame. Its length does not matter.
    pub local_direction_a: Vec2,
    /// The point of the second body that is on the line, in its frame, m.
    pub local_anchor_b: Vec2,
}
