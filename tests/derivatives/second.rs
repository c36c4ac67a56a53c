//! A hyper-dual number as the scalar of generated code: it has second derivatives.

use core::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

use constraint_core::{Curve, Real};
use num_dual::{DualNum, HyperDual64};

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

impl Default for Second {
    fn default() -> Self {
        Self::fixed(0.0)
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $operator:tt),*) => {$(
        impl $trait for Second {
            type Output = Self;
            fn $method(self, other: Self) -> Self { Self(self.0 $operator other.0) }
        }
    )*};
}
operators!(Add add +, Sub sub -, Mul mul *, Div div /);

impl Neg for Second {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl AddAssign for Second {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Second {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

macro_rules! functions {
    ($($name:ident),*) => {
        $(fn $name(self) -> Self { Self(self.0.$name()) })*
    };
}

impl Real for Second {
    type Mask = bool;
    type Again = ();

    fn again(self) {}
    fn reread((): (), first: Self) -> Self {
        first
    }

    type Double = Self;
    fn double(self) -> Self {
        self
    }
    fn nearest(double: Self) -> Self {
        double
    }

    fn from_f64(value: f64) -> Self {
        Self::fixed(value)
    }
    fn epsilon() -> Self {
        Self::fixed(f64::EPSILON)
    }
    fn less(self, other: Self) -> bool {
        self.0.re < other.0.re
    }
    fn less_equal(self, other: Self) -> bool {
        self.0.re <= other.0.re
    }
    fn select(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }
    fn min(self, other: Self) -> Self {
        if self.less(other) { self } else { other }
    }
    fn max(self, other: Self) -> Self {
        if other.less(self) { self } else { other }
    }
    fn abs(self) -> Self {
        if self.0.re < 0.0 { -self } else { self }
    }
    fn atan2(self, x: Self) -> Self {
        Self(self.0.atan2(x.0))
    }
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
    functions!(sqrt, sin, cos, tan, asin, acos, atan, exp, ln);
}
