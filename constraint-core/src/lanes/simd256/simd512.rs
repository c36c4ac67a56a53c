//! Lanes of 512 bits, by AVX-512 intrinsics. Part of the module that may be `unsafe`, which says why each use is sound: values of
//! [`Simd512`] are made only where [`is_detected`] has said yes.

mod rows;

use core::arch::x86_64 as arch;
use core::mem::transmute;
use core::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, Neg, Not, Sub, SubAssign};

use super::Simd256;
use super::gather::{impl_gather, lane_of, nth};
use crate::lanes::by_register::{impl_by_register, lanes_by_register};
use crate::lanes::doubles::Doubles;
use crate::lanes::{Kernel, Lanes, Places, Record, Run};
use crate::math::Scalar;
use crate::real::Real;
use rows::{columns, columns_of_run, store_each, store_run};

#[cfg(not(feature = "f64"))]
use arch::{
    __m512 as Register, __mmask16 as MaskRegister, _mm512_abs_ps as absolute, _mm512_add_ps as add,
    _mm512_castps_si512 as integers, _mm512_castsi512_ps as scalars, _mm512_cmp_ps_mask as compare,
    _mm512_div_ps as divide, _mm512_mask_blend_ps as blend, _mm512_maskz_mov_ps as keep, _mm512_max_ps as max,
    _mm512_min_ps as min, _mm512_mul_ps as multiply, _mm512_set1_ps as splat, _mm512_sqrt_ps as square_root,
    _mm512_sub_ps as subtract,
};
#[cfg(feature = "f64")]
use arch::{
    __m512d as Register, __mmask8 as MaskRegister, _mm512_abs_pd as absolute, _mm512_add_pd as add,
    _mm512_castpd_si512 as integers, _mm512_castsi512_pd as scalars, _mm512_cmp_pd_mask as compare,
    _mm512_div_pd as divide, _mm512_mask_blend_pd as blend, _mm512_maskz_mov_pd as keep, _mm512_max_pd as max,
    _mm512_min_pd as min, _mm512_mul_pd as multiply, _mm512_set1_pd as splat, _mm512_sqrt_pd as square_root,
    _mm512_sub_pd as subtract,
};

const COUNT: usize = size_of::<Register>() / size_of::<Scalar>();

/// Sixteen joints, or eight with the feature `f64`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Simd512(Register);

/// The outcome of a comparison: a bit for each lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mask512(MaskRegister);

/// Whether this processor has what the kernels are compiled for.
#[inline]
pub(in crate::lanes) fn is_detected() -> bool {
    is_x86_feature_detected!("avx512f") && super::is_detected()
}

/// # Safety
/// The processor has AVX-512F, AVX2 and FMA.
#[target_feature(enable = "avx512f,avx2,fma")]
unsafe fn run_with_avx512(kernel: impl Kernel) {
    kernel.run();
}

/// The sign bit alone, as a scalar's negation.
#[inline]
#[target_feature(enable = "avx512f")]
fn negate(x: Register) -> Register {
    scalars(arch::_mm512_xor_si512(integers(x), integers(splat(-0.0))))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn less(x: Register, y: Register) -> MaskRegister {
    compare::<{ arch::_CMP_LT_OQ }>(x, y)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn less_equal(x: Register, y: Register) -> MaskRegister {
    compare::<{ arch::_CMP_LE_OQ }>(x, y)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn select(mask: MaskRegister, yes: Register, no: Register) -> Register {
    blend(mask, no, yes)
}

#[inline(always)]
fn and(x: MaskRegister, y: MaskRegister) -> MaskRegister {
    x & y
}

#[inline(always)]
fn or(x: MaskRegister, y: MaskRegister) -> MaskRegister {
    x | y
}

#[inline(always)]
fn not(mask: MaskRegister) -> MaskRegister {
    !mask
}

#[inline(always)]
fn any(mask: MaskRegister) -> bool {
    mask != 0
}

impl_by_register!(Simd512, Mask512);

#[cfg(not(feature = "f64"))]
impl crate::real::exponential::PowerOfTwo for Simd512 {
    #[inline(always)]
    fn power_of_two(self) -> Self {
        self.map(crate::real::exponential::PowerOfTwo::power_of_two)
    }
}

impl Lanes for Simd512 {
    const FETCHES: bool = true;

    lanes_by_register!();

    #[inline(always)]
    fn fetch<T: ?Sized>(ahead: &T) {
        Simd256::fetch(ahead);
    }

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, trivial_numeric_casts)] // as many bits as lanes
    fn mask(bits: u16) -> Mask512 {
        Mask512(bits as MaskRegister)
    }

    #[inline(always)]
    fn unless_below(self, least: Self) -> Self {
        // By the mask of what is kept: to turn one round would take as long as a sum.
        // SAFETY: the processor has AVX-512.
        Self(unsafe { keep(compare::<{ arch::_CMP_NLT_UQ }>(absolute(self.0), least.0), self.0) })
    }

    fn run(kernel: impl Kernel) {
        assert!(is_detected(), "lanes of AVX-512 on a processor without it");
        // SAFETY: just asked.
        unsafe { run_with_avx512(kernel) }
    }
}

impl_gather!(Simd512, "avx512f");
