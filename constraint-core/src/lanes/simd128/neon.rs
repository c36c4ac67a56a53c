//! Registers of NEON, the SIMD of 64-bit ARM processors.

use core::arch::aarch64 as arch;

#[cfg(not(feature = "f64"))]
pub(super) use arch::{
    float32x4_t as Register, uint32x4_t as MaskRegister, vabsq_f32 as absolute, vaddq_f32 as add, vandq_u32 as and,
    vbslq_f32 as select, vcleq_f32 as less_equal, vcltq_f32 as less, vdivq_f32 as divide, vdupq_n_f32 as splat,
    vmulq_f32 as multiply, vmvnq_u32 as not, vnegq_f32 as negate, vorrq_u32 as or, vsqrtq_f32 as square_root,
    vsubq_f32 as subtract, vzip1q_f32 as interleave_low, vzip2q_f32 as interleave_high,
};
#[cfg(feature = "f64")]
pub(super) use arch::{
    float64x2_t as Register, uint64x2_t as MaskRegister, vabsq_f64 as absolute, vaddq_f64 as add, vandq_u64 as and,
    vbslq_f64 as select, vcleq_f64 as less_equal, vcltq_f64 as less, vdivq_f64 as divide, vdupq_n_f64 as splat,
    vmulq_f64 as multiply, vnegq_f64 as negate, vorrq_u64 as or, vsqrtq_f64 as square_root, vsubq_f64 as subtract,
    vzip1q_f64 as interleave_low, vzip2q_f64 as interleave_high,
};

/// NEON's own gives NaN where one operand is NaN.
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn min(x: Register, y: Register) -> Register {
    select(less(x, y), x, y)
}

#[inline]
#[target_feature(enable = "neon")]
pub(super) fn max(x: Register, y: Register) -> Register {
    select(less(y, x), x, y)
}

#[cfg(feature = "f64")]
#[inline]
#[target_feature(enable = "neon")]
pub(super) fn not(mask: MaskRegister) -> MaskRegister {
    arch::veorq_u64(mask, arch::vdupq_n_u64(u64::MAX))
}

#[inline]
#[target_feature(enable = "neon")]
pub(super) fn any(mask: MaskRegister) -> bool {
    #[cfg(not(feature = "f64"))]
    return arch::vmaxvq_u32(mask) != 0;
    #[cfg(feature = "f64")]
    return arch::vmaxvq_u32(arch::vreinterpretq_u32_u64(mask)) != 0;
}
