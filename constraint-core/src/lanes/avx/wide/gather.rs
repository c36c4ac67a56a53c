//! Records gathered into lanes of 512 bits, and scattered from them. Part of the module that may be `unsafe`.

use super::rows::{columns, columns_of_run, lane_of, nth, store_each, store_run};
use super::{COUNT, Register, Wide};
use crate::lanes::avx::OUT_OF_BOUNDS;
use crate::lanes::{Gather, Places, Record, Run};
use crate::math::Scalar;

impl Gather for Wide {
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
        // SAFETY: the processor has AVX-512, and no place is out of bounds.
        unsafe { columns(|lane| (*anywhere(first, places, lane)).scalars()) }.map(Self)
    }

    #[inline(always)]
    fn scatter<R: Record>(values: [Self; 4], places: &Places<Self>, records: &mut [R]) {
        const { assert!(size_of::<R>() == size_of::<[Scalar; 4]>()) };
        assert!(places.are_below(records.len()), "{OUT_OF_BOUNDS}");
        let (columns, first) = (values.map(|value| value.0), records.as_mut_ptr().cast::<[Scalar; 4]>());
        // SAFETY: the processor has AVX-512, and no place is out of bounds.
        unsafe {
            if places.all_move() {
                store_each(columns, |lane| anywhere(first, places, lane).cast_mut(), |_| true);
            } else {
                scatter_moving(columns, places, first);
            }
        }
    }

    const HAS_RUNS: bool = true;

    #[inline(always)]
    fn gather_run<R: Record, const STRIDE: usize>(run: Run<Self, STRIDE>, records: &[R]) -> [Self; 4] {
        const { assert!(size_of::<R>() == size_of::<[Scalar; 4]>() && (STRIDE == 1 || STRIDE == 2)) };
        assert!(run.are_below(records.len()), "{OUT_OF_BOUNDS}");
        // SAFETY: the processor has AVX-512, and no place is out of bounds.
        unsafe {
            columns_of_run::<STRIDE>(|nth| records.as_ptr().byte_add(run.offset(nth) * Places::<Self>::UNIT).cast())
        }
        .map(Self)
    }

    #[inline(always)]
    fn scatter_run<R: Record, const STRIDE: usize>(values: [Self; 4], run: Run<Self, STRIDE>, records: &mut [R]) {
        const { assert!(size_of::<R>() == size_of::<[Scalar; 4]>() && (STRIDE == 1 || STRIDE == 2)) };
        assert!(run.are_below(records.len()), "{OUT_OF_BOUNDS}");
        let columns = values.map(|value| value.0);
        // SAFETY: the processor has AVX-512, and no place is out of bounds.
        unsafe {
            let first = records.as_mut_ptr();
            store_run::<STRIDE>(columns, |nth| first.byte_add(run.offset(nth) * Places::<Self>::UNIT).cast());
        }
    }

    #[inline(always)]
    fn load<R: Record>(records: &[R]) -> [Self; 4] {
        const { assert!(size_of::<R>() == size_of::<[Scalar; 4]>()) };
        let records = &records[..COUNT];
        // SAFETY: the processor has AVX-512, and there are so many.
        unsafe { columns_of_run::<1>(|nth| records.as_ptr().add(nth).cast()) }.map(Self)
    }

    #[inline(always)]
    fn store<R: Record>(values: [Self; 4], records: &mut [R]) {
        const { assert!(size_of::<R>() == size_of::<[Scalar; 4]>()) };
        let first = records[..COUNT].as_mut_ptr();
        // SAFETY: the processor has AVX-512, and there are so many.
        unsafe { store_run::<1>(values.map(|value| value.0), |nth| first.add(nth).cast()) };
    }

    #[inline(always)]
    fn lane_of(nth: usize) -> usize {
        lane_of(nth)
    }

    #[inline(always)]
    fn nth_of(lane: usize) -> usize {
        nth(lane)
    }
}

/// Where a lane's record is. Counted in units, as the processor does it: of bytes, the compiler works out those of all lanes in
/// registers for lanes, and takes them out of these one by one.
#[inline(always)]
fn anywhere<R>(first: *const R, places: &Places<Wide>, lane: usize) -> *const R {
    first.cast::<[u8; Places::<Wide>::UNIT]>().wrapping_add(places.offset(lane)).cast()
}

/// Writes the records of the lanes whose bodies move, if not all do. A function by itself: few blocks need it, and kernels are
/// shorter without.
///
/// # Safety
/// No place is out of bounds.
#[inline(never)]
#[target_feature(enable = "avx512f")]
unsafe fn scatter_moving(columns: [Register; 4], places: &Places<Wide>, first: *mut [Scalar; 4]) {
    // SAFETY: as the caller says.
    unsafe { store_each(columns, |lane| anywhere(first, places, lane).cast_mut(), |lane| places.moves(lane)) };
}
