//! An angle that counts whole turns without forgetting how far it has turned.

use crate::lanes::{rotation, within_turn};
use crate::math::{Rot2, Scalar, nearest};
use crate::real::Real;

/// An unwrapped angle, rad. It is an `f64` in both precisions of a world.
///
/// After a million turns the next `f32` is half a radian away: a body that turns by less in a substep would stand still.
/// Here it is 10⁻⁹ away, and the rotation is as precise as on the first turn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Angle(f64);

#[allow(clippy::useless_conversion)] // with the feature `f64`
impl Angle {
    pub(crate) const ZERO: Self = Self(0.0);

    /// How far a body turns, rad, until what reads its angle wants more than an `f32`: there the next one is 8e-6 rad away.
    pub(crate) const FAR: f64 = 100.0;

    pub(crate) const fn exact(radians: f64) -> Self {
        Self(radians)
    }

    pub(crate) fn new(radians: Scalar) -> Self {
        Self(radians.into())
    }

    /// The angle `by` further, rad.
    #[inline]
    pub(crate) fn turned(self, by: Scalar) -> Self {
        Self(self.0 + f64::from(by))
    }

    /// In full precision, rad.
    #[inline(always)]
    #[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
    pub(crate) const fn exactly(self) -> f64 {
        self.0
    }

    /// Whether the body has turned so far that an `f32` no longer tells its angle well.
    #[inline]
    pub(crate) fn is_far(self) -> bool {
        self.radians().abs() > nearest(Self::FAR)
    }

    /// The nearest scalar.
    #[inline]
    pub(crate) fn radians(self) -> Scalar {
        Scalar::from_f64(self.0)
    }

    /// Cosine and sine, from the angle within its turn. As a step makes them, which adds how far a body has turned: of +0 where
    /// the angle is −0.
    #[inline]
    pub(crate) fn rotation(self) -> Rot2 {
        let [cos, sin] = rotation(self.turned(0.0).within_turn());
        Rot2 { cos, sin }
    }

    /// The angle less whole turns, rad.
    #[inline]
    pub(crate) fn within_turn(self) -> Scalar {
        within_turn(self.0)
    }
}

#[cfg(test)]
mod tests {
    use core::f64::consts::TAU;

    use super::*;

    #[test]
    fn a_million_turns_in_small_steps() {
        let (steps_per_turn, turns) = (8, 1_000_000);
        let h = 1.0 / 8.0;
        let mut angle = Angle::default();
        for _ in 0..steps_per_turn * turns {
            angle = angle.turned(Scalar::from_f64(TAU) * h);
        }
        // The only error is that of τ as a scalar, below 2e-7, once a turn; a sum in `f32` would be far off.
        let error = (angle.0 - TAU * f64::from(turns)).abs();
        assert!(error < 2e-7 * f64::from(turns), "{error}");
        // A rotation within the turn: exact to the scalar's rounding for any number of turns.
        let rotation = Angle(TAU * 1e6 + 1.0).rotation();
        let tolerance = (Scalar::EPSILON * 2.0).max(Scalar::from_f64(2e-9));
        assert!((rotation.cos - Scalar::from_f64(1.0_f64.cos())).abs() < tolerance, "{rotation:?}");
        assert!((rotation.sin - Scalar::from_f64(1.0_f64.sin())).abs() < tolerance, "{rotation:?}");
    }
}
