//! Joint packs one after another, as a kernel reads and writes them.

use core::ops::Range;

use crate::lanes::Gather;

use super::BodyPlaces;

/// Joint packs: one joint in each lane, and of each joint as many numbers as its [`Layout`](super::Layout) says.
pub(crate) struct Span<'a, L: Gather> {
    /// How many packs there are.
    pub(crate) packs: usize,
    /// How many packs, one after another, are the same joints with other bodies and impulses: they have one setup, and are prepared
    /// once. 1 but where a hub asks what its spokes would answer.
    pub(crate) copies: usize,
    /// Where the bodies are, pack by pack.
    pub(crate) bodies: BodyPlaces<'a, L>,
    pub(crate) setups: Setups<'a, L>,
    /// Where each body was at the start of the step, m: from the first body of its joint, or from the origin of the world if the
    /// joint is not [relative](crate::Constraint::RELATIVE).
    pub(crate) bases: &'a mut [[L; 2]],
    pub(crate) prepared: &'a mut [L],
    /// The accumulated impulses λ, row by row.
    pub(crate) impulses: &'a mut [L],
}

/// The setups of the packs of a span.
#[derive(Clone, Copy)]
pub(crate) enum Setups<'a, L> {
    /// One for each pack.
    Own(&'a [L]),
    /// The number of each pack's setup among all of these.
    Shared(&'a [u32], &'a [L]),
}

/// The numbers of one pack.
#[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
impl<L: Gather> Span<'_, L> {
    #[inline(always)]
    pub(super) fn setup(&self, pack: usize, count: usize) -> &[L] {
        let (number, all) = match self.setups {
            Setups::Own(all) => (self.original(pack), all),
            Setups::Shared(numbers, all) => (numbers[pack] as usize, all),
        };
        &all[number * count..][..count]
    }

    #[inline(always)]
    pub(super) fn prepared(&self, pack: usize, count: usize) -> &[L] {
        &self.prepared[self.original(pack) * count..][..count]
    }

    #[inline(always)]
    pub(super) fn prepared_mut(&mut self, pack: usize, count: usize) -> &mut [L] {
        &mut self.prepared[pack * count..][..count]
    }

    #[inline(always)]
    pub(super) fn impulses_mut(&mut self, pack: usize, count: usize) -> &mut [L] {
        &mut self.impulses[pack * count..][..count]
    }

    /// Has the processor fetch what is changed of some packs, as far as there are such packs.
    #[inline(always)]
    pub(super) fn fetch(&self, packs: Range<usize>, bodies: usize, prepared: usize, rows: usize) {
        let of = |count: usize, all: usize| (packs.start * count).min(all)..(packs.end * count).min(all);
        if let BodyPlaces::World(places) = self.bodies {
            L::fetch(&places[of(bodies, places.len())]);
        }
        if let Setups::Own(setups) = self.setups {
            let count = setups.len() / self.packs;
            L::fetch(&setups[of(count, setups.len())]);
        }
        L::fetch(&self.bases[of(bodies, self.bases.len())]);
        L::fetch(&self.prepared[of(prepared, self.prepared.len())]);
        L::fetch(&self.impulses[of(rows, self.impulses.len())]);
    }

    /// Of which pack this one is a copy.
    #[inline(always)]
    const fn original(&self, pack: usize) -> usize {
        if self.copies == 1 { pack } else { pack / self.copies }
    }
}
