//! The joints of one type that are in packs: those for which no colour was left, in turn, then colour after colour.

use core::ops::Range;

use crate::constraint::Pass;
#[cfg(target_arch = "x86_64")]
use crate::lanes::{Avx, Wide};
use crate::lanes::{Narrow, Width};
use crate::math::Scalar;
use crate::slots::Key;
use crate::solver::SolverBodies;
use crate::solver::kernels::{JointTable, Layout};
use crate::solver::packs::bucket::Bucket;
use crate::solver::packs::joint_data::{JointData, WarmStartCache};
use crate::solver::partition::colour_blocks::ColourBlocks;
use crate::solver::partition::colours;
use crate::solver::partition::colours::PALETTE;
use crate::solver::partition::passes;
use crate::solver::partition::passes::Relaxation;

/// Packs as wide as the processor's registers.
pub(crate) enum AnyPacks {
    #[cfg(target_arch = "x86_64")]
    Wide(ColourBlocks<Wide>),
    #[cfg(target_arch = "x86_64")]
    Avx(ColourBlocks<Avx>),
    Narrow(ColourBlocks<Narrow>),
    /// Of one joint each.
    One(ColourBlocks<Narrow>),
}

/// Calls the same method whatever the width.
macro_rules! each_width {
    ($blocks:expr, $row:ident => $call:expr) => {
        match $blocks {
            #[cfg(target_arch = "x86_64")]
            AnyPacks::Wide($row) => $call,
            #[cfg(target_arch = "x86_64")]
            AnyPacks::Avx($row) => $call,
            AnyPacks::Narrow($row) | AnyPacks::One($row) => $call,
        }
    };
}

/// The owner's side.
impl AnyPacks {
    /// Of a few joints: sixteen lanes would mostly have none.
    pub(crate) const fn new(layout: Layout, width: Width) -> Self {
        match width {
            #[cfg(target_arch = "x86_64")]
            Width::Wide | Width::Avx => Self::Avx(ColourBlocks::new(layout, true)),
            Width::Narrow => Self::Narrow(ColourBlocks::new(layout, true)),
            Width::One => Self::One(ColourBlocks::new(layout, false)),
        }
    }

    const fn of_many(layout: Layout, width: Width) -> Self {
        match width {
            #[cfg(target_arch = "x86_64")]
            Width::Wide => Self::Wide(ColourBlocks::new(layout, true)),
            _ => Self::new(layout, width),
        }
    }

    const fn are(&self, width: Width) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Wide(_) => matches!(width, Width::Wide),
            #[cfg(target_arch = "x86_64")]
            Self::Avx(_) => matches!(width, Width::Wide | Width::Avx),
            Self::Narrow(_) => matches!(width, Width::Narrow),
            Self::One(_) => matches!(width, Width::One),
        }
    }

    /// Gives each joint another partition: what `partition` says of its bodies. Tells `moved` who is where. Only this makes packs of
    /// the greatest width, if there are `many` joints.
    pub(crate) fn set_partitions(
        &mut self,
        layout: Layout,
        (width, are_many): (Width, bool),
        partition: &dyn Fn(&[u32]) -> usize,
        moved: &mut dyn FnMut(Key, u32, usize),
    ) {
        let new = if are_many { Self::of_many(layout, width) } else { Self::new(layout, width) };
        let old = core::mem::replace(self, new);
        let mut take = |colour, key, data: &JointData| {
            let colour = colours::in_partition(partition(&data.bodies), colour);
            moved(key, colour, self.insert(colour, key, data));
            if let Some((hub, _)) = colours::hub_block(colour) {
                self.set_partition(hub, partition(&[hub]));
            }
        };
        each_width!(old, row => row.each(&mut take));
        each_width!(self, row => for (colour, bucket) in (0..).zip(&mut row.colours) {
            bucket.line_up(&mut |key, at| moved(key, colour, at));
        });
    }

    /// Makes packs of another width. No joint changes its place.
    pub(crate) fn set_width(&mut self, layout: Layout, width: Width) {
        if !self.are(width) {
            let old = core::mem::replace(self, Self::new(layout, width));
            let mut take = |colour, key, data: &JointData| {
                self.insert(colour, key, data);
                if let Some((hub, _)) = colours::hub_block(colour) {
                    self.set_partition(hub, old.partition(colour));
                }
            };
            each_width!(&old, row => row.each(&mut take));
        }
    }

    /// Adds a joint of this colour. Returns its place among those of its colour.
    pub(crate) fn insert(&mut self, colour: u32, key: Key, data: &JointData) -> usize {
        each_width!(self, row => row.insert(colour, key, data))
    }

    /// Removes a joint. Another one of its colour may take its place: returns which.
    pub(crate) fn remove(&mut self, colour: u32, at: usize) -> Option<Key> {
        each_width!(self, row => row.remove(colour, at))
    }

    /// What the joint in this place keeps from step to step.
    pub(crate) fn kept(&self, colour: u32, at: usize) -> Option<WarmStartCache> {
        each_width!(self, row => row.kept(colour, at))
    }

    /// The joint in this place.
    pub(crate) fn data(&self, colour: u32, at: usize) -> Option<JointData> {
        each_width!(self, row => row.data(colour, at))
    }

    pub(crate) fn impulses(&self, colour: u32, at: usize) -> Option<Vec<Scalar>> {
        each_width!(self, row => row.impulses(colour, at))
    }

    /// Whether there are joints for which no colour was free.
    pub(crate) fn have_overflow(&self) -> bool {
        each_width!(self, row => !row.overflow.keys.is_empty())
    }

    /// The hub in this place, if it is one, is in this partition.
    pub(crate) fn set_partition(&mut self, hub: u32, partition: usize) {
        each_width!(self, row => {
            if let Some(hub_block) = row.hub_blocks.get_mut(hub) {
                hub_block.partition = partition;
            }
        });
    }

    /// The partition of joints of this colour, or of this hub in place of one.
    pub(crate) fn partition(&self, colour: u32) -> usize {
        match colours::hub_block(colour) {
            Some((hub, _)) => {
                each_width!(self, row => row.hub_blocks.get(hub).map_or(0, |hub_block| hub_block.partition))
            }
            None => colours::partition(colour),
        }
    }

    /// Whether there are joints of any colour in these partitions.
    pub(crate) fn are_in(&self, partitions: &Range<usize>) -> bool {
        each_width!(self, row => row.is_used(partitions))
    }

    /// Whose joints there are, in the order of solving.
    pub(crate) fn keys(&self) -> impl Iterator<Item = Key> {
        let count = each_width!(self, row => row.colours.len());
        let of_colour = |colour: usize| each_width!(self, row => &row.colours[colour].keys);
        let colours = (0..PALETTE).flat_map(move |colour| (colour..count).step_by(PALETTE));
        let overflow = each_width!(self, row => &row.overflow.keys);
        let spokes: Vec<&Vec<Key>> =
            each_width!(self, row => row.hub_blocks.spokes().map(|(_, spokes)| &spokes.keys).collect());
        overflow.iter().chain(spokes.into_iter().flatten()).chain(colours.flat_map(of_colour)).copied()
    }

    /// Gives one joint another setup. By how much a number of it has changed at most.
    pub(crate) fn set_setup(&mut self, colour: u32, at: usize, setup: &[Scalar]) -> Scalar {
        each_width!(self, row => row.set_setup(colour, at, setup))
    }

    /// Scales the impulses of one joint.
    pub(crate) fn scale_impulses_of(&mut self, colour: u32, at: usize, factor: Scalar) {
        each_width!(self, row => row.scale_impulses_of(colour, at, factor));
    }

    pub(crate) fn scale_impulses(&mut self, factor: Scalar) {
        each_width!(self, row => row.all_mut().for_each(|bucket| bucket.scale_impulses(factor)));
    }

    pub(crate) fn forget(&mut self) {
        each_width!(self, row => row.all_mut().for_each(Bucket::forget));
    }
}

/// The passes' side.
impl AnyPacks {
    /// One iteration over all packs of the group: the joints without a colour, hubs, then colour after colour.
    pub(crate) fn solve(&mut self, kernels: &JointTable, bodies: &mut SolverBodies, pass: &Pass<Scalar>) {
        each_width!(self, row => passes::solve(row, kernels, bodies, pass));
    }

    /// As [`passes::relax`], in the same order.
    pub(crate) fn relax(&mut self, kernels: &JointTable, bodies: &mut SolverBodies, relaxation: Relaxation) {
        each_width!(self, row => passes::relax(row, kernels, bodies, relaxation));
    }
}
