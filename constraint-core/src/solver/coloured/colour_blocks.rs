//! Packs of one width: the joints that are solved one after another, the spokes of hubs, then colour after colour.

use std::collections::BTreeMap;

use core::ops::Range;

use crate::joint_options::JointOptions;
use crate::kernels::Layout;
use crate::lanes::Gather;
use crate::math::Scalar;
use crate::slots::Key;
use crate::solver::bodies::PartitionGroup;
use crate::solver::hub::HubBlocks;
use crate::solver::options::OptionPacks;
use crate::solver::packs::bucket::Bucket;
use crate::solver::packs::joint_data::{JointData, WarmStartCache};
use crate::solver::partition::colours;
use crate::solver::partition::colours::{OVERFLOW, PALETTE};

/// Packs by partition and colour.
#[derive(Clone)]
pub(crate) struct ColourBlocks<L: Gather> {
    layout: Layout,
    capacity: usize,
    /// The joints for which no colour was left, in all partitions.
    pub(crate) overflow: OptionPacks<L>,
    /// The joints of one body that are solved at once.
    pub(crate) hub_blocks: HubBlocks<L>,
    /// The colours of one partition after those of another.
    pub(crate) colours: Vec<Bucket<L>>,
    /// By colour, the joints that have options, where there are any.
    options: BTreeMap<u32, OptionPacks<L>>,
    /// By partition, a bit for each colour that has joints.
    used: Vec<u64>,
}

/// Packs of one colour in a partition.
pub(crate) struct BucketRun<'a, L: Gather> {
    pub(crate) bucket: &'a mut Bucket<L>,
    /// Those of this colour in a partition of the group that comes next, if they should be [fetched](PartitionGroup::next).
    pub(crate) next: Option<&'a Bucket<L>>,
    /// Those that have options.
    pub(crate) options: Option<&'a mut OptionPacks<L>>,
}

impl<L: Gather> ColourBlocks<L> {
    /// Of joints that are solved side by side, or one by one all of them.
    pub(crate) const fn new(layout: Layout, is_side_by_side: bool) -> Self {
        Self {
            layout,
            capacity: if is_side_by_side { L::COUNT } else { 1 },
            overflow: OptionPacks::new(Bucket::one_by_one(layout)),
            hub_blocks: HubBlocks::new(),
            colours: Vec::new(),
            options: BTreeMap::new(),
            used: Vec::new(),
        }
    }

    fn bucket(&self) -> Bucket<L> {
        if self.capacity == 1 { Bucket::one_by_one(self.layout) } else { Bucket::side_by_side(self.layout) }
    }

    /// The joints of a colour, or of what stands in place of one.
    pub(crate) fn of_colour(&self, colour: u32) -> Option<&Bucket<L>> {
        if let Some((hub, side)) = colours::hub_block(colour) {
            Some(&self.hub_blocks.get(hub)?.sides[side])
        } else if let Some(packs) = self.with_options(colour) {
            Some(&packs.bucket)
        } else {
            self.colours.get(colour as usize)
        }
    }

    fn of_colour_mut(&mut self, colour: u32) -> Option<&mut Bucket<L>> {
        if let Some((hub, side)) = colours::hub_block(colour) {
            Some(&mut self.hub_blocks.get_mut(hub)?.sides[side])
        } else if colour == OVERFLOW || colours::has_options(colour) {
            self.with_options_mut(colour).map(|packs| &mut packs.bucket)
        } else {
            self.colours.get_mut(colour as usize)
        }
    }

    /// The packs of a colour, or of none, in which joints have options.
    fn with_options(&self, colour: u32) -> Option<&OptionPacks<L>> {
        match colour {
            OVERFLOW => Some(&self.overflow),
            _ if colours::has_options(colour) => self.options.get(&colours::without_options(colour)),
            _ => None,
        }
    }

    fn with_options_mut(&mut self, colour: u32) -> Option<&mut OptionPacks<L>> {
        match colour {
            OVERFLOW => Some(&mut self.overflow),
            _ if colours::has_options(colour) => self.options.get_mut(&colours::without_options(colour)),
            _ => None,
        }
    }

    pub(crate) fn insert(&mut self, colour: u32, key: Key, data: &JointData) -> usize {
        if let Some((hub, side)) = colours::hub_block(colour) {
            let empty = || if self.layout.holds { self.bucket() } else { Bucket::one_by_one(self.layout) };
            return self.hub_blocks.insert(hub, side, key, data, [empty(), empty()]);
        }
        if colour == OVERFLOW {
            return self.overflow.insert(key, data);
        }
        let (has_options, colour) = (colours::has_options(colour), colours::without_options(colour));
        let at = colour as usize;
        while self.colours.len() <= at {
            self.colours.push(self.bucket());
        }
        let partition = at / PALETTE;
        self.used.resize(self.used.len().max(partition + 1), 0);
        self.used[partition] |= 1 << (at % PALETTE);
        if has_options {
            let empty = self.colours[at].emptied();
            self.options.entry(colour).or_insert_with(|| OptionPacks::new(empty)).insert(key, data)
        } else {
            self.colours[at].insert(key, data)
        }
    }

    pub(crate) fn remove(&mut self, colour: u32, at: usize) -> Option<Key> {
        if let Some((hub, side)) = colours::hub_block(colour) {
            return self.hub_blocks.remove(hub, side, at);
        }
        let packs = self.with_options_mut(colour).map(|packs| packs.remove(at));
        if colour == OVERFLOW {
            return packs?;
        }
        let colour = colours::without_options(colour);
        let own = colour as usize;
        let moved = packs.unwrap_or_else(|| self.colours[own].remove(at));
        if self.options.get(&colour).is_some_and(|packs| packs.bucket.keys.is_empty()) {
            self.options.remove(&colour);
        }
        if self.colours[own].keys.is_empty() && !self.options.contains_key(&colour) {
            self.used[own / PALETTE] &= !(1 << (own % PALETTE));
        }
        moved
    }

    /// What a joint keeps from step to step.
    pub(crate) fn kept(&self, colour: u32, at: usize) -> Option<WarmStartCache> {
        self.of_colour(colour)?.kept(at)
    }

    pub(crate) fn data(&self, colour: u32, at: usize) -> Option<JointData> {
        let bucket = self.of_colour(colour).filter(|bucket| at < bucket.keys.len())?;
        Some(self.with_options(colour).map_or_else(|| bucket.data(at), |packs| packs.data(at)))
    }

    pub(crate) fn impulses(&self, colour: u32, at: usize) -> Option<Vec<Scalar>> {
        self.of_colour(colour)?.impulses(at)
    }

    /// Scales the impulses of one joint.
    pub(crate) fn scale_impulses_of(&mut self, colour: u32, at: usize, factor: Scalar) {
        if let Some(bucket) = self.of_colour_mut(colour) {
            bucket.scale_impulses_of(at, factor);
        }
    }

    /// Gives one joint another setup, and other options if it is among those that have some. By how much a number of its setup has
    /// changed at most.
    pub(crate) fn set_up(&mut self, colour: u32, at: usize, setup: &[Scalar], options: &JointOptions) -> Scalar {
        if let Some(packs) = self.with_options_mut(colour) {
            packs.set_up(at, setup, options)
        } else {
            self.of_colour_mut(colour).map_or(0.0, |bucket| bucket.set_setup(at, setup))
        }
    }

    pub(crate) fn is_used(&self, partitions: &Range<usize>) -> bool {
        partitions.clone().any(|partition| self.used.get(partition).is_some_and(|used| *used != 0))
            || self.hub_blocks.iter().any(|hub_block| partitions.contains(&hub_block.partition))
    }

    /// Calls `run` with the packs of the group, colour after colour.
    pub(crate) fn runs(&mut self, group: &PartitionGroup, mut run: impl FnMut(BucketRun<'_, L>)) {
        let end = group.partitions.end.min(self.used.len());
        let partitions = group.partitions.start.min(end)..end;
        let mut used = self.used[partitions.clone()].iter().fold(0, |all, used| all | used);
        while used != 0 {
            let colour = used.trailing_zeros() as usize;
            used &= used - 1;
            for (nth, partition) in partitions.clone().enumerate() {
                let at = partition * PALETTE + colour;
                if at < self.colours.len() {
                    let (own, later) = self.colours.split_at_mut(at + 1);
                    let next = group.next.clone().nth(nth).map(|next| next * PALETTE + colour - own.len());
                    let next = next.and_then(|next| later.get(next));
                    let options = u32::try_from(at).ok().and_then(|at| self.options.get_mut(&at));
                    run(BucketRun { bucket: &mut own[at], next, options });
                }
            }
        }
    }

    /// See [`Bucket::line_up`].
    pub(crate) fn line_up(&mut self, moved: &mut dyn FnMut(Key, u32, usize)) {
        for (colour, bucket) in (0..).zip(&mut self.colours) {
            bucket.line_up(&mut |key, at| moved(key, colour, at));
        }
        for (&colour, packs) in &mut self.options {
            packs.line_up(&mut |key, at| moved(key, colours::with_options(colour, true), at));
        }
    }

    /// All packs in which joints have options, in no order.
    pub(crate) fn options_mut(&mut self) -> impl Iterator<Item = &mut OptionPacks<L>> {
        self.options.values_mut().chain([&mut self.overflow])
    }

    pub(crate) fn scale_impulses(&mut self, factor: Scalar) {
        self.plain_mut().for_each(|bucket| bucket.scale_impulses(factor));
        self.options_mut().for_each(|packs| packs.bucket.scale_impulses(factor));
    }

    pub(crate) fn forget(&mut self) {
        self.plain_mut().for_each(Bucket::forget);
        self.options_mut().for_each(OptionPacks::forget);
    }

    /// All series in which no joint has options, in no order.
    fn plain_mut(&mut self) -> impl Iterator<Item = &mut Bucket<L>> {
        self.colours.iter_mut().chain(self.hub_blocks.sides_mut())
    }

    /// Whose joints there are, in the order of solving.
    pub(crate) fn keys(&self) -> impl Iterator<Item = Key> {
        let spokes = self.hub_blocks.spokes().map(|(_, spokes)| spokes);
        let colours = (0..PALETTE).flat_map(|colour| (colour..self.colours.len()).step_by(PALETTE));
        let coloured = colours.flat_map(|colour| {
            let options = u32::try_from(colour).ok().and_then(|colour| self.options.get(&colour));
            [Some(&self.colours[colour]), options.map(|packs| &packs.bucket)].into_iter().flatten()
        });
        let bucket = core::iter::once(&self.overflow.bucket).chain(spokes).chain(coloured);
        bucket.flat_map(|bucket| &bucket.keys).copied()
    }

    /// Calls `data` with each joint's colour and name, and the joint.
    pub(crate) fn each(&self, data: &mut dyn FnMut(u32, Key, &JointData)) {
        for (colour, bucket) in (0..).zip(&self.colours).chain(self.hub_blocks.spokes()) {
            bucket.each(&mut |key, joint| data(colour, key, joint));
        }
        let options = self.options.iter().map(|(&colour, packs)| (colours::with_options(colour, true), packs));
        for (colour, packs) in options.chain([(OVERFLOW, &self.overflow)]) {
            packs.each(&mut |key, joint| data(colour, key, joint));
        }
    }
}
