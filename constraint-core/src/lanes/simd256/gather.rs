//! Records gathered into lanes of 256 and of 512 bits, and scattered from them. Part of the module that may be `unsafe`.

/// How many registers hold a record for each lane.
pub(super) const REGISTERS: usize = 4;

/// The lane of the nth of records in their order: those that one register holds lie that far apart when they have become columns.
#[inline(always)]
pub(super) const fn lane_of(nth: usize, count: usize) -> usize {
    let per_register = count / REGISTERS;
    nth / per_register + nth % per_register * REGISTERS
}

/// And back.
#[inline(always)]
pub(super) const fn nth(lane: usize, count: usize) -> usize {
    lane % REGISTERS * (count / REGISTERS) + lane / REGISTERS
}

/// Implements [`Gather`](crate::lanes::Gather) by the functions of a module `rows`: `columns`, `columns_of_run`, `store_each` and
/// `store_run`.
macro_rules! impl_gather {
    ($lanes:ident, $features:literal) => {
        impl $crate::lanes::Gather for $lanes {
            type Offsets = [u32; COUNT];
            #[inline(always)]
            fn offsets(offset: u32) -> Self::Offsets {
                [offset; COUNT]
            }

            #[inline(always)]
            fn gather<R: Record>(places: &Places<Self>, records: &[R]) -> [Self; 4] {
                const { assert!(size_of::<R>() == size_of::<[Scalar; 4]>()) };
                assert!(places.are_below(records.len()), "a place is out of bounds");
                // SAFETY: the processor has the instructions, and no place is out of bounds; reinterpretation.
                unsafe {
                    transmute::<[Register; 4], [Self; 4]>(columns(|lane| {
                        anywhere(records.as_ptr().cast(), places, lane)
                    }))
                }
            }

            #[inline(always)]
            fn scatter<R: Record>(values: [Self; 4], places: &Places<Self>, records: &mut [R]) {
                const { assert!(size_of::<R>() == size_of::<[Scalar; 4]>()) };
                assert!(places.are_below(records.len()), "a place is out of bounds");
                let first = records.as_mut_ptr().cast();
                // SAFETY: the processor has the instructions, and no place is out of bounds; reinterpretation.
                unsafe {
                    let columns = transmute::<[Self; 4], [Register; 4]>(values);
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
                assert!(run.are_below(records.len()), "a place is out of bounds");
                let place = |nth| records.as_ptr().wrapping_byte_add(run.offset(nth) * Places::<Self>::UNIT).cast();
                // SAFETY: the processor has the instructions, and no place is out of bounds; reinterpretation.
                unsafe { transmute::<[Register; 4], [Self; 4]>(columns_of_run::<STRIDE>(place)) }
            }

            #[inline(always)]
            fn scatter_run<R: Record, const STRIDE: usize>(
                values: [Self; 4],
                run: Run<Self, STRIDE>,
                records: &mut [R],
            ) {
                const { assert!(size_of::<R>() == size_of::<[Scalar; 4]>() && (STRIDE == 1 || STRIDE == 2)) };
                assert!(run.are_below(records.len()), "a place is out of bounds");
                let first = records.as_mut_ptr();
                let place = |nth| first.wrapping_byte_add(run.offset(nth) * Places::<Self>::UNIT).cast();
                // SAFETY: the processor has the instructions, and no place is out of bounds; reinterpretation.
                unsafe { store_run::<STRIDE>(transmute::<[Self; 4], [Register; 4]>(values), place) };
            }

            #[inline(always)]
            fn load<R: Record>(records: &[R]) -> [Self; 4] {
                const { assert!(size_of::<R>() == size_of::<[Scalar; 4]>()) };
                let first = records[..COUNT].as_ptr();
                // SAFETY: the processor has the instructions, and there are as many records as lanes; reinterpretation.
                unsafe { transmute::<[Register; 4], [Self; 4]>(columns_of_run::<1>(|nth| first.add(nth).cast())) }
            }

            #[inline(always)]
            fn store<R: Record>(values: [Self; 4], records: &mut [R]) {
                const { assert!(size_of::<R>() == size_of::<[Scalar; 4]>()) };
                let first = records[..COUNT].as_mut_ptr();
                // SAFETY: the processor has the instructions, and there are as many records as lanes; reinterpretation.
                unsafe { store_run::<1>(transmute::<[Self; 4], [Register; 4]>(values), |nth| first.add(nth).cast()) };
            }

            #[inline(always)]
            fn lane_of(nth: usize) -> usize {
                lane_of(nth, COUNT)
            }

            #[inline(always)]
            fn nth_of(lane: usize) -> usize {
                nth(lane, COUNT)
            }
        }

        /// Where the record of a lane is. The processor counts in the same unit. In bytes, the compiler would compute the
        /// offsets of all lanes in registers and take them out one by one.
        #[inline(always)]
        fn anywhere(first: *const [Scalar; 4], places: &Places<$lanes>, lane: usize) -> *const [Scalar; 4] {
            first.cast::<[u8; Places::<$lanes>::UNIT]>().wrapping_add(places.offset(lane)).cast()
        }

        /// Writes the records of the lanes with moving bodies, if not all bodies move. Few packs need it, and kernels are shorter
        /// without it, so it is a function by itself.
        ///
        /// # Safety
        /// The processor has the instructions, and no place is out of bounds.
        #[inline(never)]
        #[target_feature(enable = $features)]
        unsafe fn scatter_moving(columns: [Register; 4], places: &Places<$lanes>, first: *mut [Scalar; 4]) {
            // SAFETY: as the caller says.
            unsafe { store_each(columns, |lane| anywhere(first, places, lane).cast_mut(), |lane| places.moves(lane)) };
        }
    };
}

pub(super) use impl_gather;
