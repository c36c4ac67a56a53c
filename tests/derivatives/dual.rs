//! A dual number as the scalar of generated code.

use core::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

use constraint_core::{Curve, Real};
use num_dual::{Dual64, DualNum};

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

impl Default for Dual {
    fn default() -> Self {
        Self::fixed(0.0)
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $operator:tt),*) => {$(
        impl $trait for Dual {
            type Output = Self;
            fn $method(self, other: Self) -> Self { Self(self.0 $operator other.0) }
        }
    )*};
}
operators!(Add add +, Sub sub -, Mul mul *, Div div /);

impl Neg for Dual {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl AddAssign for Dual {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Dual {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

macro_rules! functions {
    ($($name:ident),*) => {
        $(fn $name(self) -> Self { Self(self.0.$name()) })*
    };
}

impl Real for Dual {
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
    functions!(sqrt, sin, cos, tan, asin, acos, atan, exp, ln);
}
