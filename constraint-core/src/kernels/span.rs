//! Joint packs one after another, as a kernel reads and writes them.

use core::ops::Range;

use crate::kernels::records::SplitPosition;
use crate::kernels::{BodyPlaces, Layout, gather};
use crate::lanes::{Gather, Kernel, Places};

/// Joint packs: one joint in each lane, and of each joint as many numbers as its [`Layout`] says.
pub(crate) struct Span<'a, L: Gather> {
    /// Where the bodies are, pack by pack.
    pub(crate) bodies: BodyPlaces<'a, L>,
    /// By pack, the number of its setup in `setups`.
    pub(crate) setup: &'a [u32],
    pub(crate) setups: &'a [L],
    /// Where each body was at the start of the step, m: from the first body of its joint, or from the origin of the world if the
    /// joint is not [relative](crate::Constraint::RELATIVE).
    pub(crate) bases: &'a mut [[L; 2]],
    pub(crate) prepared: &'a mut [L],
    /// The accumulated impulses λ, row by row.
    pub(crate) impulses: &'a mut [L],
}

impl<L: Gather> Span<'_, L> {
    /// How many packs there are.
    pub(crate) const fn packs(&self) -> usize {
        self.setup.len()
    }

    /// Computes the [bases](Self::bases) from the centres of the bodies of the world. Does nothing without centres.
    pub(crate) fn find_bases(&mut self, layout: &Layout, centres: &[SplitPosition]) {
        if !centres.is_empty() {
            L::run(FindBases { layout, places: self.bodies.world(), bases: self.bases, centres });
        }
    }

    /// Some of the packs.
    #[inline]
    pub(crate) fn part(&mut self, packs: Range<usize>, layout: &Layout) -> Span<'_, L> {
        let of = |count: usize| packs.start * count..packs.end * count;
        Span {
            bodies: self.bodies.part(of(layout.bodies)),
            setup: &self.setup[packs.clone()],
            setups: self.setups,
            bases: &mut self.bases[of(layout.bodies)],
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

/// See [`Span::bases`].
struct FindBases<'a, L: Gather> {
    layout: &'a Layout,
    places: &'a [Places<L>],
    bases: &'a mut [[L; 2]],
    centres: &'a [SplitPosition],
}

impl<L: Gather> Kernel for FindBases<'_, L> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(self) {
        let Layout { bodies, is_relative, .. } = *self.layout;
        for (places, bases) in self.places.chunks_exact(bodies).zip(self.bases.chunks_exact_mut(bodies)) {
            let origin = if is_relative { gather(&places[0], self.centres) } else { [L::default(); 4] };
            for (place, base) in places.iter().zip(bases).skip(usize::from(is_relative)) {
                *base = base_of(origin, gather(place, self.centres));
            }
        }
    }
}

/// Where bodies are, from an origin. Of both: x, y, and what the scalars nearest to them lack.
#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
pub(crate) fn base_of<L: Gather>([x, y, rest_x, rest_y]: [L; 4], own: [L; 4]) -> [L; 2] {
    [own[0] - x + (own[2] - rest_x), own[1] - y + (own[3] - rest_y)]
}
