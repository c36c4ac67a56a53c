use crate::{Softness, Vec2, constraint};

/// An anchor of the second body drawn to an endless line through the first: a rail that gives.
///
#[doc = include_str!("../pictures/soft_rail.svg")]
///
/// `C = n × d` with `d = (p_b + r_b) − (p_a + r_a)` and n the line's direction, a spring of one row, in metres. That of the
/// line joint page with its frequency and damping ratio; its joint mass is here the effective mass, which the spring finds itself.
///
/// ```
/// use constraint_core::joints::SoftRailJoint;
/// use constraint_core::prelude::*;
///
/// let mut world = World::new();
/// let ground = world.add_body(Body::fixed())?;
/// let cart = world.add_body(Body::dynamic(2.0, 0.1))?;
/// let rail = SoftRailJoint::at(&world, [ground, cart], Vec2::ZERO, Vec2::X)?;
/// world.add_joint([ground, cart], SoftRailJoint { softness: Softness::new(2.0, 1.0), ..rail })?;
/// for _ in 0..180 {
///     world.step(1.0 / 60.0)?;
/// }
/// // It gives by g/ω² for any mass of the cart.
/// let omega = consts::TAU * 2.0;
/// assert!((world.body(cart)?.position().y + 9.81 / (omega * omega)).abs() < 1e-3);
/// # Ok::<(), constraint_core::Error>(())
/// ```
#[constraint(|a, b| {
    let n = a.rotation * self.local_direction_a.normalize();
    n.perp_dot(b.point(self.local_anchor_b) - a.point(self.local_anchor_a)).soft(self.softness)
})]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SoftRailJoint {
    /// A point of the line, in the first body's frame, m.
    pub local_anchor_a: Vec2,
    /// The line's direction, in the first body's frame. Its length does not matter.
    pub local_direction_a: Vec2,
    /// The point of the second body that is drawn to the line, in its frame, m.
    pub local_anchor_b: Vec2,
    /// How stiff the rail is, and how damped.
    pub softness: Softness,
}
