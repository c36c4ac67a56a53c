//! Springs by frequency and damping, each stable at any step.

use crate::math::Scalar;
use crate::pass::Pass;
use crate::real::Real;

/// A damped spring, by how it would swing: its stiffness follows from the masses that it finds.
///
/// Integrated implicitly, so no stiffness and no step makes it explode (the derivation sheet §2; Box2D's `b2MakeSoft`).
///
/// Springs that share bodies are solved one after another, once in a substep of length h. A net in which a body of about its
/// neighbours' mass holds up to eight of them is stable up to 0.2/h Hz, which is 48 Hz in a world of 60 steps a second. In loops
/// stiffer ones can gain energy; where a body holds more, softer ones as well; and where masses differ tenfold, those of any
/// frequency at a damping ratio of 10 or above. They need more substeps, or no softness at all: a rigid joint is as stiff as a
/// substep resolves.
///
/// The default is no spring: 0 Hz.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Softness {
    /// Undamped frequency, Hz. Zero is no spring at all.
    pub hertz: Scalar,
    /// 0 swings for ever, 1 is critical, above 1 creeps.
    pub damping_ratio: Scalar,
}

impl Softness {
    /// A spring of `hertz` oscillations a second, damped by `damping_ratio`.
    pub const fn new(hertz: Scalar, damping_ratio: Scalar) -> Self {
        Self { hertz, damping_ratio }
    }

    /// The coefficients of one implicit Euler substep of length `h`.
    ///
    /// With ω = 2π·hertz and a = hω(2ζ + hω), the spring's impulse is λ = −(mₛ K⁻¹(V + b c) + iₛ λ) where b = ω/(2ζ + hω),
    /// mₛ = a/(1 + a) and iₛ = 1/(1 + a).
    #[inline]
    #[allow(clippy::useless_conversion)] // not with the feature `f64` off
    pub fn pass<S: Real>(self, h: S) -> Pass<S> {
        let (hertz, zeta) = (S::from_f64(self.hertz.into()), S::from_f64(self.damping_ratio.into()));
        let one = S::from_f64(1.0);
        let omega = hertz * S::from_f64(core::f64::consts::TAU);
        let rate = zeta + zeta + h * omega;
        let a = h * omega * rate;
        let impulse_scale = one / (one + a);
        Pass { bias_rate: omega / rate, mass_scale: a * impulse_scale, impulse_scale, spring_scale: one }
    }
}
