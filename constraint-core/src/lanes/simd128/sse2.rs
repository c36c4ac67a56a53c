//! Registers of SSE2, which every x86-64 processor has.

use core::arch::x86_64 as arch;

#[cfg(not(feature = "f64"))]
pub(super) use arch::{
    __m128 as Register, _mm_add_ps as add, _mm_and_ps as and, _mm_cmple_ps as less_equal, _mm_cmplt_ps as less,
    _mm_div_ps as divide, _mm_max_ps as max, _mm_min_ps as min, _mm_mul_ps as multiply, _mm_or_ps as or,
    _mm_set1_ps as splat, _mm_sqrt_ps as square_root, _mm_sub_ps as subtract, _mm_unpackhi_ps as interleave_high,
    _mm_unpacklo_ps as interleave_low,
};
#[cfg(feature = "f64")]
pub(super) use arch::{
    __m128d as Register, _mm_add_pd as add, _mm_and_pd as and, _mm_cmple_pd as less_equal, _mm_cmplt_pd as less,
    _mm_div_pd as divide, _mm_max_pd as max, _mm_min_pd as min, _mm_mul_pd as multiply, _mm_or_pd as or,
    _mm_set1_pd as splat, _mm_sqrt_pd as square_root, _mm_sub_pd as subtract, _mm_unpackhi_pd as interleave_high,
    _mm_unpacklo_pd as interleave_low,
};
#[cfg(feature = "f64")]
use arch::{_mm_andnot_pd as and_not, _mm_cmpeq_pd as equal, _mm_movemask_pd as signs, _mm_xor_pd as xor};
#[cfg(not(feature = "f64"))]
use arch::{_mm_andnot_ps as and_not, _mm_cmpeq_ps as equal, _mm_movemask_ps as signs, _mm_xor_ps as xor};

pub(super) type MaskRegister = Register;

#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn negate(x: Register) -> Register {
    // The sign bit alone, as a scalar's negation.
    xor(x, splat(-0.0))
}

#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn absolute(x: Register) -> Register {
    and_not(splat(-0.0), x)
}

#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn select(mask: MaskRegister, yes: Register, no: Register) -> Register {
    or(and(mask, yes), and_not(mask, no))
}

#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn not(mask: MaskRegister) -> MaskRegister {
    let zero = splat(0.0);
    xor(mask, equal(zero, zero))
}

#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn any(mask: MaskRegister) -> bool {
    signs(mask) != 0
}
