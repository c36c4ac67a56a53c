//! Records of four scalars and registers of one scalar each: transpositions. Part of the module that may be `unsafe`.

use core::arch::x86_64 as arch;

use super::gather::nth;
use super::{COUNT, Register};
use crate::math::Scalar;

/// Four scalars of one lane.
#[cfg(not(feature = "f64"))]
pub(super) type Row = arch::__m128;
#[cfg(feature = "f64")]
pub(super) type Row = Register;

/// Writes a record by one instruction: a load soon after is then served from the store buffer.
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

/// Reads a record.
#[inline]
#[target_feature(enable = "avx")]
pub(super) fn load(record: &[Scalar; 4]) -> Row {
    // SAFETY: a record has as many bytes as a row.
    unsafe {
        #[cfg(not(feature = "f64"))]
        return arch::_mm_loadu_ps(record.as_ptr());
        #[cfg(feature = "f64")]
        return arch::_mm256_loadu_pd(record.as_ptr());
    }
}

/// A record for each lane as columns: 4 × 4 transpositions in both halves of the registers. Of two records side by side in memory
/// and in a register, the compiler makes one instruction.
///
/// # Safety
/// There are all of them.
#[inline]
#[target_feature(enable = "avx")]
pub(super) unsafe fn columns(record: impl Fn(usize) -> *const [Scalar; 4]) -> [Register; 4] {
    // SAFETY: as the caller says.
    let load = |lane: usize| unsafe { load(&*record(lane)) };
    #[cfg(not(feature = "f64"))]
    let load =
        |lane: usize| arch::_mm256_insertf128_ps::<1>(arch::_mm256_castps128_ps256(load(lane)), load(lane + COUNT / 2));
    transposed([load(0), load(1), load(2), load(3)])
}

/// Records that are as far apart as `STRIDE` says, from the place of the nth one on, as columns.
///
/// # Safety
/// There are all of them.
#[inline]
#[target_feature(enable = "avx")]
pub(super) unsafe fn columns_of_run<const STRIDE: usize>(place: impl Fn(usize) -> *const [Scalar; 4]) -> [Register; 4] {
    // SAFETY: as the caller says.
    unsafe { columns(|lane| place(nth(lane, COUNT))) }
}

/// Writes a record for each lane that `writes`, to the place that `place` gives.
///
/// # Safety
/// There is such a record.
#[inline]
#[target_feature(enable = "avx")]
pub(super) unsafe fn store_each(
    columns: [Register; 4],
    place: impl Fn(usize) -> *mut [Scalar; 4],
    writes: impl Fn(usize) -> bool,
) {
    let rows = transposed(columns);
    #[cfg(not(feature = "f64"))]
    let rows = {
        let [a, b, c, d] = rows;
        let low = |pair: Register| arch::_mm256_castps256_ps128(pair);
        let high = |pair: Register| arch::_mm256_extractf128_ps::<1>(pair);
        [low(a), low(b), low(c), low(d), high(a), high(b), high(c), high(d)]
    };
    for (lane, row) in rows.into_iter().enumerate() {
        if writes(lane) {
            // SAFETY: as the caller says.
            store(row, unsafe { &mut *place(lane) });
        }
    }
}

/// Writes records that are as far apart as `STRIDE` says.
///
/// # Safety
/// There are all of them.
#[inline]
#[target_feature(enable = "avx")]
pub(super) unsafe fn store_run<const STRIDE: usize>(columns: [Register; 4], place: impl Fn(usize) -> *mut [Scalar; 4]) {
    // SAFETY: as the caller says.
    unsafe { store_each(columns, |lane| place(nth(lane, COUNT)), |_| true) };
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
