//! What dual numbers of any order have in common as scalars of generated code.

/// The operators of a number `$number(inner)`, and zero as its default.
macro_rules! operators {
    ($number:ident: $($trait:ident $method:ident $operator:tt),*) => {
        $(
            impl $trait for $number {
                type Output = Self;
                fn $method(self, other: Self) -> Self { Self(self.0 $operator other.0) }
            }
        )*

        impl Default for $number {
            fn default() -> Self {
                Self::fixed(0.0)
            }
        }

        impl Neg for $number {
            type Output = Self;
            fn neg(self) -> Self {
                Self(-self.0)
            }
        }

        impl AddAssign for $number {
            fn add_assign(&mut self, other: Self) {
                *self = *self + other;
            }
        }

        impl SubAssign for $number {
            fn sub_assign(&mut self, other: Self) {
                *self = *self - other;
            }
        }
    };
}

/// The methods of `Real` that follow from the inner number: these functions, comparisons, and choices by the value.
macro_rules! real_methods {
    ($($name:ident),*) => {
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
        $(fn $name(self) -> Self { Self(self.0.$name()) })*
    };
}

pub(crate) use {operators, real_methods};
