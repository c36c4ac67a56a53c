use crate::{Scalar, Vec2, constraint};

/// A rope over two wheels: what one side gives, the other takes, `ratio` times.
///
#[doc = include_str!("../pictures/pulley.svg")]
///
/// `C = |d_ab| + ρ |d_cd|` within `lower..=upper`, one row, in metres; the first
/// stretch runs from an anchor of `a` to one of `b`, the second from `c` to `d`. Fixed bodies for `a` and `c` make the usual
/// pulley; they may be the same one. Limits of 0 and a length make a rope, equal limits a rod. Nape's `PulleyJoint`
/// (*Nape Constraints* §3.7), which Box2D has dropped.
///
/// ```
/// use constraint_core::joints::PulleyJoint;
/// use constraint_core::prelude::*;
///
/// let mut world = World::new();
/// let ground = world.add_body(Body::fixed())?;
/// let heavy = world.add_body(Body::dynamic(3.0, 0.1).at(Vec2::new(-1.0, -2.0)))?;
/// let light = world.add_body(Body::dynamic(2.0, 0.1).at(Vec2::new(1.0, -2.0)))?;
/// // Over wheels at (±1, 0), down to both weights.
/// let bodies = [ground, heavy, ground, light];
/// let points = [Vec2::new(-1.0, 0.0), Vec2::new(-1.0, -2.0), Vec2::new(1.0, 0.0), Vec2::new(1.0, -2.0)];
/// let rope = PulleyJoint::at(&world, bodies, points, 1.0)?;
/// world.add_joint(bodies, rope)?;
/// for _ in 0..30 {
///     world.step(1.0 / 60.0)?;
/// }
/// // Atwood's machine: a = g (m₁ − m₂)/(m₁ + m₂).
/// assert!((world.body(light)?.linear_velocity().y - 0.5 * 9.81 / 5.0).abs() < 0.01);
/// # Ok::<(), constraint_core::Error>(())
/// ```
#[constraint(|a, b, c, d| {
    let first = b.point(self.local_anchor_b) - a.point(self.local_anchor_a);
    let second = d.point(self.local_anchor_d) - c.point(self.local_anchor_c);
    (first.length() + self.ratio * second.length()).within(self.lower..=self.upper)
})]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PulleyJoint {
    /// Where the first stretch of rope begins, in the frame of the first body, m.
    pub local_anchor_a: Vec2,
    /// Where it ends, in the frame of the second body, m.
    pub local_anchor_b: Vec2,
    /// Where the second stretch begins, in the frame of the third body, m.
    pub local_anchor_c: Vec2,
    /// Where it ends, in the frame of the fourth body, m.
    pub local_anchor_d: Vec2,
    /// ρ: how much of the first stretch a metre of the second one is worth.
    pub ratio: Scalar,
    /// The least C, m.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub lower: Scalar,
    /// The greatest C, m; ∞ for none.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub upper: Scalar,
}
