//! Lanes of 128 bits, which every processor has that this is likely to run on: SSE2, NEON, or what `wide` puts in their place.

use core::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, Neg, Not, Sub, SubAssign};

use super::doubles::Doubles;
use super::{Gather, Kernel, Lanes, Places, Record};
use crate::math::Scalar;
use crate::real::Real;

#[cfg(not(feature = "f64"))]
use wide::f32x4 as Register;
#[cfg(feature = "f64")]
use wide::f64x2 as Register;

const COUNT: usize = 16 / size_of::<Scalar>();

/// Four joints, or two with the feature `f64`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Narrow(Register);

/// The outcome of a comparison: every bit of a lane is set, or none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NarrowMask(Register);

impl Narrow {
    #[inline]
    fn zip(self, other: Self, function: impl Fn(Scalar, Scalar) -> Scalar) -> Self {
        let (left, right) = (self.0.to_array(), other.0.to_array());
        Self(Register::new(core::array::from_fn(|lane| function(left[lane], right[lane]))))
    }
}

macro_rules! impl_operators {
    ($($operator:ident $function:ident),*) => {$(
        impl $operator for Narrow {
            type Output = Self;
            #[inline]
            fn $function(self, other: Self) -> Self { Self($operator::$function(self.0, other.0)) }
        }
    )*};
}
impl_operators!(Add add, Sub sub, Mul mul, Div div);

impl AddAssign for Narrow {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Narrow {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Neg for Narrow {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        // The sign bit alone, as a scalar's negation: 0 − x would lose the sign of zero.
        Self(self.0 ^ Register::splat(-0.0))
    }
}

impl BitAnd for NarrowMask {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for NarrowMask {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for NarrowMask {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl Real for Narrow {
    type Mask = NarrowMask;
    type Again = ();

    #[inline]
    fn again(self) {}
    #[inline]
    fn reread((): (), first: Self) -> Self {
        first
    }

    type Double = Doubles<COUNT>;
    #[inline]
    fn double(self) -> Doubles<COUNT> {
        Doubles::of(self.0.to_array())
    }
    #[inline]
    fn nearest(double: Doubles<COUNT>) -> Self {
        Self(Register::new(double.nearest()))
    }

    #[inline]
    fn from_f64(value: f64) -> Self {
        Self::splat(Scalar::from_f64(value))
    }
    #[inline]
    fn epsilon() -> Self {
        Self::splat(Scalar::EPSILON)
    }
    #[inline]
    fn less(self, other: Self) -> NarrowMask {
        NarrowMask(self.0.simd_lt(other.0))
    }
    #[inline]
    fn less_equal(self, other: Self) -> NarrowMask {
        NarrowMask(self.0.simd_le(other.0))
    }
    #[inline]
    fn select(mask: NarrowMask, yes: Self, no: Self) -> Self {
        // By bits: no lane sees another.
        Self((mask.0 & yes.0) | (!mask.0 & no.0))
    }
    #[inline]
    fn is_everywhere(mask: NarrowMask) -> bool {
        !Self::any(!mask)
    }
    #[inline]
    fn on_curve<'c>(self, curve: impl Fn(usize) -> Option<&'c crate::curve::Curve>, order: u32) -> Self {
        Self::from_fn(|lane| self.get(lane).on_curve(|_| curve(lane), order))
    }
    #[inline]
    fn min(self, other: Self) -> Self {
        Self::select(self.less(other), self, other)
    }
    #[inline]
    fn max(self, other: Self) -> Self {
        Self::select(other.less(self), self, other)
    }
    #[inline]
    fn abs(self) -> Self {
        Self(self.0 & !Register::splat(-0.0))
    }
    #[inline]
    fn sqrt(self) -> Self {
        Self(self.0.sqrt())
    }
    #[inline]
    fn sin(self) -> Self {
        self.map(Scalar::sin)
    }
    #[inline]
    fn cos(self) -> Self {
        self.map(Scalar::cos)
    }
    #[inline]
    fn tan(self) -> Self {
        self.map(Scalar::tan)
    }
    #[inline]
    fn asin(self) -> Self {
        self.map(Scalar::asin)
    }
    #[inline]
    fn acos(self) -> Self {
        self.map(Scalar::acos)
    }
    #[inline]
    fn atan(self) -> Self {
        self.map(Scalar::atan)
    }
    #[inline]
    fn atan2(self, x: Self) -> Self {
        self.zip(x, Scalar::atan2)
    }
    #[inline]
    #[cfg(not(feature = "f64"))]
    fn exp(self) -> Self {
        super::exponential(self)
    }
    #[cfg(feature = "f64")]
    #[inline]
    fn exp(self) -> Self {
        self.map(Scalar::exp)
    }
    #[inline]
    fn ln(self) -> Self {
        self.map(Scalar::ln)
    }
    #[inline]
    fn powf(self, exponent: Self) -> Self {
        self.zip(exponent, Scalar::powf)
    }
}

#[cfg(not(feature = "f64"))]
impl super::exponential::PowerOfTwo for Narrow {
    #[inline]
    fn power_of_two(self) -> Self {
        self.map(super::exponential::PowerOfTwo::power_of_two)
    }
}

impl Lanes for Narrow {
    const COUNT: usize = COUNT;

    #[inline]
    fn splat(value: Scalar) -> Self {
        Self(Register::splat(value))
    }

    #[inline]
    fn from_fn(value: impl FnMut(usize) -> Scalar) -> Self {
        Self(Register::new(core::array::from_fn(value)))
    }

    #[inline]
    fn doubles(value: impl FnMut(usize) -> f64) -> Doubles<COUNT> {
        Doubles::from_fn(value)
    }

    #[inline]
    fn map(self, function: impl Fn(Scalar) -> Scalar) -> Self {
        Self(Register::new(self.0.to_array().map(function)))
    }

    #[inline]
    fn get(self, lane: usize) -> Scalar {
        self.0.to_array()[lane]
    }

    #[inline]
    fn read(&self, lane: usize) -> Scalar {
        self.0.as_array()[lane]
    }

    #[inline]
    fn set(&mut self, lane: usize, value: Scalar) {
        let mut lanes = self.0.to_array();
        lanes[lane] = value;
        self.0 = Register::new(lanes);
    }

    #[inline]
    fn any(mask: NarrowMask) -> bool {
        mask.0.any()
    }

    #[inline]
    fn run(kernel: impl Kernel) {
        kernel.run();
    }
}

impl Gather for Narrow {
    type Offsets = [u32; COUNT];
    #[inline]
    fn offsets(offset: u32) -> Self::Offsets {
        [offset; COUNT]
    }

    #[inline]
    fn gather<R: Record>(places: &Places<Self>, records: &[R]) -> [Self; 4] {
        let row = |lane: usize| *records[places.get(lane) as usize].scalars();
        columns(core::array::from_fn(row)).map(Self)
    }

    #[inline]
    fn scatter<R: Record>(values: [Self; 4], places: &Places<Self>, records: &mut [R]) {
        let rows = rows(values.map(|value| value.0));
        let all_move = places.all_move();
        for (lane, row) in rows.into_iter().enumerate() {
            if all_move || places.moves(lane) {
                *records[places.get(lane) as usize].scalars_mut() = row;
            }
        }
    }

    #[inline]
    fn load<R: Record>(records: &[R]) -> [Self; 4] {
        columns(core::array::from_fn(|lane| *records[lane].scalars())).map(Self)
    }

    #[inline]
    fn store<R: Record>(values: [Self; 4], records: &mut [R]) {
        for (record, row) in records[..COUNT].iter_mut().zip(rows(values.map(|value| value.0))) {
            *record.scalars_mut() = row;
        }
    }
}

/// Rows of four, one for each lane, as four columns.
#[cfg(not(feature = "f64"))]
#[inline]
fn columns(rows: [[Scalar; 4]; COUNT]) -> [Register; 4] {
    Register::transpose(rows.map(Register::new))
}

/// And back.
#[cfg(not(feature = "f64"))]
#[inline]
fn rows(columns: [Register; 4]) -> [[Scalar; 4]; COUNT] {
    Register::transpose(columns).map(Register::to_array)
}

/// Rows of four, one for each lane, as four columns.
#[cfg(feature = "f64")]
#[inline]
fn columns(rows: [[Scalar; 4]; COUNT]) -> [Register; 4] {
    core::array::from_fn(|column| Register::new(rows.map(|row| row[column])))
}

/// And back.
#[cfg(feature = "f64")]
#[inline]
fn rows(columns: [Register; 4]) -> [[Scalar; 4]; COUNT] {
    let columns = columns.map(Register::to_array);
    core::array::from_fn(|lane| columns.map(|column| column[lane]))
}
