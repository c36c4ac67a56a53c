use crate::{BodyState, Canvas, Scalar, Softness, Vec2, constraint};

/// A point of a body drawn to a point of the world, as far as the force reaches: the mouse that drags it.
///
#[doc = include_str!("../pictures/mouse.svg")]
///
/// `C = (p + r) − m`, a spring of two rows, in metres. The mouse joint of the derivation sheet §1.10, soft as in its §2.
///
/// ```
/// use constraint_core::joints::MouseJoint;
/// use constraint_core::prelude::*;
///
/// let mut world = World::new();
/// let lamp = world.add_body(Body::dynamic(2.0, 0.1))?;
/// // Grab it 0.5 m to the right of its centre.
/// let hand = MouseJoint::at(&world, [lamp], Vec2::new(0.5, 0.0))?;
/// let hand = world.add_joint([lamp], MouseJoint { max_force: 200.0, ..hand })?;
/// // Each frame: where the mouse is now.
/// world.joint_mut(hand)?.target = Vec2::new(3.0, 2.0);
/// for _ in 0..60 {
///     world.step(1.0 / 60.0)?;
/// }
/// for _ in 0..60 {
///     world.step(1.0 / 60.0)?;
/// }
/// let held = world.body(lamp)?.world_point(Vec2::new(0.5, 0.0));
/// // It hangs below the mouse, as far as its weight and its swing stretch a hand of 5 Hz.
/// assert!(held.distance(Vec2::new(3.0, 2.0)) < 0.1, "{held}");
/// # Ok::<(), constraint_core::Error>(())
/// ```
#[doc(alias = "b2MouseJoint")]
#[doc(alias = "TargetJoint")]
#[constraint(
    |body| (body.point(self.local_anchor) - self.target).soft(self.softness).max_force(self.max_force),
    draw = Self::sketch,
)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MouseJoint {
    /// The point of the body that is held, in its frame, m.
    pub local_anchor: Vec2,
    /// m: where it is drawn to, in the world, m.
    pub target: Vec2,
    /// How stiff the hand is, and how damped.
    pub softness: Softness,
    /// The greatest force, N; ∞ for none.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub max_force: Scalar,
}

impl MouseJoint {
    /// The held point, the target, and the line between them.
    fn sketch(&self, body: &BodyState, canvas: &mut dyn Canvas) {
        let held = body.point(self.local_anchor);
        canvas.point(held);
        canvas.point(self.target);
        canvas.segment(held, self.target);
    }
}
