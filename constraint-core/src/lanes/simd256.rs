//! Lanes of 256 bits, by AVX2, and in [`simd512`] those of 512 bits, by AVX-512.
//!
//! Each use of `unsafe` is one of four kinds.
//!
//! - **An intrinsic that the processor must have.** Values of these types are made in kernels, packs and batches. All of them
//!   exist only where [`is_detected`] or [`is_wide_detected`] has said yes: [`Width::at_most`](super::Width::at_most) gives the
//!   widths `Simd256` and `Simd512` in no other case, and [`run`](Lanes::run) asks again. The compiler may use AVX2 and FMA in a kernel
//!   besides, where that rounds alike.
//! - **Reinterpretation** of a register as an array of its lanes: same size, and every bit pattern is valid on both sides. The
//!   array needs no greater alignment.
//! - **A request to the cache**, which has no effect that a program could see.
//! - **A place that is in bounds**: [`Places`] knows the last of its places, and this one is compared with the slice. The places
//!   of a [`Run`] are counted from the first ones of its pieces, and so is the last, which is compared.
//!
//! Loads and stores go through references to arrays. All functions are inlined whatever it costs: outside of the kernel that
//! [`run`](Lanes::run) calls, they would be calls.

#![allow(clippy::inline_always)]

mod gather;
mod rows;
mod simd512;

use core::arch::x86_64 as arch;
use core::mem::transmute;
use core::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, Neg, Not, Sub, SubAssign};

use super::by_register::{impl_by_register, lanes_by_register};
use super::doubles::Doubles;
use super::{Kernel, Lanes, Places, Record, Run};
use crate::math::Scalar;
use crate::real::Real;
use gather::{impl_gather, lane_of, nth};
use rows::{columns, columns_of_run, store_each, store_run};
pub(crate) use simd512::Simd512;
pub(super) use simd512::is_detected as is_wide_detected;

#[cfg(not(feature = "f64"))]
use arch::{
    __m256 as Register, _mm256_add_ps as add, _mm256_and_ps as and, _mm256_andnot_ps as and_not,
    _mm256_blendv_ps as blend, _mm256_cmp_ps as compare, _mm256_div_ps as divide, _mm256_max_ps as max,
    _mm256_min_ps as min, _mm256_movemask_ps as signs, _mm256_mul_ps as multiply, _mm256_or_ps as or,
    _mm256_set1_ps as splat, _mm256_sqrt_ps as square_root, _mm256_sub_ps as subtract, _mm256_xor_ps as xor,
};
#[cfg(feature = "f64")]
use arch::{
    __m256d as Register, _mm256_add_pd as add, _mm256_and_pd as and, _mm256_andnot_pd as and_not,
    _mm256_blendv_pd as blend, _mm256_cmp_pd as compare, _mm256_div_pd as divide, _mm256_max_pd as max,
    _mm256_min_pd as min, _mm256_movemask_pd as signs, _mm256_mul_pd as multiply, _mm256_or_pd as or,
    _mm256_set1_pd as splat, _mm256_sqrt_pd as square_root, _mm256_sub_pd as subtract, _mm256_xor_pd as xor,
};

/// Every bit of a lane is set, or none.
type MaskRegister = Register;

const COUNT: usize = size_of::<Register>() / size_of::<Scalar>();

/// Eight joints, or four with the feature `f64`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Simd256(Register);

/// The outcome of a comparison in each lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mask256(MaskRegister);

/// Whether this processor has what the kernels are compiled for.
#[inline]
pub(super) fn is_detected() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")
}

/// # Safety
/// The processor has AVX2 and FMA.
#[target_feature(enable = "avx2,fma")]
unsafe fn run_with_avx(kernel: impl Kernel) {
    kernel.run();
}

/// The sign bit alone, as a scalar's negation.
#[inline]
#[target_feature(enable = "avx")]
fn negate(x: Register) -> Register {
    xor(x, splat(-0.0))
}

#[inline]
#[target_feature(enable = "avx")]
fn absolute(x: Register) -> Register {
    and_not(splat(-0.0), x)
}

#[inline]
#[target_feature(enable = "avx")]
fn less(x: Register, y: Register) -> MaskRegister {
    compare::<{ arch::_CMP_LT_OQ }>(x, y)
}

#[inline]
#[target_feature(enable = "avx")]
fn less_equal(x: Register, y: Register) -> MaskRegister {
    compare::<{ arch::_CMP_LE_OQ }>(x, y)
}

#[inline]
#[target_feature(enable = "avx")]
fn select(mask: MaskRegister, yes: Register, no: Register) -> Register {
    blend(no, yes, mask)
}

#[inline]
#[target_feature(enable = "avx")]
fn not(mask: MaskRegister) -> MaskRegister {
    // 0 = 0 in every lane.
    let zero = splat(0.0);
    xor(mask, compare::<{ arch::_CMP_EQ_OQ }>(zero, zero))
}

#[inline]
#[target_feature(enable = "avx")]
fn any(mask: MaskRegister) -> bool {
    signs(mask) != 0
}

impl_by_register!(Simd256, Mask256);

#[cfg(not(feature = "f64"))]
impl crate::real::exponential::PowerOfTwo for Simd256 {
    #[inline(always)]
    fn power_of_two(self) -> Self {
        // SAFETY: the processor has AVX2. The exponent's bits stand above 23 others.
        Self(unsafe {
            let exponent = arch::_mm256_add_epi32(arch::_mm256_cvtps_epi32(self.0), arch::_mm256_set1_epi32(127));
            arch::_mm256_castsi256_ps(arch::_mm256_slli_epi32::<23>(exponent))
        })
    }
}

impl Lanes for Simd256 {
    const FETCHES: bool = true;

    lanes_by_register!();

    #[inline(always)]
    fn fetch<T: ?Sized>(ahead: &T) {
        const LINE: usize = 64;
        let first = core::ptr::from_ref(ahead).cast::<i8>();
        for line in (0..size_of_val(ahead)).step_by(LINE) {
            // SAFETY: a request, whatever it asks for, changes nothing but what is in the cache.
            unsafe { arch::_mm_prefetch::<{ arch::_MM_HINT_T0 }>(first.wrapping_byte_add(line)) };
        }
    }

    #[inline(always)]
    fn mask(bits: u16) -> Mask256 {
        // SAFETY: the processor has AVX2. Each lane compares its own bit.
        Mask256(unsafe {
            #[cfg(not(feature = "f64"))]
            let own = arch::_mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
            #[cfg(not(feature = "f64"))]
            let all = arch::_mm256_and_si256(arch::_mm256_set1_epi32(i32::from(bits)), own);
            #[cfg(not(feature = "f64"))]
            let mask = arch::_mm256_castsi256_ps(arch::_mm256_cmpeq_epi32(all, own));
            #[cfg(feature = "f64")]
            let own = arch::_mm256_setr_epi64x(1, 2, 4, 8);
            #[cfg(feature = "f64")]
            let all = arch::_mm256_and_si256(arch::_mm256_set1_epi64x(i64::from(bits)), own);
            #[cfg(feature = "f64")]
            let mask = arch::_mm256_castsi256_pd(arch::_mm256_cmpeq_epi64(all, own));
            mask
        })
    }

    fn run(kernel: impl Kernel) {
        assert!(is_detected(), "lanes of AVX on a processor without it");
        // SAFETY: just asked.
        unsafe { run_with_avx(kernel) }
    }
}

impl_gather!(Simd256, "avx");
