//! A dual number as the scalar of generated code.

use core::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

use constraint_core::{Curve, Real};
use num_dual::{Dual64, DualNum};

use super::number::{operators, real_methods};

/// `num-dual`'s number, of which the derivative follows every operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dual(pub(crate) Dual64);

impl Dual {
    /// A number that does not vary.
    pub(crate) fn fixed(value: f64) -> Self {
        Self(Dual64::from_re(value))
    }

    /// A number that varies at rate 1.
    pub(crate) fn varying(value: f64) -> Self {
        Self(Dual64::from_re(value).derivative())
    }
}

operators!(Dual: Add add +, Sub sub -, Mul mul *, Div div /);

impl Real for Dual {
    real_methods!(sqrt, sin, cos, tan, asin, acos, atan, exp, ln);

    fn powf(self, exponent: Self) -> Self {
        // num-dual's `powd` has a derivative by the exponent that is NaN for a negative base, where none is asked for.
        if exponent.0.eps.to_bits() == 0.0_f64.to_bits() {
            Self(self.0.powf(exponent.0.re))
        } else {
            Self(self.0.powd(exponent.0))
        }
    }
    fn on_curve<'c>(self, curve: impl Fn(usize) -> Option<&'c Curve>, order: u32) -> Self {
        let Some(curve) = curve(0) else { return Self::default() };
        let Dual64 { re, eps, .. } = self.0;
        Self(Dual64::new(curve.derivative(order, re), curve.derivative(order + 1, re) * eps))
    }
}
