use crate::{Scalar, Softness, Vec2, constraint};

/// A spring and a damper between two anchors, stable at any step, many together up to 0.2/h Hz (see [`Softness`]).
///
#[doc = include_str!("../pictures/soft_distance.svg")]
///
/// `C = |(p_b + r_b) − (p_a + r_a)| − L`, one soft row, in metres. Soft as in the derivation sheet §2.
///
/// ```
/// use constraint_core::joints::SoftDistanceJoint;
/// use constraint_core::prelude::*;
///
/// let mut world = World::new();
/// let ground = world.add_body(Body::fixed())?;
/// let bob = world.add_body(Body::dynamic(3.0, 0.1).at(Vec2::new(0.0, -1.0)))?;
/// let spring = SoftDistanceJoint::at(&world, [ground, bob], [Vec2::ZERO, Vec2::new(0.0, -1.0)])?;
/// world.add_joint([ground, bob], SoftDistanceJoint { softness: Softness::new(2.0, 1.0), ..spring })?;
/// for _ in 0..180 {
///     world.step(1.0 / 60.0)?;
/// }
/// // It stretches by g/ω²: a spring by frequency knows no mass.
/// let omega = consts::TAU * 2.0;
/// assert!((world.body(bob)?.position().y + 1.0 + 9.81 / (omega * omega)).abs() < 1e-3);
/// # Ok::<(), constraint_core::Error>(())
/// ```
#[constraint(|a, b| {
    (a.point(self.local_anchor_a).distance(b.point(self.local_anchor_b)) - self.rest_length).soft(self.softness)
})]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SoftDistanceJoint {
    /// The point on the first body, in its frame, m.
    pub local_anchor_a: Vec2,
    /// The point on the second body, in its frame, m.
    pub local_anchor_b: Vec2,
    /// L: the length without force, m.
    pub rest_length: Scalar,
    /// How stiff the spring is, and how damped.
    pub softness: Softness,
}
