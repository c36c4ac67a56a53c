//! The arithmetic of generated code: one expression serves the scalar joint and the SIMD joint.

#[cfg(not(feature = "f64"))]
pub(crate) mod exponential;

use core::fmt::Debug;
use core::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, Neg, Not, Sub, SubAssign};

use crate::curve::Curve;
use crate::elementary;

/// A real number or a lane of them.
///
/// Generated code uses nothing else. It never branches on a value: a comparison gives a [`Mask`](Real::Mask), and
/// [`select`](Real::select) takes one side per lane. Implemented for `f32` and `f64`; implement it for a dual number or a
/// SIMD lane to push that through a joint.
#[allow(missing_docs)] // the methods are std's, by std's names
pub trait Real:
    Copy
    + Debug
    + Default
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + Send
    + Sync
    + 'static
{
    /// The outcome of a comparison, one for each lane.
    type Mask: Copy + BitAnd<Output = Self::Mask> + BitOr<Output = Self::Mask> + Not<Output = Self::Mask>;

    /// A number that is kept a second time, beside what it is computed with. That is for scalars, which are loaded several at
    /// once where they lie together; lanes keep nothing, since each is a load of its own.
    type Again: Copy + Debug + Default + Send + Sync;
    /// This number, to be kept a second time.
    fn again(self) -> Self::Again;
    /// The number that was [kept a second time](Self::again), given with the first one.
    fn reread(again: Self::Again, first: Self) -> Self;

    /// As many numbers of double precision: what angles are added up in that count whole turns.
    type Double: Copy
        + Debug
        + Default
        + Add<Output = Self::Double>
        + Sub<Output = Self::Double>
        + Mul<Output = Self::Double>
        + Neg<Output = Self::Double>
        + Send
        + Sync
        + 'static;
    /// The same number in double precision.
    fn double(self) -> Self::Double;
    /// The nearest number to one of double precision.
    fn nearest(double: Self::Double) -> Self;

    /// The nearest representable number, in every lane.
    fn from_f64(value: f64) -> Self;
    /// The same of a parameter of either precision.
    #[allow(clippy::inline_always)] // or a joint's lanes would be taken apart for it
    #[inline(always)]
    fn of(value: impl Into<f64>) -> Self {
        Self::from_f64(value.into())
    }
    /// The distance from 1 to the next number: the unit of relative rounding.
    fn epsilon() -> Self;

    /// `self < other`
    fn less(self, other: Self) -> Self::Mask;
    /// `self <= other`
    fn less_equal(self, other: Self) -> Self::Mask;
    /// `yes` where the mask holds, `no` elsewhere.
    fn select(mask: Self::Mask, yes: Self, no: Self) -> Self;
    /// The same where the mask nearly always holds.
    #[inline]
    fn usually(mask: Self::Mask, yes: Self, no: Self) -> Self {
        Self::select(mask, yes, no)
    }
    /// Whether a mask holds in all lanes. It may say no where it does: then what is rare is worked out, too.
    #[inline]
    fn is_everywhere(mask: Self::Mask) -> bool {
        let _ = mask;
        false
    }
    /// `yes` where the mask holds, as it nearly always does; elsewhere x of the vector `[x, y]`, made |length| long.
    #[allow(clippy::inline_always)] // see `of`
    #[inline(always)]
    fn usually_along(mask: Self::Mask, yes: Self, [x, y]: [Self; 2], length: Self) -> Self {
        if Self::is_everywhere(mask) {
            return yes;
        }
        core::hint::cold_path();
        Self::select(mask, yes, x.as_long(y, length))
    }
    /// x of the vector (x, y), made |length| long; 0 of a vector of no length.
    ///
    /// A vector may be so short, or so long, that the square of its length is no number.
    #[inline]
    fn as_long(self, y: Self, length: Self) -> Self {
        let size = self.abs().max(y.abs());
        let (x, y) = (self / size, y / size);
        Self::select(Self::default().less(size), x * (length.abs() / (x * x + y * y).sqrt()), Self::default())
    }

    fn min(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
    fn abs(self) -> Self;
    fn sqrt(self) -> Self;
    fn sin(self) -> Self;
    fn cos(self) -> Self;
    fn tan(self) -> Self;
    fn asin(self) -> Self;
    fn acos(self) -> Self;
    fn atan(self) -> Self;
    fn atan2(self, x: Self) -> Self;
    fn exp(self) -> Self;
    fn ln(self) -> Self;
    fn powf(self, exponent: Self) -> Self;

    /// The [derivative](Curve::derivative) of this order of a curve at this number: 0 for the value, 1 for the slope. `curve` gives
    /// the curve of each lane; zero where there is none. The derivative of what comes out is that of the next order.
    fn on_curve<'c>(self, curve: impl Fn(usize) -> Option<&'c Curve>, order: u32) -> Self;

    /// `1 / self` where `self` exceeds `rounding`, otherwise 0.
    ///
    /// A pivot of K that is all rounding stands for a direction in which no body can move; the zero keeps its impulse at
    /// zero (the zero-cross of Nape, *Nape Constraints* §2) where a division would give infinity. NaN gives 0 too.
    #[inline]
    fn recip_or_zero(self, rounding: Self) -> Self {
        Self::select(rounding.less(self), Self::from_f64(1.0) / self, Self::default())
    }

    /// The same where `self` nearly always exceeds `rounding`.
    #[inline]
    fn recip_usually(self, rounding: Self) -> Self {
        Self::usually(rounding.less(self), Self::from_f64(1.0) / self, Self::default())
    }

    /// What a dozen roundings can be of a value that was added up from parts of this size.
    #[inline]
    fn rounding(self) -> Self {
        self * (Self::epsilon() * Self::from_f64(16.0))
    }
}

macro_rules! impl_real {
    ($($float:ident: $exp:path),*) => {$(
        impl Real for $float {
            type Mask = bool;
            type Again = Self;

            #[inline]
            fn again(self) -> Self { self }
            #[inline]
            fn reread(again: Self, _: Self) -> Self { again }

            type Double = f64;
            #[inline]
            #[allow(clippy::cast_lossless)]
            fn double(self) -> f64 { self as f64 }
            #[inline]
            #[allow(clippy::cast_possible_truncation)]
            fn nearest(double: f64) -> Self { double as $float }

            #[inline]
            #[allow(clippy::cast_possible_truncation, clippy::cast_lossless)]
            fn from_f64(value: f64) -> Self { value as $float }
            #[inline]
            fn epsilon() -> Self { $float::EPSILON }
            #[inline]
            fn less(self, other: Self) -> bool { self < other }
            #[inline]
            fn less_equal(self, other: Self) -> bool { self <= other }
            #[inline]
            fn select(mask: bool, yes: Self, no: Self) -> Self { if mask { yes } else { no } }
            #[inline]
            fn usually(mask: bool, yes: Self, no: Self) -> Self {
                if mask {
                    return yes;
                }
                // A branch that is hardly ever taken, instead of both sides and a mask.
                core::hint::cold_path();
                core::hint::black_box(no)
            }
            #[inline]
            fn is_everywhere(mask: bool) -> bool { mask }
            // Not `f32::min`: its rule for NaN costs two instructions more, and no NaN gets here.
            #[inline]
            fn min(self, other: Self) -> Self { if self < other { self } else { other } }
            #[inline]
            fn max(self, other: Self) -> Self { if self > other { self } else { other } }
            #[inline]
            fn abs(self) -> Self { self.abs() }
            #[inline]
            fn sqrt(self) -> Self { self.sqrt() }
            #[inline]
            fn sin(self) -> Self { elementary::$float::sin(self) }
            #[inline]
            fn cos(self) -> Self { elementary::$float::cos(self) }
            #[inline]
            fn tan(self) -> Self { elementary::$float::tan(self) }
            #[inline]
            fn asin(self) -> Self { elementary::$float::asin(self) }
            #[inline]
            fn acos(self) -> Self { elementary::$float::acos(self) }
            #[inline]
            fn atan(self) -> Self { elementary::$float::atan(self) }
            #[inline]
            fn atan2(self, x: Self) -> Self { elementary::$float::atan2(self, x) }
            #[inline]
            fn exp(self) -> Self { $exp(self) }
            #[inline]
            fn ln(self) -> Self { elementary::$float::ln(self) }
            #[inline]
            fn powf(self, exponent: Self) -> Self { elementary::$float::powf(self, exponent) }
            #[inline]
            #[allow(clippy::cast_possible_truncation, clippy::cast_lossless)]
            fn on_curve<'c>(self, curve: impl Fn(usize) -> Option<&'c Curve>, order: u32) -> Self {
                curve(0).map_or(0.0, |curve| curve.derivative(order, self as f64) as $float)
            }
        }
    )*};
}
// As lanes have it: the same bits.
#[cfg(not(feature = "f64"))]
impl_real!(f32: exponential::exponential, f64: elementary::f64::exp);
#[cfg(feature = "f64")]
impl_real!(f32: elementary::f32::exp, f64: elementary::f64::exp);

#[cfg(test)]
mod tests {
    use super::Real;

    /// 3 : 4 : 5 at all sizes that a single has, from denormal numbers on. Four roundings, and one of 3e-44, which is 21 of the
    /// least number.
    #[test]
    fn a_vector_of_any_size_is_made_as_long_as_asked() {
        for (size, tolerance) in [(1e-44, 0.05), (1e-30, 3e-7), (1.0, 3e-7), (1e30, 3e-7), (5e37, 3e-7)] {
            let [x, y] = [3.0 * size, -4.0 * size];
            for length in [10.0, -10.0] {
                assert!((x.as_long(y, length) - 6.0_f32).abs() < 6.0 * tolerance, "{size}");
                assert!((y.as_long(x, length) + 8.0_f32).abs() < 8.0 * tolerance, "{size}");
            }
        }
        assert_eq!(0.0_f32.as_long(0.0, 10.0).to_bits(), 0.0_f32.to_bits());
    }
}
