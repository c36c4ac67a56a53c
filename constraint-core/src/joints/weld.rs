use crate::{Scalar, Vec2, constraint};

/// Two bodies held as one: anchors together, and the angle between them fixed.
///
#[doc = include_str!("../pictures/weld.svg")]
///
/// `C = ((p_b + r_b) − (p_a + r_a), θ_b − θ_a − φ)`, three rows, in metres and radians. Nape's `WeldJoint`
/// (*Nape Constraints* §3.2), Box2D's weld joint. With a softness in its options it bends like a beam.
///
/// ```
/// use constraint_core::joints::WeldJoint;
/// use constraint_core::prelude::*;
///
/// let mut world = World::new();
/// let ground = world.add_body(Body::fixed())?;
/// // A bracket of 2 kg, 0.5 m out of the wall.
/// let bracket = world.add_body(Body::dynamic(2.0, 0.1).at(Vec2::new(0.5, 0.0)))?;
/// let weld = WeldJoint::at(&world, [ground, bracket], Vec2::ZERO)?;
/// let weld = world.add_joint([ground, bracket], weld)?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0)?;
/// }
/// // It carries the weight, and its moment about the wall: 2 kg · 9.81 m/s² · 0.5 m.
/// let on_wall = world.reaction(weld)?[0];
/// assert!((on_wall.y + 19.62).abs() < 0.05 && (on_wall.angular + 9.81).abs() < 0.05);
/// # Ok::<(), constraint_core::Error>(())
/// ```
#[doc(alias = "FixedJoint")]
#[constraint(|a, b| (
    b.point(self.local_anchor_b) - a.point(self.local_anchor_a),
    b.angle - a.angle - self.reference_angle,
))]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WeldJoint {
    /// The point on the first body, in its frame, m.
    pub local_anchor_a: Vec2,
    /// The point on the second body, in its frame, m.
    pub local_anchor_b: Vec2,
    /// φ: the second body's angle less the first one's, rad.
    pub reference_angle: Scalar,
}
