use crate::{Scalar, Vec2, constraint};

/// An anchor of the second body on a line through the first: a slot, a rail, a piston.
///
#[doc = include_str!("../pictures/line.svg")]
///
/// `C = (n × d, n · d)` with `d = (p_b + r_b) − (p_a + r_a)` and n the line's direction, two rows, in metres: the first holds
/// the anchor on the line, the second keeps its place along it within `lower..=upper`. The bodies turn freely; an
/// [`AngleJoint`](super::AngleJoint) beside it makes a slider. Nape's `LineJoint` (*Nape Constraints* §3.5), Chipmunk's groove joint,
/// and the line joint of the line joint page, and of the derivation sheet §1.3.
///
/// ```
/// use constraint_core::joints::LineJoint;
/// use constraint_core::prelude::*;
///
/// let mut world = World::new();
/// let ground = world.add_body(Body::fixed())?;
/// // A bead on a wire that falls off to the right at 30°, with a knot after 2 m.
/// let bead = world.add_body(Body::dynamic(0.5, 0.01))?;
/// let slope = Vec2::from_angle(-consts::FRAC_PI_6);
/// let wire = LineJoint::at(&world, [ground, bead], Vec2::ZERO, slope)?;
/// world.add_joint([ground, bead], LineJoint { upper: 2.0, ..wire })?;
/// for _ in 0..30 {
///     world.step(1.0 / 60.0)?;
/// }
/// // It slides with g·sin 30°.
/// assert!((world.body(bead)?.linear_velocity().length() - 0.5 * 9.81 * 0.5).abs() < 0.01);
/// for _ in 0..60 {
///     world.step(1.0 / 60.0)?;
/// }
/// assert!(world.body(bead)?.position().distance(2.0 * slope) < 0.01);
/// # Ok::<(), constraint_core::Error>(())
/// ```
#[doc(alias = "GrooveJoint")]
#[doc(alias = "PrismaticJoint")]
#[constraint(|a, b| {
    let n = a.rotation * self.local_direction_a.normalize();
    let d = b.point(self.local_anchor_b) - a.point(self.local_anchor_a);
    (n.perp_dot(d), n.dot(d).within(self.lower..=self.upper))
})]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LineJoint {
    /// A point of the line, in the first body's frame, m.
    pub local_anchor_a: Vec2,
    /// The line's direction, in the first body's frame. Its length does not matter.
    pub local_direction_a: Vec2,
    /// The point of the second body that is on the line, in its frame, m.
    pub local_anchor_b: Vec2,
    /// The least place along the line, m; −∞ for none.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub lower: Scalar,
    /// The greatest place along the line, m; ∞ for none.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub upper: Scalar,
}
