//! Cosine and sine in every lane.
//!
//! Plain arithmetic: eight lanes cost little more than one, and all widths and machines give the same bits.

use core::f64::consts::{FRAC_2_PI, FRAC_PI_2, FRAC_PI_4, PI, TAU};

use super::Lanes;
use crate::math::{Scalar, double, nearest};

/// Cosine and sine of an angle, rad, to within 1.5 units of rounding; beyond half a turn, of the angle less whole turns.
#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
pub(crate) fn rotation<L: Lanes>(angle: L) -> [L; 2] {
    if size_of::<Scalar>() == size_of::<f64>() {
        return [angle.cos(), angle.sin()];
    }
    // A substep hardly ever turns a body by more. What follows gives the same bits where it has nothing to do.
    if !L::any(L::from_f64(FRAC_PI_4).less(angle.abs())) {
        return near_zero(angle);
    }
    by_quarters(wrapped(angle))
}

/// The angle less whole turns, rad.
#[inline]
pub(crate) fn within_turn(radians: f64) -> Scalar {
    /// Added and taken off again, it leaves no place for what is behind the point.
    const ROUNDING: f64 = 1.5 / f64::EPSILON;
    /// Above, an `f64` tells no angle.
    const MOST: f64 = 1e15;
    // All values are computed, and lanes select one.
    let wrapped = radians - (radians * (1.0 / TAU) + ROUNDING - ROUNDING) * TAU;
    let known = if radians.abs() < MOST { wrapped } else { 0.0 * radians };
    nearest(if radians.abs() <= PI { radians } else { known })
}

/// The angle less whole turns.
#[inline(always)]
#[allow(clippy::inline_always)]
fn wrapped<L: Lanes>(angle: L) -> L {
    if L::any(L::from_f64(PI).less(angle.abs())) {
        return angle.map(|angle| within_turn(double(angle)));
    }
    angle
}

/// Of −π to π: from the nearest quarter turn.
#[inline(always)]
#[allow(clippy::inline_always)]
fn by_quarters<S: Lanes>(angle: S) -> [S; 2] {
    // Added and taken off again, it leaves no place for what is behind the point.
    let rounding = S::from_f64(1.5 / double(Scalar::EPSILON));
    let size = angle.abs();
    let quarters = size * S::from_f64(FRAC_2_PI) + rounding - rounding;
    // Quarters are 0, 1 or 2: the first product is exact, and so is its difference. The second has what the scalar nearest
    // to a quarter turn lacks.
    let rest =
        size - quarters * S::from_f64(FRAC_PI_2) - quarters * S::from_f64(FRAC_PI_2 - double(nearest(FRAC_PI_2)));
    let [cos, sin] = near_zero(rest);
    let (half, three_halves) = (S::from_f64(0.5), S::from_f64(1.5));
    let (is_turned, is_opposite) = (half.less(quarters), three_halves.less(quarters));
    let cos_turned = S::select(is_opposite, -cos, -sin);
    let sin_turned = S::select(is_opposite, -sin, cos);
    let (cos, sin) = (S::select(is_turned, cos_turned, cos), S::select(is_turned, sin_turned, sin));
    [cos, S::select(angle.less(S::default()), -sin, sin)]
}

/// Of −π/4 to π/4: polynomials that meet both functions at Chebyshev's nodes, within 2e-8.
#[inline(always)]
#[allow(clippy::inline_always)]
fn near_zero<S: Lanes>(angle: S) -> [S; 2] {
    let polynomial = |[a, b, c]: [f64; 3], z: S| S::from_f64(a) + z * (S::from_f64(b) + z * S::from_f64(c));
    // Below, 1 and the angle itself are the nearest numbers, and a square's square would be a denormal one.
    let root = angle.unless_below(S::from_f64(1e-9));
    let square = root * root;
    let cos = polynomial([0.041_666_664_658_9, -0.001_388_830_291_91, 2.454_791_684_5e-5], square);
    let sin = polynomial([-0.166_666_646_617, 0.008_332_748_154_09, -1.958_786_570_21e-4], square);
    let one = S::from_f64(1.0);
    [one - (S::from_f64(0.5) * square - square * square * cos), angle + angle * square * sin]
}
