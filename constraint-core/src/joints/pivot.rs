use crate::{Vec2, constraint};

/// Two anchors, one on each body, held together: a hinge, the pin of a chain's link, a wheel's axle.
///
#[doc = include_str!("../pictures/pivot.svg")]
///
/// `C = (p_b + r_b) − (p_a + r_a)`, two rows, in metres. The bodies turn freely about the point. Nape's `PivotJoint`
/// (*Nape Constraints* §3.1), Chipmunk's pivot, Box2D's revolute joint without limit and motor.
///
/// ```
/// use constraint_core::joints::PivotJoint;
/// use constraint_core::prelude::*;
///
/// let mut world = World::new();
/// let ground = world.add_body(Body::fixed())?;
/// // A rod of 3 kg and 2 m, held by its left end: I = m·l²/12.
/// let rod = world.add_body(Body::dynamic(3.0, 1.0).at(Vec2::new(1.0, 0.0)))?;
/// let hinge = PivotJoint::at(&world, [ground, rod], Vec2::ZERO)?;
/// let hinge = world.add_joint([ground, rod], hinge)?;
/// world.step(1.0 / 60.0)?;
/// // As it begins to fall, the hinge carries a quarter of the weight.
/// assert!((world.reaction(hinge)?[1].y - 0.25 * 3.0 * 9.81).abs() < 0.1);
/// # Ok::<(), constraint_core::Error>(())
/// ```
#[doc(alias = "RevoluteJoint")]
#[doc(alias = "cpPivotJoint")]
#[constraint(|a, b| b.point(self.local_anchor_b) - a.point(self.local_anchor_a))]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PivotJoint {
    /// The point on the first body, in its frame, m.
    pub local_anchor_a: Vec2,
    /// The point on the second body, in its frame, m.
    pub local_anchor_b: Vec2,
}
