//! Lanes of 128 bits: the fallback that every processor has.
//!
//! `unsafe` is needed to call macros that other widths share, and to read a register as an array. The functions of the chosen
//! module are safe to call wherever it is compiled in.

#![allow(clippy::inline_always)] // as in `simd256`

#[cfg_attr(all(target_arch = "x86_64", target_feature = "sse2"), path = "simd128/sse2.rs")]
#[cfg_attr(all(target_arch = "aarch64", target_feature = "neon"), path = "simd128/neon.rs")]
#[cfg_attr(all(target_arch = "wasm32", target_feature = "simd128"), path = "simd128/wasm.rs")]
#[cfg_attr(
    not(any(
        all(target_arch = "x86_64", target_feature = "sse2"),
        all(target_arch = "aarch64", target_feature = "neon"),
        all(target_arch = "wasm32", target_feature = "simd128"),
    )),
    path = "simd128/portable.rs"
)]
mod register;

use core::mem::transmute;
use core::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, Neg, Not, Sub, SubAssign};

use super::by_register::{impl_by_register, lanes_by_register};
use super::doubles::Doubles;
use super::{Gather, Kernel, Lanes, Places, Record};
use crate::math::Scalar;
use crate::real::Real;
use register::{
    MaskRegister, Register, absolute, add, and, any, divide, interleave_high, interleave_low, less, less_equal, max,
    min, multiply, negate, not, or, select, splat, square_root, subtract,
};

const COUNT: usize = size_of::<Register>() / size_of::<Scalar>();

/// Four joints, or two with the feature `f64`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Simd128(Register);

/// The outcome of a comparison in each lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mask128(MaskRegister);

impl_by_register!(Simd128, Mask128);

#[cfg(not(feature = "f64"))]
impl crate::real::exponential::PowerOfTwo for Simd128 {
    #[inline(always)]
    fn power_of_two(self) -> Self {
        self.map(crate::real::exponential::PowerOfTwo::power_of_two)
    }
}

impl Lanes for Simd128 {
    lanes_by_register!();

    #[inline]
    fn run(kernel: impl Kernel) {
        kernel.run();
    }
}

impl Gather for Simd128 {
    type Offsets = [u32; COUNT];
    #[inline(always)]
    fn offsets(offset: u32) -> Self::Offsets {
        [offset; COUNT]
    }

    #[inline(always)]
    fn gather<R: Record>(places: &Places<Self>, records: &[R]) -> [Self; 4] {
        columns(|lane| records[places.get(lane) as usize].scalars())
    }

    #[inline(always)]
    fn scatter<R: Record>(values: [Self; 4], places: &Places<Self>, records: &mut [R]) {
        let all_move = places.all_move();
        for (lane, row) in rows(values).into_iter().enumerate() {
            if all_move || places.moves(lane) {
                *records[places.get(lane) as usize].scalars_mut() = row;
            }
        }
    }

    #[inline(always)]
    fn load<R: Record>(records: &[R]) -> [Self; 4] {
        columns(|lane| records[lane].scalars())
    }

    #[inline(always)]
    fn store<R: Record>(values: [Self; 4], records: &mut [R]) {
        for (record, row) in records[..COUNT].iter_mut().zip(rows(values)) {
            *record.scalars_mut() = row;
        }
    }
}

/// A record of each lane as four columns.
#[inline(always)]
fn columns<'a>(record: impl Fn(usize) -> &'a [Scalar; 4]) -> [Simd128; 4] {
    let mut records = [[0.0; 4]; COUNT];
    for (lane, own) in records.iter_mut().enumerate() {
        *own = *record(lane);
    }
    // SAFETY: reinterpretation.
    transposed(unsafe { transmute::<[[Scalar; 4]; COUNT], [Simd128; 4]>(records) })
}

/// And back.
#[inline(always)]
fn rows(columns: [Simd128; 4]) -> [[Scalar; 4]; COUNT] {
    #[cfg(feature = "f64")]
    let rows = {
        let [(a, b), (c, d)] = [interleaved(columns[0], columns[1]), interleaved(columns[2], columns[3])];
        [a, c, b, d]
    };
    #[cfg(not(feature = "f64"))]
    let rows = transposed(columns);
    // SAFETY: reinterpretation.
    unsafe { transmute::<[Simd128; 4], [[Scalar; 4]; COUNT]>(rows) }
}

/// Registers that hold a record of each lane, one after another, as columns.
#[inline(always)]
fn transposed([a, b, c, d]: [Simd128; 4]) -> [Simd128; 4] {
    let ((a, b), (c, d)) = (interleaved(a, c), interleaved(b, d));
    #[cfg(not(feature = "f64"))]
    let ((a, b), (c, d)) = (interleaved(a, c), interleaved(b, d));
    [a, b, c, d]
}

/// The lanes of both in turn: of the lower halves, and of the upper ones.
#[inline(always)]
fn interleaved(x: Simd128, y: Simd128) -> (Simd128, Simd128) {
    // SAFETY: the processor has the instructions.
    unsafe { (Simd128(interleave_low(x.0, y.0)), Simd128(interleave_high(x.0, y.0))) }
}
