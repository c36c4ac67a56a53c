//! What lanes of every width do by way of an array of them. Macros, since a trait has one block for each type; used where
//! `Register`, `COUNT` and what they need are in scope. Part of the module that may be `unsafe`.

/// From and to arrays, zeros, and sums in place.
macro_rules! impl_by_array {
    ($type:ident) => {
        impl $type {
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

        impl Default for $type {
            #[inline(always)]
            fn default() -> Self {
                Self::from_array([0.0; COUNT])
            }
        }

        impl AddAssign for $type {
            #[inline(always)]
            fn add_assign(&mut self, other: Self) {
                *self = *self + other;
            }
        }

        impl SubAssign for $type {
            #[inline(always)]
            fn sub_assign(&mut self, other: Self) {
                *self = *self - other;
            }
        }
    };
}

/// Of [`Real`](crate::real::Real): constants, and the functions that are called lane by lane or are arithmetic themselves.
macro_rules! functions_by_lane {
    () => {
        type Double = $crate::lanes::doubles::Doubles<COUNT>;
        #[inline(always)]
        fn double(self) -> Self::Double {
            $crate::lanes::doubles::Doubles::of(self.to_array())
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
        fn sin(self) -> Self {
            self.map(Scalar::sin)
        }
        #[inline(always)]
        fn cos(self) -> Self {
            self.map(Scalar::cos)
        }
        #[inline(always)]
        fn tan(self) -> Self {
            self.map(Scalar::tan)
        }
        #[inline(always)]
        fn asin(self) -> Self {
            self.map(Scalar::asin)
        }
        #[inline(always)]
        fn acos(self) -> Self {
            self.map(Scalar::acos)
        }
        #[inline(always)]
        fn atan(self) -> Self {
            self.map(Scalar::atan)
        }
        #[inline(always)]
        fn atan2(self, x: Self) -> Self {
            self.zip(x, Scalar::atan2)
        }
        #[cfg(not(feature = "f64"))]
        #[inline(always)]
        fn exp(self) -> Self {
            $crate::lanes::exponential(self)
        }
        #[cfg(feature = "f64")]
        #[inline(always)]
        fn exp(self) -> Self {
            self.map(Scalar::exp)
        }
        #[inline(always)]
        fn ln(self) -> Self {
            self.map(Scalar::ln)
        }
        #[inline(always)]
        fn powf(self, exponent: Self) -> Self {
            self.zip(exponent, Scalar::powf)
        }
    };
}

/// Of [`Lanes`](crate::lanes::Lanes): each lane by itself.
macro_rules! lanes_by_array {
    () => {
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
            $crate::lanes::doubles::Doubles::from_fn(value)
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
            // Where it stands in memory: all lanes that are written at once are waited for until the one is there.
            // SAFETY: reinterpretation.
            let lanes = unsafe { &mut *core::ptr::from_mut(self).cast::<[Scalar; COUNT]>() };
            lanes[lane] = value;
        }
    };
}

pub(super) use {functions_by_lane, impl_by_array, lanes_by_array};
