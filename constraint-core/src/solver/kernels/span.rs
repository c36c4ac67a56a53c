//! Joint packs one after another, as a kernel reads and writes them.

use crate::lanes::Gather;

use super::BodyPlaces;

/// Joint packs: one joint in each lane, and of each joint as many numbers as its [`Layout`](super::Layout) says.
pub(crate) struct Span<'a, L: Gather> {
    /// How many packs there are.
    pub(crate) packs: usize,
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

impl<'a, L> Setups<'a, L> {
    /// The setup of a pack, of so many numbers.
    #[inline(always)]
    #[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
    pub(super) fn of(&self, pack: usize, count: usize) -> &'a [L] {
        let (number, all) = match *self {
            Self::Own(all) => (pack, all),
            Self::Shared(numbers, all) => (numbers[pack] as usize, all),
        };
        &all[number * count..][..count]
    }
}
