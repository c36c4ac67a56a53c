//! A hyper-dual number as the scalar of generated code: it has second derivatives.

use core::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

use constraint_core::{Curve, Real};
use num_dual::{DualNum, HyperDual64};

use super::number::{operators, real_methods};

/// `num-dual`'s number, of which two derivatives follow every operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Second(pub(crate) HyperDual64);

impl Second {
    /// A number that does not vary.
    pub(crate) fn fixed(value: f64) -> Self {
        Self(HyperDual64::from_re(value))
    }

    /// A number that varies at rate 1 along the first direction, the second, or both.
    pub(crate) fn varying(value: f64, [first, second]: [bool; 2]) -> Self {
        Self(HyperDual64::new(value, f64::from(first), f64::from(second), 0.0))
    }
}

operators!(Second: Add add +, Sub sub -, Mul mul *, Div div /);

impl Real for Second {
    real_methods!(sqrt, sin, cos, tan, asin, acos, atan, exp, ln);

    fn powf(self, exponent: Self) -> Self {
        // num-dual's `powd` has a derivative by the exponent that is NaN for a negative base, where none is asked for.
        if [exponent.0.eps1, exponent.0.eps2].iter().all(|eps| *eps == 0.0) {
            Self(self.0.powf(exponent.0.re))
        } else {
            Self(self.0.powd(exponent.0))
        }
    }
    fn on_curve<'c>(self, curve: impl Fn(usize) -> Option<&'c Curve>, order: u32) -> Self {
        let Some(curve) = curve(0) else { return Self::default() };
        let HyperDual64 { re, eps1, eps2, eps1eps2, .. } = self.0;
        let [value, slope, bend] = [0, 1, 2].map(|more| curve.derivative(order + more, re));
        Self(HyperDual64::new(value, slope * eps1, slope * eps2, slope * eps1eps2 + bend * eps1 * eps2))
    }
}
