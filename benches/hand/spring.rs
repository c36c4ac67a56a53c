//! Springs.

use constraint_core::{Pass, Real, Softness};

use super::{number, recip};
use crate::Float;

#[allow(clippy::cast_possible_truncation, clippy::unnecessary_cast)] // one precision each
const TAU: Float = std::f64::consts::TAU as Float;

/// A spring by frequency, implicit: ω and 2ζ.
#[derive(Clone, Copy)]
pub(super) struct Spring {
    omega: Float,
    two_zeta: Float,
}

impl Spring {
    pub(super) fn new(softness: Softness) -> Self {
        let zeta = number(softness.damping_ratio);
        Self { omega: TAU * number(softness.hertz), two_zeta: zeta + zeta }
    }

    /// h ω² and a = h ω (2ζ + h ω) of a step.
    #[inline(always)]
    fn stepped(self, h: Float) -> (Float, Float) {
        let phase = h * self.omega;
        (phase * self.omega, phase * (self.two_zeta + phase))
    }

    /// The coefficients of a row that nobody else solves, with K, where `missing` is what it lacks of C: without K nothing of an
    /// impulse is taken back.
    #[inline(always)]
    pub(super) fn alone(self, h: Float, k: Float, missing: Float) -> Pull {
        let (stiffness, a) = self.stepped(h);
        let inverse = recip((1.0 + a) * k);
        Pull { rate: a * inverse, place: stiffness * inverse * missing, back: k * inverse }
    }

    /// The coefficients of a row with K, where `missing` is what it lacks of C; and K⁻¹.
    #[inline(always)]
    pub(super) fn row(self, h: Float, k: Float, missing: Float) -> (Pull, Float) {
        let (stiffness, a) = self.stepped(h);
        if k > 0.0 {
            // One division for 1/(1 + a) and 1/K.
            let inverse = 1.0 / ((1.0 + a) * k);
            let pull = Pull { rate: a * inverse, place: stiffness * inverse * missing, back: k * inverse };
            (pull, (1.0 + a) * inverse)
        } else {
            (Pull { back: 1.0 / (1.0 + a), ..Pull::default() }, 0.0)
        }
    }

    /// The shares of V, C and λ for rows whose K⁻¹ stands apart.
    #[inline(always)]
    pub(super) fn shares(self, h: Float) -> Pull {
        let (stiffness, a) = self.stepped(h);
        let back = 1.0 / (1.0 + a);
        Pull { rate: a * back, place: stiffness * back, back }
    }
}

/// How much of the rate, of the error and of the impulse a spring takes back in one pass.
#[derive(Clone, Copy, Default)]
pub(super) struct Pull {
    pub(super) rate: Float,
    pub(super) place: Float,
    pub(super) back: Float,
}

impl Pull {
    /// Of shares, those of one row.
    #[inline(always)]
    pub(super) fn on_row(self, inverse_k: Float, missing: Float) -> Self {
        Self { rate: self.rate * inverse_k, place: self.place * inverse_k * missing, ..self }
    }

    /// Δλ of the row whose rate is `rate`.
    #[inline(always)]
    pub(super) fn change(&self, rate: Float, impulse: Float, pass: &Pass<Float>) -> Float {
        pass.spring_scale * (self.place - self.rate * rate - self.back * impulse)
    }
}

/// A spring by its constants, as Chipmunk has it: an elastic impulse, and the share of the rate that the damper leaves.
#[derive(Clone, Copy, Default)]
pub(super) struct Coil {
    elastic: Float,
    left: Float,
    damping: Float,
}

impl Coil {
    /// `decay` is −ζ h K, and `elastic` the impulse −κ h C.
    #[inline(always)]
    pub(super) fn new(elastic: Float, decay: Float, inverse_k: Float) -> Self {
        // The same function as the generated joint has: what is compared is the rest.
        let left = Real::exp(decay);
        Self { elastic, left, damping: (1.0 - left) * inverse_k }
    }

    /// Δλ of the row whose rate is `rate`.
    #[inline(always)]
    pub(super) fn change(&self, rate: Float, impulse: Float, pass: &Pass<Float>) -> Float {
        pass.spring_scale * (self.left * (self.elastic - impulse) - self.damping * rate)
    }
}
