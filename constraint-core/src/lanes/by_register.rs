//! What lanes of every width do by way of the register that holds them.
//!
//! Macros, since each width has types and intrinsics of its own. A module that uses them has these names in scope: `Register`,
//! `MaskRegister` and `COUNT`; `splat`, `add`, `subtract`, `multiply`, `divide`, `negate`, `absolute`, `square_root`, `min` and
//! `max`; `less`, `less_equal`, `select`, `and`, `or`, `not` and `any`. All are functions of registers. `min` and `max`
//! give the second operand where one is NaN.

/// The operators and [`Real`](crate::real::Real) for lanes, and the operators for their masks.
macro_rules! impl_by_register {
    ($lanes:ident, $mask:ident) => {
        impl $lanes {
            #[inline(always)]
            fn from_array(lanes: [Scalar; COUNT]) -> Self {
                // SAFETY: reinterpretation.
                unsafe { transmute::<[Scalar; COUNT], Self>(lanes) }
            }

            #[inline(always)]
            fn to_array(self) -> [Scalar; COUNT] {
                // SAFETY: reinterpretation.
                unsafe { transmute::<Self, [Scalar; COUNT]>(self) }
            }

            #[inline(always)]
            fn zip(self, other: Self, function: impl Fn(Scalar, Scalar) -> Scalar) -> Self {
                let (mut lanes, others) = (self.to_array(), other.to_array());
                for (lane, other) in lanes.iter_mut().zip(others) {
                    *lane = function(*lane, other);
                }
                Self::from_array(lanes)
            }
        }

        impl Default for $lanes {
            #[inline(always)]
            fn default() -> Self {
                Self::from_array([0.0; COUNT])
            }
        }

        $crate::lanes::by_register::impl_operators!(
            $lanes: Add add by add, Sub sub by subtract, Mul mul by multiply, Div div by divide
        );
        $crate::lanes::by_register::impl_operators!($mask: BitAnd bitand by and, BitOr bitor by or);

        impl AddAssign for $lanes {
            #[inline(always)]
            fn add_assign(&mut self, other: Self) {
                *self = *self + other;
            }
        }

        impl SubAssign for $lanes {
            #[inline(always)]
            fn sub_assign(&mut self, other: Self) {
                *self = *self - other;
            }
        }

        impl Neg for $lanes {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                // SAFETY: the processor has the instructions.
                Self(unsafe { negate(self.0) })
            }
        }

        impl Not for $mask {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                // SAFETY: the processor has the instructions.
                Self(unsafe { not(self.0) })
            }
        }

        impl Real for $lanes {
            type Mask = $mask;
            type Again = ();

            #[inline(always)]
            fn again(self) {}
            #[inline(always)]
            fn reread((): (), first: Self) -> Self {
                first
            }

            type Double = Doubles<COUNT>;
            #[inline(always)]
            fn double(self) -> Self::Double {
                Doubles::of(self.to_array())
            }
            #[inline(always)]
            fn nearest(double: Self::Double) -> Self {
                Self::from_array(double.nearest())
            }

            #[inline(always)]
            fn from_f64(value: f64) -> Self {
                Self::splat(Scalar::from_f64(value))
            }
            #[inline(always)]
            fn epsilon() -> Self {
                Self::splat(Scalar::EPSILON)
            }

            #[inline(always)]
            fn less(self, other: Self) -> $mask {
                // SAFETY: the processor has the instructions.
                $mask(unsafe { less(self.0, other.0) })
            }
            #[inline(always)]
            fn less_equal(self, other: Self) -> $mask {
                // SAFETY: the processor has the instructions.
                $mask(unsafe { less_equal(self.0, other.0) })
            }
            #[inline(always)]
            fn select(mask: $mask, yes: Self, no: Self) -> Self {
                // SAFETY: the processor has the instructions.
                Self(unsafe { select(mask.0, yes.0, no.0) })
            }
            #[inline(always)]
            fn is_everywhere(mask: $mask) -> bool {
                !Self::any(!mask)
            }

            #[inline(always)]
            fn min(self, other: Self) -> Self {
                // SAFETY: the processor has the instructions.
                Self(unsafe { min(self.0, other.0) })
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                // SAFETY: the processor has the instructions.
                Self(unsafe { max(self.0, other.0) })
            }
            #[inline(always)]
            fn abs(self) -> Self {
                // SAFETY: the processor has the instructions.
                Self(unsafe { absolute(self.0) })
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                // SAFETY: the processor has the instructions.
                Self(unsafe { square_root(self.0) })
            }

            $crate::lanes::by_register::by_lane!(sin, cos, tan, asin, acos, atan, ln);
            #[inline(always)]
            fn atan2(self, x: Self) -> Self {
                self.zip(x, $crate::real::Real::atan2)
            }
            #[inline(always)]
            fn on_curve<'c>(self, curve: impl Fn(usize) -> Option<&'c $crate::curve::Curve>, order: u32) -> Self {
                Self::from_fn(|lane| self.get(lane).on_curve(|_| curve(lane), order))
            }
            #[inline(always)]
            fn exp(self) -> Self {
                #[cfg(not(feature = "f64"))]
                return $crate::real::exponential::exponential(self);
                #[cfg(feature = "f64")]
                self.map($crate::real::Real::exp)
            }
            #[inline(always)]
            fn powf(self, exponent: Self) -> Self {
                self.zip(exponent, $crate::real::Real::powf)
            }
        }
    };
}

/// Operators of two operands, each by a function of registers.
macro_rules! impl_operators {
    ($type:ident: $($operator:ident $method:ident by $function:ident),*) => {$(
        impl $operator for $type {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                // SAFETY: the processor has the instructions.
                Self(unsafe { $function(self.0, other.0) })
            }
        }
    )*};
}

/// Functions that are called lane by lane.
macro_rules! by_lane {
    ($($function:ident),*) => {$(
        #[inline(always)]
        fn $function(self) -> Self {
            self.map($crate::real::Real::$function)
        }
    )*};
}

/// Items of [`Lanes`](crate::lanes::Lanes).
macro_rules! lanes_by_register {
    () => {
        const COUNT: usize = COUNT;

        #[inline(always)]
        fn splat(value: Scalar) -> Self {
            // SAFETY: the processor has the instructions.
            Self(unsafe { splat(value) })
        }

        #[inline(always)]
        fn from_fn(mut value: impl FnMut(usize) -> Scalar) -> Self {
            let mut lanes = [0.0; COUNT];
            for (lane, place) in lanes.iter_mut().enumerate() {
                *place = value(lane);
            }
            Self::from_array(lanes)
        }

        #[inline(always)]
        fn doubles(value: impl FnMut(usize) -> f64) -> Self::Double {
            Doubles::from_fn(value)
        }

        #[inline(always)]
        fn map(self, function: impl Fn(Scalar) -> Scalar) -> Self {
            let mut lanes = self.to_array();
            for lane in &mut lanes {
                *lane = function(*lane);
            }
            Self::from_array(lanes)
        }

        #[inline(always)]
        fn get(self, lane: usize) -> Scalar {
            // Not by an array, which would be aligned as a scalar is, and lie across lines of the cache.
            self.read(lane)
        }

        #[inline(always)]
        fn read(&self, lane: usize) -> Scalar {
            // SAFETY: reinterpretation.
            let lanes = unsafe { &*core::ptr::from_ref(self).cast::<[Scalar; COUNT]>() };
            lanes[lane]
        }

        #[inline(always)]
        fn set(&mut self, lane: usize, value: Scalar) {
            let mut lanes = self.to_array();
            lanes[lane] = value;
            *self = Self::from_array(lanes);
        }

        #[inline(always)]
        fn any(mask: Self::Mask) -> bool {
            // SAFETY: the processor has the instructions.
            unsafe { any(mask.0) }
        }
    };
}

pub(super) use {by_lane, impl_by_register, impl_operators, lanes_by_register};
