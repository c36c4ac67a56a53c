use crate::{BodyState, Canvas, Scalar, Vec2, constraint};

/// A rope from one body over two fixed points to another.
///
#[doc = include_str!("../pictures/ground_pulley.svg")]
///
/// The row is an equality, so it also pushes, as rods would. For a rope that goes slack, take a
/// [`PulleyJoint`](crate::joints::PulleyJoint) with a fixed body, and no lower limit.
///
/// `C = L − (ρ |q_a − g_a| + |q_b − g_b|)` with `q = p + r`, one row, in metres. The pulley of the derivation sheet §1.8.
///
/// ```
/// use constraint_core::joints::GroundPulleyJoint;
/// use constraint_core::prelude::*;
///
/// let mut world = World::new();
/// let heavy = world.add_body(Body::dynamic(4.0, 0.1).at(Vec2::new(-1.0, -2.0)))?;
/// let light = world.add_body(Body::dynamic(2.0, 0.1).at(Vec2::new(1.0, -2.0)))?;
/// let ground = [Vec2::new(-1.0, 0.0), Vec2::new(1.0, 0.0)];
/// let ends = [Vec2::new(-1.0, -2.0), Vec2::new(1.0, -2.0)];
/// // A block and tackle: the heavy side has two stretches of the rope.
/// let rope = GroundPulleyJoint::at(&world, [heavy, light], ground, ends, 2.0)?;
/// world.add_joint([heavy, light], rope)?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0)?;
/// }
/// // 2 kg hold 4 kg.
/// assert!(world.body(heavy)?.position().distance(Vec2::new(-1.0, -2.0)) < 1e-3);
/// # Ok::<(), constraint_core::Error>(())
/// ```
#[constraint(
    |a, b| {
        let first = a.point(self.local_anchor_a) - self.ground_a;
        let second = b.point(self.local_anchor_b) - self.ground_b;
        self.length - (self.ratio * first.length() + second.length())
    },
    draw = Self::sketch,
)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GroundPulleyJoint {
    /// Where the rope leaves the world for the first body, m.
    pub ground_a: Vec2,
    /// Where the rope leaves the world for the second body, m.
    pub ground_b: Vec2,
    /// Where it ends on the first body, in its frame, m.
    pub local_anchor_a: Vec2,
    /// Where it ends on the second body, in its frame, m.
    pub local_anchor_b: Vec2,
    /// ρ: how much of the second stretch a metre of the first one is worth.
    pub ratio: Scalar,
    /// The rope's length, with the first stretch counted ρ times, m.
    pub length: Scalar,
}

impl GroundPulleyJoint {
    /// Both ends of the rope, and both stretches.
    fn sketch(&self, a: &BodyState, b: &BodyState, canvas: &mut dyn Canvas) {
        for (ground, end) in
            [(self.ground_a, a.point(self.local_anchor_a)), (self.ground_b, b.point(self.local_anchor_b))]
        {
            canvas.point(ground);
            canvas.point(end);
            canvas.segment(ground, end);
        }
        canvas.segment(self.ground_a, self.ground_b);
    }
}
