//! Lanes of 512 bits, by AVX-512 intrinsics. Part of the module that may be `unsafe`, which says why each use is sound: values of
//! [`Wide`] are made only where [`is_detected`] has said yes.

#![allow(clippy::inline_always)] // as there

mod gather;
mod rows;

use core::arch::x86_64 as arch;
use core::mem::transmute;
use core::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, Neg, Not, Sub, SubAssign};

use super::Avx;
use super::arrays::{functions_by_lane, impl_by_array, lanes_by_array};
#[cfg(not(feature = "f64"))]
use crate::lanes::exponential::PowerOfTwo;
use crate::lanes::{Kernel, Lanes};
use crate::math::Scalar;
use crate::real::Real;

#[cfg(not(feature = "f64"))]
use arch::{
    __m512 as Register, __mmask16 as Bits, _mm512_abs_ps as absolute, _mm512_add_ps as add,
    _mm512_castps_si512 as integers, _mm512_castsi512_ps as scalars, _mm512_cmp_ps_mask as compare,
    _mm512_div_ps as divide, _mm512_mask_blend_ps as blend, _mm512_maskz_mov_ps as keep, _mm512_max_ps as max,
    _mm512_min_ps as min, _mm512_mul_ps as multiply, _mm512_set1_ps as set, _mm512_sqrt_ps as square_root,
    _mm512_sub_ps as subtract,
};
#[cfg(feature = "f64")]
use arch::{
    __m512d as Register, __mmask8 as Bits, _mm512_abs_pd as absolute, _mm512_add_pd as add,
    _mm512_castpd_si512 as integers, _mm512_castsi512_pd as scalars, _mm512_cmp_pd_mask as compare,
    _mm512_div_pd as divide, _mm512_mask_blend_pd as blend, _mm512_maskz_mov_pd as keep, _mm512_max_pd as max,
    _mm512_min_pd as min, _mm512_mul_pd as multiply, _mm512_set1_pd as set, _mm512_sqrt_pd as square_root,
    _mm512_sub_pd as subtract,
};

const COUNT: usize = size_of::<Register>() / size_of::<Scalar>();

/// Sixteen joints, or eight with the feature `f64`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wide(Register);

/// The outcome of a comparison: a bit for each lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WideMask(Bits);

/// Whether this processor has what the kernels are compiled for.
pub(in crate::lanes) fn is_detected() -> bool {
    is_x86_feature_detected!("avx512f") && super::is_detected()
}

/// # Safety
/// The processor has AVX-512F, AVX2 and FMA.
#[target_feature(enable = "avx512f,avx2,fma")]
unsafe fn run_with_avx512(kernel: impl Kernel) {
    kernel.run();
}

impl_by_array!(Wide);

macro_rules! impl_operators {
    ($($operator:ident $function:ident by $intrinsic:ident),*) => {$(
        impl $operator for Wide {
            type Output = Self;
            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                // SAFETY: the processor has AVX-512.
                Self(unsafe { $intrinsic(self.0, other.0) })
            }
        }
    )*};
}
impl_operators!(Add add by add, Sub sub by subtract, Mul mul by multiply, Div div by divide);

impl Neg for Wide {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        // SAFETY: the processor has AVX-512. The sign bit alone, as a scalar's negation.
        Self(unsafe { scalars(arch::_mm512_xor_si512(integers(self.0), integers(set(-0.0)))) })
    }
}

impl BitAnd for WideMask {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for WideMask {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl Not for WideMask {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl Real for Wide {
    type Mask = WideMask;
    type Again = ();

    #[inline(always)]
    fn again(self) {}
    #[inline(always)]
    fn reread((): (), first: Self) -> Self {
        first
    }
    #[inline(always)]
    fn less(self, other: Self) -> WideMask {
        // SAFETY: the processor has AVX-512.
        WideMask(unsafe { compare::<{ arch::_CMP_LT_OQ }>(self.0, other.0) })
    }
    #[inline(always)]
    fn less_equal(self, other: Self) -> WideMask {
        // SAFETY: the processor has AVX-512.
        WideMask(unsafe { compare::<{ arch::_CMP_LE_OQ }>(self.0, other.0) })
    }
    #[inline(always)]
    fn select(mask: WideMask, yes: Self, no: Self) -> Self {
        // SAFETY: the processor has AVX-512.
        Self(unsafe { blend(mask.0, no.0, yes.0) })
    }
    #[inline(always)]
    fn is_everywhere(mask: WideMask) -> bool {
        !Self::any(!mask)
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: the processor has AVX-512. The second operand where one is NaN, as the scalar's.
        Self(unsafe { min(self.0, other.0) })
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        // SAFETY: as for `min`.
        Self(unsafe { max(self.0, other.0) })
    }
    #[inline(always)]
    fn abs(self) -> Self {
        // SAFETY: the processor has AVX-512.
        Self(unsafe { absolute(self.0) })
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        // SAFETY: the processor has AVX-512.
        Self(unsafe { square_root(self.0) })
    }
    functions_by_lane!();
}

#[cfg(not(feature = "f64"))]
impl PowerOfTwo for Wide {
    #[inline(always)]
    fn power_of_two(self) -> Self {
        self.map(PowerOfTwo::power_of_two)
    }
}

impl Lanes for Wide {
    const COUNT: usize = COUNT;
    const FETCHES: bool = true;

    lanes_by_array!();

    #[inline(always)]
    fn splat(value: Scalar) -> Self {
        // SAFETY: the processor has AVX-512.
        Self(unsafe { set(value) })
    }

    #[inline(always)]
    fn fetch<T: ?Sized>(ahead: &T) {
        Avx::fetch(ahead);
    }

    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, trivial_numeric_casts)] // as many bits as lanes
    fn mask(bits: u16) -> WideMask {
        WideMask(bits as Bits)
    }

    #[inline(always)]
    fn unless_below(self, least: Self) -> Self {
        // By the mask of what is kept: to turn one round would take as long as a sum.
        // SAFETY: the processor has AVX-512.
        Self(unsafe { keep(compare::<{ arch::_CMP_NLT_UQ }>(absolute(self.0), least.0), self.0) })
    }

    #[inline(always)]
    fn any(mask: WideMask) -> bool {
        mask.0 != 0
    }

    fn run(kernel: impl Kernel) {
        assert!(is_detected(), "lanes of AVX-512 on a processor without it");
        // SAFETY: just asked.
        unsafe { run_with_avx512(kernel) }
    }
}
