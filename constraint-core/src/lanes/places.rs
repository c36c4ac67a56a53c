//! Where the bodies of several joints stand.

use core::marker::PhantomData;

use super::{Gather, Record, WIDEST};
use crate::array::Element;
use crate::math::Scalar;

/// The place of one body of each joint of a block, and which of them may be written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places<L: Gather> {
    /// How far the records are from the first one, in [`UNIT`](Self::UNIT)s: the processor multiplies by that on its way to
    /// memory, and by no more.
    offsets: L::Offsets,
    /// The greatest of them: one comparison tells that a slice has them all. `unsafe` code relies on it.
    last: u32,
    /// A bit for each used lane with a body that moves. Only these lanes are written. Several lanes may refer to the same
    /// fixed body, but no two lanes write to one place.
    moving: u16,
    /// How far it is from each place to the next, in the order of [`Gather::lane_of`], if they are a run: all of these bodies
    /// move, and it is 1 everywhere, or 2 everywhere, but for where a second [piece](Self::PIECE) begins. Otherwise 0.
    stride: u8,
    lanes: PhantomData<L>,
}

#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))] // `simd256.rs` reads offsets
impl<L: Gather> Places<L> {
    /// Bytes in which offsets are counted.
    pub(super) const UNIT: usize = 8;
    /// Units in a record.
    #[allow(clippy::cast_possible_truncation)] // 2 or 4
    const RECORD: u32 = (4 * size_of::<Scalar>() / Self::UNIT) as u32;
    const ALL: u16 = u16::MAX >> (WIDEST - L::COUNT);

    /// Every lane reads this place, and none writes it.
    pub(crate) fn reading(place: u32) -> Self {
        let offset = Self::offset_of(place);
        Self { offsets: L::offsets(offset), last: offset, moving: 0, stride: 0, lanes: PhantomData }
    }

    /// How many places of a run go on by its stride. Sixteen in a row are rare in a sheet of a thousand bodies, eight are not.
    pub(crate) const PIECE: usize = if L::COUNT < WIDEST { L::COUNT } else { WIDEST / 2 };

    fn offset_of(place: u32) -> u32 {
        place.checked_mul(Self::RECORD).expect("a billion bodies do not fit into memory")
    }

    #[inline]
    pub(crate) fn get(&self, lane: usize) -> u32 {
        self.offsets.as_ref()[lane] / Self::RECORD
    }

    /// Where the record of a lane begins, in units.
    #[inline]
    pub(super) fn offset(&self, lane: usize) -> usize {
        self.offsets.as_ref()[lane] as usize
    }

    /// Whether a slice of this length has them all.
    #[inline]
    pub(super) const fn are_below(&self, length: usize) -> bool {
        (self.last as usize) < length * Self::RECORD as usize
    }

    pub(crate) fn set(&mut self, lane: usize, place: u32, moves: bool) {
        self.offsets.as_mut()[lane] = Self::offset_of(place);
        self.last = self.offsets.as_ref().iter().copied().fold(0, u32::max);
        self.moving = self.moving & !(1 << lane) | u16::from(moves) << lane;
        self.stride = self.find_stride();
    }

    fn find_stride(&self) -> u8 {
        let place = |nth: usize| u64::from(self.get(L::lane_of(nth)));
        let within = (1..L::COUNT).filter(|nth| nth % Self::PIECE != 0);
        let goes_on_by = |stride: &u8| within.clone().all(|nth| place(nth) == place(nth - 1) + u64::from(*stride));
        if self.all_move() { [1, 2].into_iter().find(goes_on_by).unwrap_or(0) } else { 0 }
    }

    /// Whether they are a run of this stride, and all of these bodies move.
    #[inline]
    pub(crate) const fn are_run(&self, stride: usize) -> bool {
        self.stride as usize == stride
    }

    /// The run of this stride from the first places of its pieces on: these places, if they [are one](Self::are_run).
    #[inline]
    pub(crate) fn run<const STRIDE: usize>(&self) -> Run<L, STRIDE> {
        let first = |piece: usize| self.offsets.as_ref()[L::lane_of(piece * Self::PIECE % L::COUNT)];
        Run { firsts: [first(0), first(1)], lanes: PhantomData }
    }

    #[inline]
    pub(crate) const fn all_move(&self) -> bool {
        self.moving == Self::ALL
    }

    /// The same places, of which these lanes write none.
    pub(crate) fn without(&self, lanes: u16) -> Self {
        let moving = self.moving & !lanes;
        Self { moving, stride: if moving == self.moving { self.stride } else { 0 }, ..*self }
    }

    /// A bit for each lane with a body that moves.
    #[inline]
    pub(crate) const fn movers(&self) -> u16 {
        self.moving
    }

    #[inline]
    pub(crate) const fn moves(&self, lane: usize) -> bool {
        self.moving >> lane & 1 == 1
    }
}

/// A place for each lane, as far apart as `STRIDE` says, in the order of [`Gather::lane_of`]: bodies that all move, and are found
/// by the first place of each [piece](Places::PIECE) alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run<L, const STRIDE: usize> {
    /// Where the first record of each piece begins, in [`Places::UNIT`]s. Both are the same where there is one piece.
    firsts: [u32; 2],
    lanes: PhantomData<L>,
}

#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))] // `simd256.rs` has runs
impl<L: Gather, const STRIDE: usize> Run<L, STRIDE> {
    /// Where the record of the nth joint begins, in units.
    #[inline(always)]
    #[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
    pub(super) const fn offset(self, nth: usize) -> usize {
        let piece = nth / Places::<L>::PIECE;
        self.firsts[piece] as usize + (nth - piece * Places::<L>::PIECE) * STRIDE * Places::<L>::RECORD as usize
    }

    /// Whether a slice of this length has them all. `unsafe` code relies on it.
    #[inline]
    pub(super) const fn are_below(self, length: usize) -> bool {
        let [first, second] = self.firsts;
        let (record, last) = (Places::<L>::RECORD as usize, if first < second { second } else { first });
        last as usize + (Places::<L>::PIECE - 1) * STRIDE * record < length * record
    }

    /// The same places, one by one.
    pub(super) fn places(self) -> Places<L> {
        let mut places = Places::reading(0);
        for nth in 0..L::COUNT {
            let place = u32::try_from(self.offset(nth)).unwrap_or(u32::MAX) / Places::<L>::RECORD;
            places.set(L::lane_of(nth), place, true);
        }
        places
    }
}

/// Where the records of a body of each joint are found.
pub(crate) trait Find<L: Gather>: Element {
    /// See [`Gather::gather`].
    fn gather<R: Record>(&self, records: &[R]) -> [L; 4];
    /// See [`Gather::scatter`].
    fn scatter<R: Record>(&self, values: [L; 4], records: &mut [R]);
}

#[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
impl<L: Gather> Find<L> for Places<L> {
    #[inline(always)]
    fn gather<R: Record>(&self, records: &[R]) -> [L; 4] {
        L::gather(self, records)
    }

    #[inline(always)]
    fn scatter<R: Record>(&self, values: [L; 4], records: &mut [R]) {
        L::scatter(values, self, records);
    }
}

#[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
impl<L: Gather, const STRIDE: usize> Find<L> for Run<L, STRIDE> {
    #[inline(always)]
    fn gather<R: Record>(&self, records: &[R]) -> [L; 4] {
        L::gather_run(*self, records)
    }

    #[inline(always)]
    fn scatter<R: Record>(&self, values: [L; 4], records: &mut [R]) {
        L::scatter_run(values, *self, records);
    }
}
