//! Records of four scalars and registers of one scalar each, of 512 bits: transpositions. Part of the module that may be `unsafe`.

use core::arch::asm;
use core::arch::x86_64 as arch;

use super::super::rows::{Row, store};
use super::{COUNT, Register};
use crate::lanes::simd256::gather::{REGISTERS, nth};
use crate::math::Scalar;

/// How many records a register holds.
const PER_REGISTER: usize = COUNT / REGISTERS;

/// A record for each lane, from anywhere, as columns.
///
/// # Safety
/// There are all of them.
#[inline]
#[target_feature(enable = "avx512f")]
pub(in crate::lanes::simd256) unsafe fn columns(record: impl Fn(usize) -> *const [Scalar; 4]) -> [Register; 4] {
    // SAFETY: as the caller says.
    let joined = |register: usize| joined(|nth| unsafe { &*record(register + nth * REGISTERS) });
    transposed([joined(0), joined(1), joined(2), joined(3)])
}

/// Records as columns. Those of one register are as far apart as `STRIDE` says, 1 or 2, from the nth one on, whose place is given.
///
/// # Safety
/// There are all of them.
#[inline]
#[target_feature(enable = "avx512f")]
pub(in crate::lanes::simd256) unsafe fn columns_of_run<const STRIDE: usize>(
    place: impl Fn(usize) -> *const [Scalar; 4],
) -> [Register; 4] {
    // SAFETY: the last record that is read for a register is the last one of that register.
    let load = |nth: usize, record: usize| unsafe { load(place(nth).add(record)) };
    let joined = |nth: usize| match STRIDE {
        1 => load(nth, 0),
        // Each load starts one record early: the last record is then the last that is read.
        _ => every_other(load(nth, 0), load(nth, PER_REGISTER - 1)),
    };
    transposed([joined(0), joined(PER_REGISTER), joined(2 * PER_REGISTER), joined(3 * PER_REGISTER)])
}

/// Writes a record for each lane that `writes`, to the place that `place` gives.
///
/// # Safety
/// There is such a record.
#[inline]
#[target_feature(enable = "avx512f")]
pub(in crate::lanes::simd256) unsafe fn store_each(
    columns: [Register; 4],
    place: impl Fn(usize) -> *mut [Scalar; 4],
    writes: impl Fn(usize) -> bool,
) {
    for (register, rows) in transposed(columns).into_iter().enumerate() {
        for (nth, row) in parts(rows).into_iter().enumerate() {
            let lane = register + nth * REGISTERS;
            if writes(lane) {
                // SAFETY: as the caller says.
                store(row, unsafe { &mut *place(lane) });
            }
        }
    }
}

/// Writes records, of which those of one register are as far apart as `STRIDE` says, 1 or 2.
///
/// # Safety
/// There are all of them.
#[inline]
#[target_feature(enable = "avx512f")]
pub(in crate::lanes::simd256) unsafe fn store_run<const STRIDE: usize>(
    columns: [Register; 4],
    place: impl Fn(usize) -> *mut [Scalar; 4],
) {
    // SAFETY: as the caller says.
    unsafe {
        if STRIDE == 1 {
            for (register, rows) in transposed(columns).into_iter().enumerate() {
                store_whole(rows, place(register * PER_REGISTER));
            }
        } else {
            store_each(columns, |lane| place(nth(lane, COUNT)), |_| true);
        }
    }
}

/// A register as it is: of its parts alone the compiler would take each out of what the register is made of, by more
/// instructions.
#[inline]
#[target_feature(enable = "avx512f")]
fn whole(mut register: Register) -> Register {
    // SAFETY: it does nothing.
    unsafe { asm!("/* {0} */", inout(zmm_reg) register, options(pure, nomem, nostack, preserves_flags)) };
    register
}

/// # Safety
/// There are as many records as a register holds.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn load(first: *const [Scalar; 4]) -> Register {
    // SAFETY: as the caller says.
    unsafe {
        #[cfg(not(feature = "f64"))]
        return arch::_mm512_loadu_ps(first.cast());
        #[cfg(feature = "f64")]
        return arch::_mm512_loadu_pd(first.cast());
    }
}

/// # Safety
/// There are as many records as a register holds.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn store_whole(rows: Register, first: *mut [Scalar; 4]) {
    // SAFETY: as the caller says.
    unsafe {
        #[cfg(not(feature = "f64"))]
        arch::_mm512_storeu_ps(first.cast(), rows);
        #[cfg(feature = "f64")]
        arch::_mm512_storeu_pd(first.cast(), rows);
    }
}

/// Records in one register.
#[cfg(not(feature = "f64"))]
#[inline]
#[target_feature(enable = "avx512f")]
fn joined<'a>(record: impl Fn(usize) -> &'a [Scalar; 4]) -> Register {
    // SAFETY: a record has the 16 bytes that are loaded.
    let load = |nth: usize| unsafe { arch::_mm_loadu_ps(record(nth).as_ptr()) };
    let one = arch::_mm512_castps128_ps512(load(0));
    let two = arch::_mm512_insertf32x4::<1>(one, load(1));
    let three = arch::_mm512_insertf32x4::<2>(two, load(2));
    arch::_mm512_insertf32x4::<3>(three, load(3))
}

/// And back.
#[cfg(not(feature = "f64"))]
#[inline]
#[target_feature(enable = "avx512f")]
fn parts(rows: Register) -> [Row; PER_REGISTER] {
    let rows = whole(rows);
    [
        arch::_mm512_castps512_ps128(rows),
        arch::_mm512_extractf32x4_ps::<1>(rows),
        arch::_mm512_extractf32x4_ps::<2>(rows),
        arch::_mm512_extractf32x4_ps::<3>(rows),
    ]
}

/// Every other record: of `near` from its first one on, of `far` from its second.
#[cfg(not(feature = "f64"))]
#[inline]
#[target_feature(enable = "avx512f")]
fn every_other(near: Register, far: Register) -> Register {
    arch::_mm512_shuffle_f32x4::<0b11_01_10_00>(near, far)
}

/// 4 × 4 transpositions in all quarters of the registers.
#[cfg(not(feature = "f64"))]
#[inline]
#[target_feature(enable = "avx512f")]
fn transposed([a, b, c, d]: [Register; 4]) -> [Register; 4] {
    let (ab_low, ab_high) = (arch::_mm512_unpacklo_ps(a, b), arch::_mm512_unpackhi_ps(a, b));
    let (cd_low, cd_high) = (arch::_mm512_unpacklo_ps(c, d), arch::_mm512_unpackhi_ps(c, d));
    [
        arch::_mm512_shuffle_ps::<0b01_00_01_00>(ab_low, cd_low),
        arch::_mm512_shuffle_ps::<0b11_10_11_10>(ab_low, cd_low),
        arch::_mm512_shuffle_ps::<0b01_00_01_00>(ab_high, cd_high),
        arch::_mm512_shuffle_ps::<0b11_10_11_10>(ab_high, cd_high),
    ]
}

/// Records in one register.
#[cfg(feature = "f64")]
#[inline]
#[target_feature(enable = "avx512f")]
fn joined<'a>(record: impl Fn(usize) -> &'a [Scalar; 4]) -> Register {
    // SAFETY: a record has the 32 bytes that are loaded.
    let load = |nth: usize| unsafe { arch::_mm256_loadu_pd(record(nth).as_ptr()) };
    arch::_mm512_insertf64x4::<1>(arch::_mm512_castpd256_pd512(load(0)), load(1))
}

/// And back.
#[cfg(feature = "f64")]
#[inline]
#[target_feature(enable = "avx512f")]
fn parts(rows: Register) -> [Row; PER_REGISTER] {
    let rows = whole(rows);
    [arch::_mm512_castpd512_pd256(rows), arch::_mm512_extractf64x4_pd::<1>(rows)]
}

/// Every other record: of `near` its first one, of `far` its second.
#[cfg(feature = "f64")]
#[inline]
#[target_feature(enable = "avx512f")]
fn every_other(near: Register, far: Register) -> Register {
    arch::_mm512_shuffle_f64x2::<0b11_10_01_00>(near, far)
}

/// 4 × 4 transpositions in both halves of the registers.
#[cfg(feature = "f64")]
#[inline]
#[target_feature(enable = "avx512f")]
fn transposed([a, b, c, d]: [Register; 4]) -> [Register; 4] {
    let (ab_low, ab_high) = (arch::_mm512_unpacklo_pd(a, b), arch::_mm512_unpackhi_pd(a, b));
    let (cd_low, cd_high) = (arch::_mm512_unpacklo_pd(c, d), arch::_mm512_unpackhi_pd(c, d));
    let low = |ab: Register, cd: Register| {
        arch::_mm512_permutex2var_pd(ab, arch::_mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13), cd)
    };
    let high = |ab: Register, cd: Register| {
        arch::_mm512_permutex2var_pd(ab, arch::_mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15), cd)
    };
    [low(ab_low, cd_low), low(ab_high, cd_high), high(ab_low, cd_low), high(ab_high, cd_high)]
}
