//! Lanes of 256 bits, by AVX intrinsics. The only module with `unsafe` code, its parts [`arrays`], [`mod@rows`] and [`wide`] included.
//!
//! Each use is one of four kinds.
//!
//! - **An intrinsic that the processor must have.** Its instructions are AVX's, and in a few places AVX2's (the compiler may
//!   use AVX2 and FMA in a kernel besides, where that rounds alike). Values of [`Avx`] are made in kernels, blocks and crews,
//!   and all of them exist only where [`is_detected`] has said yes: [`Width::at_most`](super::Width::at_most) gives the widths
//!   `Avx` and `Wide` in no other case, and [`run`](Lanes::run) asks again.
//! - **Reinterpretation** of a register as an array of its lanes: same size, every bit pattern valid on both sides; and the
//!   array needs no greater alignment.
//! - **A request to memory, or none at all**, which has no effect that a program could see.
//! - **A place that is in bounds**, since [`Places`] knows the last of its places, and this one is compared with the slice.
//!   The places of a [`Run`] are counted from the first ones of its pieces, and so is the last, which is compared.
//!
//! Loads and stores go through references to arrays: those of a slice, or of such a place. Where two records are side by side
//! in memory and in a register, the compiler makes one instruction of both.
//!
//! All functions are inlined whatever it costs: outside of [`run`](Lanes::run)'s kernel they would be calls.

#![allow(clippy::inline_always)]

mod arrays;
mod rows;
mod wide;

use core::arch::x86_64 as arch;
use core::mem::transmute;
use core::ops::{Add, AddAssign, BitAnd, BitOr, Div, Mul, Neg, Not, Sub, SubAssign};

use super::{Gather, Kernel, Lanes, Places, Record, Run};
use crate::math::Scalar;
use crate::real::Real;
use arrays::{functions_by_lane, impl_by_array, lanes_by_array};
use rows::{columns, rows, store};
pub(crate) use wide::Wide;
pub(super) use wide::is_detected as is_wide_detected;

#[cfg(not(feature = "f64"))]
use arch::{
    __m256 as Register, _mm256_add_ps as add, _mm256_and_ps as and, _mm256_andnot_ps as and_not,
    _mm256_blendv_ps as blend, _mm256_cmp_ps as compare, _mm256_div_ps as divide, _mm256_max_ps as max,
    _mm256_min_ps as min, _mm256_movemask_ps as signs, _mm256_mul_ps as multiply, _mm256_or_ps as or,
    _mm256_set1_ps as set, _mm256_sqrt_ps as square_root, _mm256_sub_ps as subtract, _mm256_xor_ps as xor,
};
#[cfg(feature = "f64")]
use arch::{
    __m256d as Register, _mm256_add_pd as add, _mm256_and_pd as and, _mm256_andnot_pd as and_not,
    _mm256_blendv_pd as blend, _mm256_cmp_pd as compare, _mm256_div_pd as divide, _mm256_max_pd as max,
    _mm256_min_pd as min, _mm256_movemask_pd as signs, _mm256_mul_pd as multiply, _mm256_or_pd as or,
    _mm256_set1_pd as set, _mm256_sqrt_pd as square_root, _mm256_sub_pd as subtract, _mm256_xor_pd as xor,
};

const OUT_OF_BOUNDS: &str = "a place is out of bounds";

const COUNT: usize = size_of::<Register>() / size_of::<Scalar>();

/// Eight joints, or four with the feature `f64`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx(Register);

/// The outcome of a comparison: every bit of a lane is set, or none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AvxMask(Register);

/// Whether this processor has what the kernels are compiled for.
pub(super) fn is_detected() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")
}

/// # Safety
/// The processor has AVX2 and FMA.
#[target_feature(enable = "avx2,fma")]
unsafe fn run_with_avx(kernel: impl Kernel) {
    kernel.run();
}

impl_by_array!(Avx);

macro_rules! impl_operators {
    ($($type:ident: $operator:ident $function:ident by $intrinsic:ident),*) => {$(
        impl $operator for $type {
            type Output = Self;
            #[inline(always)]
            fn $function(self, other: Self) -> Self {
                // SAFETY: the processor has AVX.
                Self(unsafe { $intrinsic(self.0, other.0) })
            }
        }
    )*};
}
impl_operators!(
    Avx: Add add by add, Avx: Sub sub by subtract, Avx: Mul mul by multiply, Avx: Div div by divide,
    AvxMask: BitAnd bitand by and, AvxMask: BitOr bitor by or
);

impl Neg for Avx {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        // SAFETY: the processor has AVX. The sign bit alone, as a scalar's negation.
        Self(unsafe { xor(self.0, set(-0.0)) })
    }
}

impl Not for AvxMask {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        let zero = Avx::default().0;
        // SAFETY: the processor has AVX. 0 = 0 in every lane.
        Self(unsafe { xor(self.0, compare::<{ arch::_CMP_EQ_OQ }>(zero, zero)) })
    }
}

impl Real for Avx {
    type Mask = AvxMask;
    type Again = ();

    #[inline(always)]
    fn again(self) {}
    #[inline(always)]
    fn reread((): (), first: Self) -> Self {
        first
    }
    #[inline(always)]
    fn less(self, other: Self) -> AvxMask {
        // SAFETY: the processor has AVX.
        AvxMask(unsafe { compare::<{ arch::_CMP_LT_OQ }>(self.0, other.0) })
    }
    #[inline(always)]
    fn less_equal(self, other: Self) -> AvxMask {
        // SAFETY: the processor has AVX.
        AvxMask(unsafe { compare::<{ arch::_CMP_LE_OQ }>(self.0, other.0) })
    }
    #[inline(always)]
    fn select(mask: AvxMask, yes: Self, no: Self) -> Self {
        // SAFETY: the processor has AVX.
        Self(unsafe { blend(no.0, yes.0, mask.0) })
    }
    #[inline(always)]
    fn is_everywhere(mask: AvxMask) -> bool {
        !Self::any(!mask)
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        // SAFETY: the processor has AVX. The second operand where one is NaN, as the scalar's.
        Self(unsafe { min(self.0, other.0) })
    }
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        // SAFETY: as for `min`.
        Self(unsafe { max(self.0, other.0) })
    }
    #[inline(always)]
    fn abs(self) -> Self {
        // SAFETY: the processor has AVX.
        Self(unsafe { and_not(set(-0.0), self.0) })
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        // SAFETY: the processor has AVX.
        Self(unsafe { square_root(self.0) })
    }
    functions_by_lane!();
}

#[cfg(not(feature = "f64"))]
impl super::exponential::PowerOfTwo for Avx {
    #[inline(always)]
    fn power_of_two(self) -> Self {
        // SAFETY: the processor has AVX2. The exponent's bits stand above 23 others.
        Self(unsafe {
            let exponent = arch::_mm256_add_epi32(arch::_mm256_cvtps_epi32(self.0), arch::_mm256_set1_epi32(127));
            arch::_mm256_castsi256_ps(arch::_mm256_slli_epi32::<23>(exponent))
        })
    }
}

impl Lanes for Avx {
    const COUNT: usize = COUNT;
    const FETCHES: bool = true;

    lanes_by_array!();

    #[inline(always)]
    fn splat(value: Scalar) -> Self {
        // SAFETY: the processor has AVX.
        Self(unsafe { set(value) })
    }

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
    fn mask(bits: u16) -> AvxMask {
        // SAFETY: the processor has AVX2. Each lane compares its own bit.
        AvxMask(unsafe {
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

    #[inline(always)]
    fn any(mask: AvxMask) -> bool {
        // SAFETY: the processor has AVX.
        unsafe { signs(mask.0) != 0 }
    }

    fn run(kernel: impl Kernel) {
        assert!(is_detected(), "lanes of AVX on a processor without it");
        // SAFETY: just asked.
        unsafe { run_with_avx(kernel) }
    }
}

impl Gather for Avx {
    type Offsets = [u32; COUNT];
    #[inline(always)]
    fn offsets(offset: u32) -> Self::Offsets {
        [offset; COUNT]
    }

    #[inline(always)]
    fn gather<R: Record>(places: &Places<Self>, records: &[R]) -> [Self; 4] {
        const { assert!(size_of::<R>() == size_of::<[Scalar; 4]>()) };
        assert!(places.are_below(records.len()), "{OUT_OF_BOUNDS}");
        let first = records.as_ptr();
        // SAFETY: the processor has AVX, and no place is out of bounds.
        let columns = unsafe { columns(|lane| (*first.byte_add(anywhere(places, lane))).scalars()) };
        columns.map(Self)
    }

    #[inline(always)]
    fn scatter<R: Record>(values: [Self; 4], places: &Places<Self>, records: &mut [R]) {
        const { assert!(size_of::<R>() == size_of::<[Scalar; 4]>()) };
        assert!(places.are_below(records.len()), "{OUT_OF_BOUNDS}");
        let columns = values.map(|value| value.0);
        // SAFETY: the processor has AVX, and no place is out of bounds.
        unsafe {
            if places.all_move() {
                scatter_to(columns, records, |lane| anywhere(places, lane));
            } else {
                scatter_moving(columns, places, records);
            }
        }
    }

    const HAS_RUNS: bool = true;

    #[inline(always)]
    fn gather_run<R: Record, const STRIDE: usize>(run: Run<Self, STRIDE>, records: &[R]) -> [Self; 4] {
        const { assert!(size_of::<R>() == size_of::<[Scalar; 4]>()) };
        assert!(run.are_below(records.len()), "{OUT_OF_BOUNDS}");
        let first = records.as_ptr();
        // SAFETY: the processor has AVX, and no place is out of bounds.
        unsafe { columns(|lane| (*first.byte_add(in_run(run, lane))).scalars()) }.map(Self)
    }

    #[inline(always)]
    fn scatter_run<R: Record, const STRIDE: usize>(values: [Self; 4], run: Run<Self, STRIDE>, records: &mut [R]) {
        const { assert!(size_of::<R>() == size_of::<[Scalar; 4]>()) };
        assert!(run.are_below(records.len()), "{OUT_OF_BOUNDS}");
        // SAFETY: the processor has AVX, and no place is out of bounds.
        unsafe { scatter_to(values.map(|value| value.0), records, |lane| in_run(run, lane)) };
    }

    #[inline(always)]
    fn load<R: Record>(records: &[R]) -> [Self; 4] {
        let records = &records[..COUNT];
        // SAFETY: the processor has AVX.
        unsafe { columns(|lane| records[nth(lane)].scalars()) }.map(Self)
    }

    #[inline(always)]
    fn store<R: Record>(values: [Self; 4], records: &mut [R]) {
        let records = &mut records[..COUNT];
        // SAFETY: the processor has AVX.
        let rows = unsafe { rows(values.map(|value| value.0)) };
        for (lane, row) in rows.into_iter().enumerate() {
            // SAFETY: the processor has AVX.
            unsafe { store(row, records[nth(lane)].scalars_mut()) };
        }
    }

    #[inline(always)]
    fn lane_of(nth: usize) -> usize {
        let register = nth / PER_REGISTER;
        register + (nth - register * PER_REGISTER) * REGISTERS
    }

    #[inline(always)]
    fn nth_of(lane: usize) -> usize {
        nth(lane)
    }
}

/// How many registers hold a record for each lane.
const REGISTERS: usize = 4;
/// How many records one of them holds. [`columns`] has its second one in a lane of the other half.
const PER_REGISTER: usize = COUNT / REGISTERS;

/// Which of records that stand side by side is in a lane: see [`Gather::lane_of`].
#[inline(always)]
const fn nth(lane: usize) -> usize {
    lane % REGISTERS * PER_REGISTER + lane / REGISTERS
}

/// How far a lane's record is from the first of all, in bytes.
#[inline(always)]
fn anywhere(places: &Places<Avx>, lane: usize) -> usize {
    places.offset(lane) * Places::<Avx>::UNIT
}

/// The same of places that are a run of this stride.
#[inline(always)]
const fn in_run<const STRIDE: usize>(run: Run<Avx, STRIDE>, lane: usize) -> usize {
    run.offset(nth(lane)) * Places::<Avx>::UNIT
}

/// Writes a record for each lane, so many bytes from the first one as `place` says.
///
/// # Safety
/// There is a record.
#[inline]
#[target_feature(enable = "avx")]
unsafe fn scatter_to<R: Record>(columns: [Register; 4], records: &mut [R], place: impl Fn(usize) -> usize) {
    let first = records.as_mut_ptr();
    for (lane, row) in rows(columns).into_iter().enumerate() {
        // SAFETY: as the caller says.
        store(row, unsafe { (*first.byte_add(place(lane))).scalars_mut() });
    }
}

/// Writes the records of the lanes whose bodies move, if not all do. A function by itself: few blocks need it, and kernels are
/// shorter without.
#[inline(never)]
#[target_feature(enable = "avx")]
fn scatter_moving<R: Record>(columns: [Register; 4], places: &Places<Avx>, records: &mut [R]) {
    let rows = rows(columns);
    for (lane, row) in rows.into_iter().enumerate() {
        if places.moves(lane) {
            store(row, records[places.get(lane) as usize].scalars_mut());
        }
    }
}
