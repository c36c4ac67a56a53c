use crate::joints::draw_hands;
use crate::{BodyState, Canvas, Scalar, constraint};

/// A torsion spring with a damper between two bodies, by its constants.
///
#[doc = include_str!("../pictures/damped_rotary_spring.svg")]
///
/// `C = θ_b − θ_a − φ`, one row, in radians: the torque −κ C, and a damper that leaves the share exp(−ζ h K) of the rate.
/// Chipmunk's damped rotary spring (*Constraints in Chipmunk2D* IM8), which counts the rest angle the other way.
/// Explicit: a stiff one needs short steps.
///
/// ```
/// use constraint_core::joints::DampedRotarySpring;
/// use constraint_core::prelude::*;
///
/// let mut world = World::new();
/// let ground = world.add_body(Body::fixed())?;
/// let needle = world.add_body(Body::dynamic(0.1, 0.02).with_gravity_scale(0.0).pushed(Vec2::ZERO, 0.5))?;
/// world.add_joint([ground, needle], DampedRotarySpring { rest_angle: 0.0, stiffness: 2.0, damping: 0.4 })?;
/// for _ in 0..120 {
///     world.step(1.0 / 60.0)?;
/// }
/// // A torque of 0.5 N·m turns it by τ/κ.
/// assert!((world.body(needle)?.angle() - 0.25).abs() < 1e-3);
/// # Ok::<(), constraint_core::Error>(())
/// ```
#[doc(alias = "cpDampedRotarySpring")]
#[doc(alias = "TorsionSpring")]
#[constraint(
    |a, b| (b.angle - a.angle - self.rest_angle).spring(self.stiffness, self.damping),
    draw = Self::sketch,
)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DampedRotarySpring {
    /// φ: the second body's angle less the first one's without torque, rad.
    pub rest_angle: Scalar,
    /// κ, N·m/rad.
    pub stiffness: Scalar,
    /// ζ, N·m·s/rad.
    pub damping: Scalar,
}

impl DampedRotarySpring {
    #[allow(clippy::unused_self)] // the option's form
    fn sketch(&self, a: &BodyState, b: &BodyState, canvas: &mut dyn Canvas) {
        draw_hands([a, b], canvas);
    }
}
