//! Numbers of double precision, one for each lane.

use core::ops::{Add, Mul, Neg, Sub};

use crate::math::{Scalar, double, nearest};

/// As many as there are lanes. They are few, and an array is what the compiler makes registers of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Doubles<const COUNT: usize>([f64; COUNT]);

/// Always inlined: see [`Lanes::run`](super::Lanes::run).
#[allow(clippy::inline_always)]
impl<const COUNT: usize> Doubles<COUNT> {
    /// The value that `value` has for each lane.
    #[inline(always)]
    pub(super) fn from_fn(mut value: impl FnMut(usize) -> f64) -> Self {
        let mut lanes = [0.0; COUNT];
        for (lane, own) in lanes.iter_mut().enumerate() {
            *own = value(lane);
        }
        Self(lanes)
    }

    /// The same numbers, of scalars.
    #[inline(always)]
    pub(super) fn of(scalars: [Scalar; COUNT]) -> Self {
        Self::from_fn(|lane| double(scalars[lane]))
    }

    /// The nearest scalars.
    #[inline(always)]
    pub(super) fn nearest(self) -> [Scalar; COUNT] {
        let mut scalars = [0.0; COUNT];
        for (scalar, own) in scalars.iter_mut().zip(self.0) {
            *scalar = nearest(own);
        }
        scalars
    }
}

impl<const COUNT: usize> Default for Doubles<COUNT> {
    #[inline]
    fn default() -> Self {
        Self([0.0; COUNT])
    }
}

macro_rules! impl_operators {
    ($($operator:ident $function:ident),*) => {$(
        impl<const COUNT: usize> $operator for Doubles<COUNT> {
            type Output = Self;
            #[inline(always)]
            #[allow(clippy::inline_always)] // see `Lanes::run`
            fn $function(mut self, other: Self) -> Self {
                for (own, other) in self.0.iter_mut().zip(other.0) {
                    *own = $operator::$function(*own, other);
                }
                self
            }
        }
    )*};
}
impl_operators!(Add add, Sub sub, Mul mul);

impl<const COUNT: usize> Neg for Doubles<COUNT> {
    type Output = Self;
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn neg(mut self) -> Self {
        for own in &mut self.0 {
            *own = -*own;
        }
        self
    }
}
