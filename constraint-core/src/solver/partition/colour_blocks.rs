//! Packs of one width: the joints that are solved one after another, the spokes of hubs, then colour after colour.

use core::ops::Range;

use crate::lanes::Gather;
use crate::math::Scalar;
use crate::slots::Key;
use crate::solver::bodies::PartitionGroup;
use crate::solver::hub::HubBlocks;
use crate::solver::kernels::Layout;
use crate::solver::packs::bucket::Bucket;
use crate::solver::packs::joint_data::{JointData, WarmStartCache};
use crate::solver::partition::colours;
use crate::solver::partition::colours::{OVERFLOW, PALETTE};

/// Packs by partition and colour.
pub(crate) struct ColourBlocks<L: Gather> {
    layout: Layout,
    capacity: usize,
    /// The joints for which no colour was left, in all partitions.
    pub(crate) overflow: Bucket<L>,
    /// The joints of one body that are solved at once.
    pub(crate) hub_blocks: HubBlocks<L>,
    /// The colours of one partition after those of another.
    pub(crate) colours: Vec<Bucket<L>>,
    /// By partition, a bit for each colour that has joints.
    used: Vec<u64>,
}

/// Packs of one colour in a partition.
pub(crate) struct BucketRun<'a, L: Gather> {
    pub(crate) bucket: &'a mut Bucket<L>,
    /// Those of this colour in a partition of the group that comes next, if they should be [fetched](PartitionGroup::next).
    pub(crate) next: Option<&'a Bucket<L>>,
}

impl<L: Gather> ColourBlocks<L> {
    /// Of joints that are solved side by side, or one by one all of them.
    pub(crate) const fn new(layout: Layout, is_side_by_side: bool) -> Self {
        Self {
            layout,
            capacity: if is_side_by_side { L::COUNT } else { 1 },
            overflow: Bucket::one_by_one(layout),
            hub_blocks: HubBlocks::new(),
            colours: Vec::new(),
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
        } else if colour == OVERFLOW {
            Some(&self.overflow)
        } else {
            self.colours.get(colour as usize)
        }
    }

    fn of_colour_mut(&mut self, colour: u32) -> Option<&mut Bucket<L>> {
        if let Some((hub, side)) = colours::hub_block(colour) {
            Some(&mut self.hub_blocks.get_mut(hub)?.sides[side])
        } else if colour == OVERFLOW {
            Some(&mut self.overflow)
        } else {
            self.colours.get_mut(colour as usize)
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
        let colour = colour as usize;
        while self.colours.len() <= colour {
            self.colours.push(self.bucket());
        }
        let partition = colour / PALETTE;
        self.used.resize(self.used.len().max(partition + 1), 0);
        self.used[partition] |= 1 << (colour % PALETTE);
        self.colours[colour].insert(key, data)
    }

    pub(crate) fn remove(&mut self, colour: u32, at: usize) -> Option<Key> {
        if let Some((hub, side)) = colours::hub_block(colour) {
            return self.hub_blocks.remove(hub, side, at);
        }
        if colour == OVERFLOW {
            return self.overflow.remove(at);
        }
        let colour = colour as usize;
        let moved = self.colours[colour].remove(at);
        if self.colours[colour].keys.is_empty() {
            self.used[colour / PALETTE] &= !(1 << (colour % PALETTE));
        }
        moved
    }

    /// What a joint keeps from step to step.
    pub(crate) fn kept(&self, colour: u32, at: usize) -> Option<WarmStartCache> {
        self.of_colour(colour)?.kept(at)
    }

    pub(crate) fn data(&self, colour: u32, at: usize) -> Option<JointData> {
        self.of_colour(colour).filter(|bucket| at < bucket.keys.len()).map(|bucket| bucket.data(at))
    }

    pub(crate) fn impulses(&self, colour: u32, at: usize) -> Option<Vec<Scalar>> {
        self.of_colour(colour)?.impulses(at)
    }

    pub(crate) fn scale_impulses_of(&mut self, colour: u32, at: usize, factor: Scalar) {
        if let Some(bucket) = self.of_colour_mut(colour) {
            bucket.scale_impulses_of(at, factor);
        }
    }

    pub(crate) fn set_setup(&mut self, colour: u32, at: usize, setup: &[Scalar]) -> Scalar {
        self.of_colour_mut(colour).map_or(0.0, |bucket| bucket.set_setup(at, setup))
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
                    run(BucketRun { bucket: &mut own[at], next });
                }
            }
        }
    }

    /// All series, in no order.
    pub(crate) fn all_mut(&mut self) -> impl Iterator<Item = &mut Bucket<L>> {
        let Self { overflow, hub_blocks, colours, .. } = self;
        colours.iter_mut().chain([overflow]).chain(hub_blocks.sides_mut())
    }

    /// Calls `data` with each joint's colour and name, and the joint.
    pub(crate) fn each(&self, data: &mut dyn FnMut(u32, Key, &JointData)) {
        let coloured = (0..).zip(&self.colours);
        for (colour, bucket) in coloured.chain([(OVERFLOW, &self.overflow)]).chain(self.hub_blocks.spokes()) {
            bucket.each(&mut |key, joint| data(colour, key, joint));
        }
    }
}
