//! Where the bodies of several joints stand.

use core::marker::PhantomData;

use super::{Lanes, MOST};

/// The place of one body of each joint of a block, and which of them may be written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Places<L> {
    indices: [u32; MOST],
    /// Above all of them: one comparison tells that a slice has them all. `unsafe` code relies on it.
    end: u32,
    /// A bit for each lane that is used and whose body moves: nothing else is written, so that lanes meet nowhere, though
    /// many hold the same ground.
    moving: u8,
    lanes: PhantomData<L>,
}

impl<L: Lanes> Places<L> {
    const ALL: u8 = if L::COUNT == MOST { u8::MAX } else { (1 << L::COUNT) - 1 };

    /// Every lane reads this place, and none writes it.
    pub(crate) const fn reading(place: u32) -> Self {
        Self { indices: [place; MOST], end: place + 1, moving: 0, lanes: PhantomData }
    }

    #[inline]
    pub(crate) const fn get(&self, lane: usize) -> u32 {
        self.indices[lane]
    }

    /// Whether a slice of this length has them all.
    #[inline]
    pub(crate) const fn are_below(&self, length: usize) -> bool {
        self.end as usize <= length
    }

    pub(crate) fn set(&mut self, lane: usize, place: u32, moves: bool) {
        self.indices[lane] = place;
        self.end = self.indices.iter().fold(0, |end, &index| end.max(index + 1));
        self.moving = self.moving & !(1 << lane) | (moves as u8) << lane;
    }

    #[inline]
    pub(crate) const fn all_move(&self) -> bool {
        self.moving == Self::ALL
    }

    #[inline]
    pub(crate) const fn moves(&self, lane: usize) -> bool {
        self.moving >> lane & 1 == 1
    }
}
