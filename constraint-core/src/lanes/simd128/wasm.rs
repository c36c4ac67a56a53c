//! Registers of WebAssembly's SIMD, where the crate is compiled with the target feature `simd128`.

use core::arch::wasm32 as arch;

#[cfg(not(feature = "f64"))]
pub(super) use arch::{
    f32x4_abs as absolute, f32x4_add as add, f32x4_div as divide, f32x4_le as less_equal, f32x4_lt as less,
    f32x4_mul as multiply, f32x4_neg as negate, f32x4_splat as splat, f32x4_sqrt as square_root, f32x4_sub as subtract,
};
#[cfg(not(feature = "f64"))]
use arch::{f32x4_pmax as pseudo_max, f32x4_pmin as pseudo_min};
#[cfg(feature = "f64")]
pub(super) use arch::{
    f64x2_abs as absolute, f64x2_add as add, f64x2_div as divide, f64x2_le as less_equal, f64x2_lt as less,
    f64x2_mul as multiply, f64x2_neg as negate, f64x2_splat as splat, f64x2_sqrt as square_root, f64x2_sub as subtract,
};
#[cfg(feature = "f64")]
use arch::{f64x2_pmax as pseudo_max, f64x2_pmin as pseudo_min};
pub(super) use arch::{
    v128 as Register, v128 as MaskRegister, v128_and as and, v128_any_true as any, v128_not as not, v128_or as or,
};

#[inline(always)]
pub(super) fn select(mask: MaskRegister, yes: Register, no: Register) -> Register {
    arch::v128_bitselect(yes, no, mask)
}

/// The pseudo-minimum gives its first operand where one is NaN.
#[inline(always)]
pub(super) fn min(x: Register, y: Register) -> Register {
    pseudo_min(y, x)
}

#[inline(always)]
pub(super) fn max(x: Register, y: Register) -> Register {
    pseudo_max(y, x)
}

#[inline(always)]
pub(super) fn interleave_low(x: Register, y: Register) -> Register {
    #[cfg(not(feature = "f64"))]
    return arch::i32x4_shuffle::<0, 4, 1, 5>(x, y);
    #[cfg(feature = "f64")]
    arch::i64x2_shuffle::<0, 2>(x, y)
}

#[inline(always)]
pub(super) fn interleave_high(x: Register, y: Register) -> Register {
    #[cfg(not(feature = "f64"))]
    return arch::i32x4_shuffle::<2, 6, 3, 7>(x, y);
    #[cfg(feature = "f64")]
    arch::i64x2_shuffle::<1, 3>(x, y)
}
