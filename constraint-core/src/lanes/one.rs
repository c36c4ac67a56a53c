//! One joint at a time.

use super::{Gather, Kernel, Lanes, Places, Record};
use crate::math::Scalar;

#[cfg(not(feature = "f64"))]
impl crate::real::exponential::PowerOfTwo for Scalar {
    #[inline]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // of whole numbers that give an exponent
    fn power_of_two(self) -> Self {
        Self::from_bits(((self as i32).wrapping_add(127) as u32) << 23)
    }
}

impl Lanes for Scalar {
    const COUNT: usize = 1;

    fn splat(value: Scalar) -> Self {
        value
    }

    #[inline]
    fn from_fn(mut value: impl FnMut(usize) -> Scalar) -> Self {
        value(0)
    }

    #[inline]
    fn doubles(mut value: impl FnMut(usize) -> f64) -> f64 {
        value(0)
    }

    #[inline]
    fn map(self, function: impl Fn(Scalar) -> Scalar) -> Self {
        function(self)
    }

    fn get(self, _: usize) -> Scalar {
        self
    }

    fn read(&self, _: usize) -> Scalar {
        *self
    }

    fn set(&mut self, _: usize, value: Scalar) {
        *self = value;
    }

    #[inline]
    fn any(mask: bool) -> bool {
        mask
    }

    #[inline]
    fn run(kernel: impl Kernel) {
        kernel.run();
    }
}

impl Gather for Scalar {
    type Offsets = [u32; 1];
    #[inline]
    fn offsets(offset: u32) -> Self::Offsets {
        [offset; 1]
    }

    #[inline]
    fn gather<R: Record>(places: &Places<Self>, records: &[R]) -> [Self; 4] {
        *records[places.get(0) as usize].scalars()
    }

    #[inline]
    fn scatter<R: Record>(values: [Self; 4], places: &Places<Self>, records: &mut [R]) {
        if places.all_move() {
            *records[places.get(0) as usize].scalars_mut() = values;
        }
    }

    #[inline]
    fn load<R: Record>(records: &[R]) -> [Self; 4] {
        *records[0].scalars()
    }

    #[inline]
    fn store<R: Record>(values: [Self; 4], records: &mut [R]) {
        *records[0].scalars_mut() = values;
    }
}
