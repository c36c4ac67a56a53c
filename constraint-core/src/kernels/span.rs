//! Joint packs one after another, as a kernel reads and writes them.

use core::ops::Range;

use crate::lanes::Gather;

use crate::kernels::{BodyPlaces, Layout};

/// Joint packs: one joint in each lane, and of each joint as many numbers as its [`Layout`] says.
pub(crate) struct Span<'a, L: Gather> {
    /// Where the bodies are, pack by pack.
    pub(crate) bodies: BodyPlaces<'a, L>,
    /// By pack, the number of its setup in `setups`.
    pub(crate) setup: &'a [u32],
    pub(crate) setups: &'a [L],
    /// Where each body was at the start of the step, m: from the first body of its joint, or from the origin of the world if the
    /// joint is not [relative](crate::Constraint::RELATIVE).
    pub(crate) bases: &'a [[L; 2]],
    pub(crate) prepared: &'a mut [L],
    /// The accumulated impulses λ, row by row.
    pub(crate) impulses: &'a mut [L],
}

impl<L: Gather> Span<'_, L> {
    /// How many packs there are.
    pub(crate) const fn packs(&self) -> usize {
        self.setup.len()
    }

    /// Some of the packs.
    pub(crate) fn part(&mut self, packs: Range<usize>, layout: &Layout) -> Span<'_, L> {
        let of = |count: usize| packs.start * count..packs.end * count;
        Span {
            bodies: self.bodies.part(of(layout.bodies)),
            setup: &self.setup[packs.clone()],
            setups: self.setups,
            bases: &self.bases[of(layout.bodies)],
            prepared: &mut self.prepared[of(layout.prepared)],
            impulses: &mut self.impulses[of(layout.rows)],
        }
    }

    /// Has the processor fetch what is read of some packs, as far as there are such packs.
    pub(crate) fn fetch(&self, packs: Range<usize>, layout: &Layout) {
        let of = |count: usize, all: usize| (packs.start * count).min(all)..(packs.end * count).min(all);
        let places = self.bodies.world();
        L::fetch(&places[of(layout.bodies, places.len())]);
        // The setups of a colour stand in its order.
        L::fetch(&self.setups[of(layout.setup, self.setups.len())]);
        L::fetch(&self.bases[of(layout.bodies, self.bases.len())]);
        L::fetch(&self.prepared[of(layout.prepared, self.prepared.len())]);
        L::fetch(&self.impulses[of(layout.rows, self.impulses.len())]);
    }
}
