use crate::joints::draw_hands;
use crate::{BodyState, Canvas, Scalar, constraint};

/// The angle between two bodies kept within limits, one of them counted `ratio` times: a stop, a lock, a gear.
///
#[doc = include_str!("../pictures/angle.svg")]
///
/// `C = ρ θ_b − θ_a` within `lower..=upper`, one row, in radians; angles count whole turns. Equal limits make a gear of
/// ratio ρ, or with ρ = 1 a lock of the angle. Nape's `AngleJoint` (*Nape Constraints* §3.3), Chipmunk's rotary limit and gear.
///
/// ```
/// use constraint_core::joints::AngleJoint;
/// use constraint_core::prelude::*;
///
/// let mut world = World::new();
/// world.set_gravity(Vec2::ZERO)?;
/// let small = world.add_body(Body::dynamic(1.0, 0.1).spinning(9.0))?;
/// let large = world.add_body(Body::dynamic(4.0, 0.8))?;
/// // A gear: the large wheel has twice the teeth, and turns the other way.
/// world.add_joint([small, large], AngleJoint { ratio: -2.0, lower: 0.0, upper: 0.0 })?;
/// for _ in 0..60 {
///     world.step(1.0 / 60.0)?;
/// }
/// let [spin_of_small, spin_of_large] = [world.body(small)?.angular_velocity(), world.body(large)?.angular_velocity()];
/// assert!((spin_of_small + 2.0 * spin_of_large).abs() < 1e-4);
/// // It has meshed at once: I_a ω₀ = (I_a + I_b/4) ω.
/// assert!((spin_of_small - 9.0 * 0.1 / (0.1 + 0.8 / 4.0)).abs() < 1e-3);
/// # Ok::<(), constraint_core::Error>(())
/// ```
#[doc(alias = "GearJoint")]
#[doc(alias = "RotaryLimitJoint")]
#[constraint(
    |a, b| (self.ratio * b.angle - a.angle).within(self.lower..=self.upper),
    draw = Self::sketch,
)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AngleJoint {
    /// ρ: how often the second body's angle counts.
    pub ratio: Scalar,
    /// The least C, rad; −∞ for none.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub lower: Scalar,
    /// The greatest C, rad; ∞ for none.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved_number"))]
    pub upper: Scalar,
}

impl AngleJoint {
    #[allow(clippy::unused_self)] // the option's form
    fn sketch(&self, a: &BodyState, b: &BodyState, canvas: &mut dyn Canvas) {
        draw_hands([a, b], canvas);
    }
}
