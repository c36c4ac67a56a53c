//! Rows that are kept within limits.

use constraint_core::Pass;
use constraint_core::math::Scalar;

use super::turn::lacks;
use super::{FAR, larger, number, smaller};
use crate::Float;

/// What is known of a limited row: its limits, and how far an equality reaches ahead.
#[derive(Clone, Copy, Default)]
pub(super) struct Limits {
    lower: Float,
    upper: Float,
    slack: Float,
}

impl Limits {
    pub(super) fn new(lower: Scalar, upper: Scalar) -> Self {
        let (lower, upper) = (number(lower), number(upper));
        let slack = if upper <= lower { FAR } else { 0.0 };
        Self { lower: lower.max(-FAR), upper: upper.min(FAR), slack }
    }

    /// The limits of what the bodies turn from then on, where a row of angles is at `c` as a step begins.
    pub(super) fn after(self, c: f64) -> Self {
        Self { lower: lacks(self.lower, c), upper: lacks(self.upper, c), ..self }
    }

    /// The limits of a row that counts from elsewhere.
    pub(super) fn shifted(self, by: Float) -> Self {
        Self { lower: self.lower + by, upper: self.upper + by, ..self }
    }
}

/// How far a row is from its limits, and at which rates it meets them at the end of the step.
#[derive(Clone, Copy, Default)]
pub(super) struct Stop {
    to_lower: Float,
    reach_lower: Float,
    to_upper: Float,
    reach_upper: Float,
    outside: bool,
}

impl Stop {
    /// Where the row's value is `c`.
    #[inline(always)]
    pub(super) fn set(&mut self, limits: &Limits, c: Float, inverse_h: Float) {
        (self.to_lower, self.to_upper) = (limits.lower - c, limits.upper - c);
        self.reach_lower = self.to_lower * inverse_h + limits.slack;
        self.reach_upper = self.to_upper * inverse_h - limits.slack;
        // One compare for both sides.
        self.outside = larger(self.to_lower, -self.to_upper) > 0.0;
    }

    /// λ of the row whose rate without it is `free_rate`.
    #[inline(always)]
    pub(super) fn impulse(&self, free_rate: Float, inverse_k: Float, pass: &Pass<Float>) -> Float {
        let least = smaller(self.to_lower * pass.bias_rate, self.reach_lower);
        let most = larger(self.to_upper * pass.bias_rate, self.reach_upper);
        let scale = if self.outside { pass.mass_scale } else { 1.0 };
        (smaller(larger(free_rate, least), most) - free_rate) * (inverse_k * scale)
    }
}
