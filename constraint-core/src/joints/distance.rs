use crate::{Scalar, Vec2, constraint};

/// The distance between two anchors kept within limits: a rod, a rope, a strut that keeps two bodies apart.
///
#[doc = include_str!("../pictures/distance.svg")]
///
/// `C = |(p_b + r_b) − (p_a + r_a)|` within `lower..=upper`, one row, in metres. Equal limits make a rod, `0.0..=length` a
/// rope. Where the anchors meet, the last direction holds. Nape's `DistanceJoint` (*Nape Constraints* §3.4), Chipmunk's pin and slide
/// joints, Box2D's distance joint without its spring.
///
/// ```
/// use constraint_core::joints::DistanceJoint;
/// use constraint_core::prelude::*;
///
/// let mut world = World::new();
/// let ground = world.add_body(Body::fixed())?;
/// let bob = world.add_body(Body::dynamic(1.0, 0.01).at(Vec2::new(3.0, 0.0)))?;
/// // A rope of 4 m, not taut yet. A rod would be `DistanceJoint::at` as it is.
/// let rod = DistanceJoint::at(&world, [ground, bob], [Vec2::ZERO, Vec2::new(3.0, 0.0)])?;
/// world.add_joint([ground, bob], DistanceJoint { lower: 0.0, upper: 4.0, ..rod })?;
/// for _ in 0..180 {
///     world.step(1.0 / 60.0)?;
///     assert!(world.body(bob)?.position().length() < 4.01);
/// }
/// # Ok::<(), constraint_core::Error>(())
/// ```
#[doc(alias = "RopeJoint")]
#[doc(alias = "PinJoint")]
#[doc(alias = "SlideJoint")]
#[constraint(|a, b| a.point(self.local_anchor_a).distance(b.point(self.local_anchor_b)).within(self.lower..=self.upper))]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DistanceJoint {
    /// The point on the first body, in its frame, m.
    pub local_anchor_a: Vec2,
    /// The point on the second body, in its frame, m.
    pub local_anchor_b: Vec2,
    /// The least distance, m.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub lower: Scalar,
    /// The greatest distance, m; ∞ for none.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub upper: Scalar,
}
