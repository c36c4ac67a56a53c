//! The joints of one type that are in packs: those for which no colour was left, in turn, then colour after colour.

use core::ops::Range;

use crate::joint_options::JointOptions;
use crate::kernels::{JointTable, Layout};
use crate::kinematics::MassProperties;
use crate::lanes::{Simd128, Width};
#[cfg(target_arch = "x86_64")]
use crate::lanes::{Simd256, Simd512};
use crate::math::Scalar;
use crate::pass::Pass;
use crate::slots::Key;
use crate::solver::SolverBodies;
use crate::solver::break_check::BreakCheck;
use crate::solver::coloured::colour_blocks::ColourBlocks;
use crate::solver::coloured::passes;
use crate::solver::packs::joint_data::{JointData, WarmStartCache};
use crate::solver::partition::colours;
use crate::solver::relaxation::Relaxation;

/// Packs as wide as the processor's registers.
#[derive(Clone)]
pub(crate) enum AnyPacks {
    #[cfg(target_arch = "x86_64")]
    Simd512(ColourBlocks<Simd512>),
    #[cfg(target_arch = "x86_64")]
    Simd256(ColourBlocks<Simd256>),
    Simd128(ColourBlocks<Simd128>),
    /// Of one joint each.
    One(ColourBlocks<Simd128>),
}

/// Calls the same method whatever the width.
macro_rules! each_width {
    ($blocks:expr, $row:ident => $call:expr) => {
        match $blocks {
            #[cfg(target_arch = "x86_64")]
            AnyPacks::Simd512($row) => $call,
            #[cfg(target_arch = "x86_64")]
            AnyPacks::Simd256($row) => $call,
            AnyPacks::Simd128($row) | AnyPacks::One($row) => $call,
        }
    };
}

/// The owner's side.
impl AnyPacks {
    /// Of a few joints: sixteen lanes would mostly have none.
    pub(crate) const fn new(layout: Layout, width: Width) -> Self {
        match width {
            #[cfg(target_arch = "x86_64")]
            Width::Simd512 | Width::Simd256 => Self::Simd256(ColourBlocks::new(layout, true)),
            Width::Simd128 => Self::Simd128(ColourBlocks::new(layout, true)),
            Width::One => Self::One(ColourBlocks::new(layout, false)),
        }
    }

    const fn of_many(layout: Layout, width: Width) -> Self {
        match width {
            #[cfg(target_arch = "x86_64")]
            Width::Simd512 => Self::Simd512(ColourBlocks::new(layout, true)),
            _ => Self::new(layout, width),
        }
    }

    const fn are(&self, width: Width) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Simd512(_) => matches!(width, Width::Simd512),
            #[cfg(target_arch = "x86_64")]
            Self::Simd256(_) => matches!(width, Width::Simd512 | Width::Simd256),
            Self::Simd128(_) => matches!(width, Width::Simd128),
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
        each_width!(self, row => row.line_up(moved));
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

    /// See [`Bucket::moves_as`](crate::solver::packs::bucket::Bucket::moves_as).
    pub(crate) fn moves_as(
        &self,
        (colour, at): (u32, usize),
        hub: Option<usize>,
        masses: &[MassProperties<Scalar>],
    ) -> bool {
        each_width!(self, row => row.of_colour(colour).is_some_and(|bucket| bucket.moves_as(at, hub, masses)))
    }

    /// The joint in this place.
    pub(crate) fn data(&self, colour: u32, at: usize) -> Option<JointData> {
        each_width!(self, row => row.data(colour, at))
    }

    pub(crate) fn impulses(&self, colour: u32, at: usize) -> Option<Vec<Scalar>> {
        each_width!(self, row => row.impulses(colour, at))
    }

    /// Appends the impulses of one joint.
    pub(crate) fn read_impulses(&self, colour: u32, at: usize, into: &mut Vec<Scalar>) {
        each_width!(self, row => row.of_colour(colour).into_iter().for_each(|bucket| bucket.read_impulses(at, into)));
    }

    /// Whether there are joints for which no colour was free.
    pub(crate) fn have_overflow(&self) -> bool {
        each_width!(self, row => !row.overflow.bucket.keys.is_empty())
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
    pub(crate) fn each_key(&self, act: impl FnMut(Key)) {
        each_width!(self, row => row.keys().for_each(act));
    }

    /// See [`ColourBlocks::set_up`].
    pub(crate) fn set_up(&mut self, colour: u32, at: usize, setup: &[Scalar], options: &JointOptions) -> Scalar {
        each_width!(self, row => row.set_up(colour, at, setup, options))
    }

    /// Scales the impulses of one joint.
    pub(crate) fn scale_impulses_of(&mut self, colour: u32, at: usize, factor: Scalar) {
        each_width!(self, row => row.scale_impulses_of(colour, at, factor));
    }

    pub(crate) fn scale_impulses(&mut self, factor: Scalar) {
        each_width!(self, row => row.scale_impulses(factor));
    }

    pub(crate) fn forget(&mut self) {
        each_width!(self, row => row.forget());
    }
}

/// The passes' side.
impl AnyPacks {
    /// One iteration over all packs of the group: the joints without a colour, hubs, then colour after colour.
    pub(crate) fn solve(&mut self, kernels: &JointTable, bodies: &mut SolverBodies, pass: &Pass<Scalar>) {
        each_width!(self, row => passes::solve(row, kernels, bodies, pass));
    }

    /// As [`passes::relax`], in the same order.
    pub(crate) fn relax(
        &mut self,
        kernels: &JointTable,
        bodies: &mut SolverBodies,
        relaxation: Relaxation<'_>,
        check: &mut BreakCheck<'_>,
    ) {
        each_width!(self, row => passes::relax(row, kernels, bodies, relaxation, check));
    }

    /// Breaks the joints for which the substep that has just ended was too much.
    pub(crate) fn check_breaks(&mut self, motion: &SolverBodies, inverse_h: Scalar, check: &mut BreakCheck<'_>) {
        each_width!(self, row => row.options_mut().for_each(|packs| packs.check_breaks(motion, inverse_h, check)));
    }
}
