//! eˣ in every lane.
//!
//! In plain arithmetic, as the rotation of a body is: what a damper leaves of a velocity is asked for in every substep.

use core::f64::consts::{LN_2, LOG2_E};

use super::Real;

/// What a power takes of an exponent's arithmetic.
pub(crate) trait PowerOfTwo: Real {
    /// 2 to the power of a whole number from −126 to 127; of any other, anything.
    fn power_of_two(self) -> Self;
}

/// eˣ to within two units of rounding. Zero below e⁻⁸⁶·⁵ = 3e-38, so the result is never denormal.
#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
pub(crate) fn exponential<S: PowerOfTwo>(x: S) -> S {
    // x = k ln 2 + r, with r at most half of ln 2. Added and taken off again, 1.5 · 2²³ leaves no place behind the point.
    // The first part of ln 2 has ten digits, so its product with k is exact.
    let rounding = S::from_f64(12_582_912.0);
    let whole = x * S::from_f64(LOG2_E) + rounding - rounding;
    let rest = x - whole * S::from_f64(LN_2_FIRST) - whole * S::from_f64(LN_2 - LN_2_FIRST);
    // (eʳ − 1 − r) / r² by a polynomial that meets it at Chebyshev's nodes: of eʳ that is 1e-8.
    let [a, b, c, d, e] = [0.5, 0.166_665_768_46, 0.041_666_554_438, 0.008_363_202_971_6, 0.001_392_621_346_6];
    let [a, b, c, d, e] = [a, b, c, d, e].map(S::from_f64);
    let power = S::from_f64(1.0) + (rest + rest * rest * (a + rest * (b + rest * (c + rest * (d + rest * e)))));
    // In two steps, since 2¹²⁸ is none of the numbers and its half is.
    let half = (whole - S::from_f64(1.0)).power_of_two();
    let power = power * half * S::from_f64(2.0);
    let power = S::select(x.less(S::from_f64(-86.5)), S::default(), power);
    S::select(S::from_f64(88.722_84).less(x), S::from_f64(f64::INFINITY), power)
}

/// 355/512.
const LN_2_FIRST: f64 = 0.693_359_375;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_exponential() {
        for i in -8640..8870_i16 {
            let x = f32::from(i) * 0.01;
            let (found, exact) = (exponential(x), f64::from(x).exp());
            // The documented two units of rounding, of which each is at most ε of the value.
            let error = (f64::from(found) / exact - 1.0).abs();
            assert!(error <= 2.0 * f64::from(f32::EPSILON), "{x}: {found}, {error}");
        }
    }

    #[test]
    fn it_ends_at_zero_and_at_infinity() {
        let found = [f32::NEG_INFINITY, -1e30, -87.0, -0.0, 0.0, 88.73, 1e30, f32::INFINITY].map(exponential);
        let expected = [0.0, 0.0, 0.0, 1.0, 1.0, f32::INFINITY, f32::INFINITY, f32::INFINITY];
        assert_eq!(found.map(f32::to_bits), expected.map(f32::to_bits));
        assert!(exponential(f32::NAN).is_nan() && exponential(88.72_f32) > 3.39e38);
    }
}
