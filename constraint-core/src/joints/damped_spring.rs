use crate::{Scalar, Vec2, constraint};

/// A coil spring with a damper between two anchors, by its constants.
///
#[doc = include_str!("../pictures/damped_spring.svg")]
///
/// `C = |(p_b + r_b) − (p_a + r_a)| − L`, one row, in metres: the force −κ C, and a damper that leaves the share
/// exp(−ζ h K) of the rate. Chipmunk's damped spring (*Constraints in Chipmunk2D* IM6). Explicit: a stiff one needs short steps, where
/// [`SoftDistanceJoint`](super::SoftDistanceJoint) does not.
///
/// ```
/// use constraint_core::joints::DampedSpring;
/// use constraint_core::prelude::*;
///
/// let mut world = World::new();
/// let ground = world.add_body(Body::fixed())?;
/// let bob = world.add_body(Body::dynamic(3.0, 0.1).at(Vec2::new(0.0, -1.0)))?;
/// let spring = DampedSpring::at(&world, [ground, bob], [Vec2::ZERO, Vec2::new(0.0, -1.0)])?;
/// world.add_joint([ground, bob], DampedSpring { stiffness: 300.0, damping: 30.0, ..spring })?;
/// for _ in 0..300 {
///     world.step(1.0 / 60.0)?;
/// }
/// // It stretches by m·g/κ.
/// assert!((world.body(bob)?.position().y + 1.0 + 3.0 * 9.81 / 300.0).abs() < 1e-3);
/// # Ok::<(), constraint_core::Error>(())
/// ```
#[doc(alias = "cpDampedSpring")]
#[constraint(|a, b| {
    let length = a.point(self.local_anchor_a).distance(b.point(self.local_anchor_b));
    (length - self.rest_length).spring(self.stiffness, self.damping)
})]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DampedSpring {
    /// The point on the first body, in its frame, m.
    pub local_anchor_a: Vec2,
    /// The point on the second body, in its frame, m.
    pub local_anchor_b: Vec2,
    /// L: the length without force, m.
    pub rest_length: Scalar,
    /// κ, N/m.
    pub stiffness: Scalar,
    /// ζ, N·s/m.
    pub damping: Scalar,
}
