//! Records of four scalars and registers of one scalar each: transpositions. Part of the module that may be `unsafe`.

use core::arch::x86_64 as arch;

use super::{COUNT, Register};
use crate::math::Scalar;

/// Four scalars of one lane.
#[cfg(not(feature = "f64"))]
pub(super) type Row = arch::__m128;
#[cfg(feature = "f64")]
pub(super) type Row = Register;

/// Writes a record by one instruction, so that one can read it again before it has left the processor's store buffer.
#[inline]
#[target_feature(enable = "avx")]
pub(super) fn store(row: Row, record: &mut [Scalar; 4]) {
    // SAFETY: a record has as many bytes as a row.
    unsafe {
        #[cfg(not(feature = "f64"))]
        arch::_mm_storeu_ps(record.as_mut_ptr(), row);
        #[cfg(feature = "f64")]
        arch::_mm256_storeu_pd(record.as_mut_ptr(), row);
    }
}

/// Eight rows of four as four columns of eight: 4 × 4 transpositions in both halves of the registers.
#[cfg(not(feature = "f64"))]
#[inline]
#[target_feature(enable = "avx")]
pub(super) fn columns<'a>(row: impl Fn(usize) -> &'a [Scalar; 4]) -> [Register; 4] {
    // SAFETY: a row has the 16 bytes that are loaded.
    let load = |lane: usize| unsafe { arch::_mm_loadu_ps(row(lane).as_ptr()) };
    let pair = |lane: usize| arch::_mm256_insertf128_ps::<1>(arch::_mm256_castps128_ps256(load(lane)), load(lane + 4));
    transposed([pair(0), pair(1), pair(2), pair(3)])
}

/// And back.
#[cfg(not(feature = "f64"))]
#[inline]
#[target_feature(enable = "avx")]
pub(super) fn rows(columns: [Register; 4]) -> [Row; COUNT] {
    let [a, b, c, d] = transposed(columns);
    let low = |pair: Register| arch::_mm256_castps256_ps128(pair);
    let high = |pair: Register| arch::_mm256_extractf128_ps::<1>(pair);
    [low(a), low(b), low(c), low(d), high(a), high(b), high(c), high(d)]
}

#[cfg(not(feature = "f64"))]
#[inline]
#[target_feature(enable = "avx")]
fn transposed([a, b, c, d]: [Register; 4]) -> [Register; 4] {
    let (ab_low, ab_high) = (arch::_mm256_unpacklo_ps(a, b), arch::_mm256_unpackhi_ps(a, b));
    let (cd_low, cd_high) = (arch::_mm256_unpacklo_ps(c, d), arch::_mm256_unpackhi_ps(c, d));
    [
        arch::_mm256_shuffle_ps::<0b01_00_01_00>(ab_low, cd_low),
        arch::_mm256_shuffle_ps::<0b11_10_11_10>(ab_low, cd_low),
        arch::_mm256_shuffle_ps::<0b01_00_01_00>(ab_high, cd_high),
        arch::_mm256_shuffle_ps::<0b11_10_11_10>(ab_high, cd_high),
    ]
}

/// Four rows of four as four columns.
#[cfg(feature = "f64")]
#[inline]
#[target_feature(enable = "avx")]
pub(super) fn columns<'a>(row: impl Fn(usize) -> &'a [Scalar; 4]) -> [Register; 4] {
    // SAFETY: a row has the 32 bytes that are loaded.
    let load = |lane: usize| unsafe { arch::_mm256_loadu_pd(row(lane).as_ptr()) };
    transposed([load(0), load(1), load(2), load(3)])
}

/// And back.
#[cfg(feature = "f64")]
#[inline]
#[target_feature(enable = "avx")]
pub(super) fn rows(columns: [Register; 4]) -> [Row; COUNT] {
    transposed(columns)
}

#[cfg(feature = "f64")]
#[inline]
#[target_feature(enable = "avx")]
fn transposed([a, b, c, d]: [Register; 4]) -> [Register; 4] {
    let (ab_low, ab_high) = (arch::_mm256_unpacklo_pd(a, b), arch::_mm256_unpackhi_pd(a, b));
    let (cd_low, cd_high) = (arch::_mm256_unpacklo_pd(c, d), arch::_mm256_unpackhi_pd(c, d));
    [
        arch::_mm256_permute2f128_pd::<0x20>(ab_low, cd_low),
        arch::_mm256_permute2f128_pd::<0x20>(ab_high, cd_high),
        arch::_mm256_permute2f128_pd::<0x31>(ab_low, cd_low),
        arch::_mm256_permute2f128_pd::<0x31>(ab_high, cd_high),
    ]
}
