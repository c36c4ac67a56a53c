//! Island batches: identical or similar islands side by side, one in each lane.
//!
//! In: islands with the same topology signature. Out: the same motion, to the bit, in half of the time of coloured packs.
//!
//! ```text
//!           lane 0     lane 1     lane 2
//! slot 0    body 0     body 7     body 14      a body slot: one body of each island
//! slot 1    body 1     body 8     body 15
//! pack 0    joint 0    joint 6    joint 12     a joint pack: one joint of each island
//! ```
//!
//! The bodies of a batch stand in arrays of lanes, so kernels load them without a gather. A batch goes through all substeps before
//! the next batch and stays in the cache. *Similar islands* differ in a few joints or bodies: where their bodies have different
//! slots, lanes read several slots by a mask (`MaskedBody`).
//!
//! While bodies are in a batch, it has their motion, and the records of [`SolverBodies`](crate::solver::SolverBodies) are at rest.

pub(crate) mod batch_joints;
mod island_batch;
mod load;
mod passes;
mod plan;
mod signature;

use core::ops::Range;

use crate::body_set::{MovedBodySet, TakesMotion};
#[cfg(not(target_arch = "x86_64"))]
use crate::lanes::Simd128;
use crate::lanes::{Lanes as _, Width};
#[cfg(target_arch = "x86_64")]
use crate::lanes::{Simd256, Simd512};
use crate::math::{Scalar, Vec2};
use crate::solver::integrator::position_integrator::PositionIntegrator;

use crate::solver::batch::island_batch::BatchScratch;
pub(crate) use crate::solver::batch::island_batch::IslandBatch;
pub(crate) use crate::solver::batch::plan::{BatchPack, BatchPlan, by_groups};
use crate::solver::batch::signature::Joint;
pub(crate) use crate::solver::batch::signature::{FoundJoint, Island, Signature, signature_of};

/// Largest number of joints in a batch, unless one joint of each island is more: a step goes through all substeps of a batch before it
/// takes the next one.
pub(crate) const MAX_JOINTS: usize = 400;

/// The fewest joints that make a batch.
pub(crate) const MIN_JOINTS: usize = 64;

/// Where an island stands in a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct BatchSlot {
    pub(crate) batch: u32,
    pub(crate) group: u32,
    pub(crate) lane: u32,
}

/// A batch of lanes as wide as the processor's registers.
///
/// There is a kernel for each of these widths in a user's crate. So 128 bits exist only where the processor has no wider
/// registers.
#[derive(Clone, Debug)]
pub(crate) enum AnyBatch {
    #[cfg(target_arch = "x86_64")]
    Simd512(IslandBatch<Simd512>),
    #[cfg(target_arch = "x86_64")]
    Simd256(IslandBatch<Simd256>),
    #[cfg(not(target_arch = "x86_64"))]
    Simd128(IslandBatch<Simd128>),
}

/// Calls the same method whatever the width.
macro_rules! each_width {
    ($any:expr, $batch:ident => $call:expr) => {
        match $any {
            #[cfg(target_arch = "x86_64")]
            AnyBatch::Simd512($batch) => $call,
            #[cfg(target_arch = "x86_64")]
            AnyBatch::Simd256($batch) => $call,
            #[cfg(not(target_arch = "x86_64"))]
            AnyBatch::Simd128($batch) => $call,
        }
    };
}

impl AnyBatch {
    /// A batch of these islands. `None` where there are no [lanes](Batches::lanes) for it.
    fn new(width: Width, plan: &BatchPlan<'_>) -> Option<Self> {
        match width {
            #[cfg(target_arch = "x86_64")]
            Width::Simd512 => Some(Self::Simd512(IslandBatch::new(plan))),
            #[cfg(target_arch = "x86_64")]
            Width::Simd256 => Some(Self::Simd256(IslandBatch::new(plan))),
            #[cfg(not(target_arch = "x86_64"))]
            Width::Simd128 => Some(Self::Simd128(IslandBatch::new(plan))),
            _ => None,
        }
    }

    pub(crate) fn load(&mut self, bodies: &dyn MovedBodySet, gravity: Vec2, h: Scalar) {
        each_width!(self, batch => batch.load(bodies, gravity, h));
    }

    fn reload(&mut self, batch_slot: BatchSlot, place: u32, bodies: &dyn MovedBodySet, gravity: Vec2, h: Scalar) {
        each_width!(self, batch => batch.reload(batch_slot, place, bodies, gravity, h));
    }

    /// Gives the bodies in some places their motion.
    pub(crate) fn unload(&self, bodies: &mut impl TakesMotion, places: &Range<usize>) {
        each_width!(self, batch => batch.unload(bodies, places));
    }

    /// The first place of a body that would be at NaN or infinity.
    pub(crate) fn lost(&self) -> Option<u32> {
        each_width!(self, batch => batch.lost())
    }

    /// Tells of each body whose angle has come far or back: its place, and the angle.
    pub(crate) fn crossed(&mut self, tell: impl FnMut(u32, crate::angle::Angle)) {
        each_width!(self, batch => batch.crossed(tell));
    }

    /// The bodies of an island.
    pub(crate) fn bodies(&self, batch_slot: BatchSlot) -> Vec<u32> {
        each_width!(self, batch => batch.bodies(batch_slot))
    }

    /// An island goes.
    fn evict(&mut self, batch_slot: BatchSlot) {
        each_width!(self, batch => batch.evict(batch_slot));
    }

    /// Whether so many islands have gone that the others should find new slots.
    fn is_thin(&self) -> bool {
        each_width!(self, batch => batch.is_thin())
    }

    /// Where its islands stand.
    pub(crate) fn batch_slots(&self, number: u32) -> Vec<BatchSlot> {
        each_width!(self, batch => batch.batch_slots(number))
    }

    /// Begins a step. Reuses the scratch buffers of the previous batch.
    pub(crate) fn enter(&mut self, scratch: &mut AnyScratch) {
        match (self, core::mem::take(scratch)) {
            #[cfg(target_arch = "x86_64")]
            (Self::Simd512(batch), AnyScratch::Simd512(scratch)) => batch.enter(scratch),
            #[cfg(target_arch = "x86_64")]
            (Self::Simd256(batch), AnyScratch::Simd256(scratch)) => batch.enter(scratch),
            #[cfg(not(target_arch = "x86_64"))]
            (Self::Simd128(batch), AnyScratch::Simd128(scratch)) => batch.enter(scratch),
            (any, _) => each_width!(any, batch => batch.enter(BatchScratch::default())),
        }
    }

    /// Ends a step.
    pub(crate) fn leave(&mut self) -> AnyScratch {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Simd512(batch) => AnyScratch::Simd512(batch.leave()),
            #[cfg(target_arch = "x86_64")]
            Self::Simd256(batch) => AnyScratch::Simd256(batch.leave()),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Simd128(batch) => AnyScratch::Simd128(batch.leave()),
        }
    }

    pub(crate) fn integrate_velocities(&mut self) {
        each_width!(self, batch => batch.integrate_velocities());
    }

    pub(crate) fn integrate_poses(&mut self, integrator: PositionIntegrator<Scalar>) {
        each_width!(self, batch => batch.integrate_poses(integrator));
    }

    /// With the batch whose step comes next.
    pub(crate) fn finalize_poses(&mut self, integrator: PositionIntegrator<Scalar>, next: Option<&Self>) {
        match (self, next) {
            #[cfg(target_arch = "x86_64")]
            (Self::Simd512(batch), Some(Self::Simd512(next))) => batch.finalize_poses(integrator, Some(next)),
            #[cfg(target_arch = "x86_64")]
            (Self::Simd256(batch), Some(Self::Simd256(next))) => batch.finalize_poses(integrator, Some(next)),
            (any, _) => each_width!(any, batch => batch.finalize_poses(integrator, None)),
        }
    }

    pub(crate) fn check(&mut self) {
        each_width!(self, batch => batch.check());
    }
}

impl BatchesRange<'_> {
    /// The number after that of the last batch.
    #[allow(clippy::cast_possible_truncation)] // batches have numbers of 32 bits
    pub(crate) const fn end(&self) -> u32 {
        self.first + self.batches.len() as u32
    }

    /// Has each batch take a step by `advance`, which is told of the next batch, too.
    pub(crate) fn step(&mut self, mut advance: impl FnMut(u32, &mut AnyBatch, Option<&AnyBatch>)) {
        let Self { first, batches, scratch } = self;
        let (mut rest, mut numbers) = (&mut batches[..], *first..);
        while let (Some((batch, after)), Some(number)) = (rest.split_first_mut(), numbers.next()) {
            if let Some(batch) = batch {
                batch.enter(scratch);
                advance(number, batch, after.first().and_then(Option::as_ref));
                **scratch = batch.leave();
            }
            rest = after;
        }
    }
}

/// What batches of one width lend to each other.
#[derive(Clone, Debug, Default)]
pub(crate) enum AnyScratch {
    #[default]
    None,
    #[cfg(target_arch = "x86_64")]
    Simd512(BatchScratch<Simd512>),
    #[cfg(target_arch = "x86_64")]
    Simd256(BatchScratch<Simd256>),
    #[cfg(not(target_arch = "x86_64"))]
    Simd128(BatchScratch<Simd128>),
}

/// All batches, by their numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Batches {
    all: Vec<Option<AnyBatch>>,
    /// Where a body's island stands, by its place.
    batch_slots: Vec<Option<BatchSlot>>,
    /// One for each piece of a step that may run beside others.
    scratch: Vec<AnyScratch>,
}

/// Some batches, one after another by their numbers, which a step may take beside others.
pub(crate) struct BatchesRange<'a> {
    /// The number of the first batch.
    first: u32,
    batches: &'a mut [Option<AnyBatch>],
    scratch: &'a mut AnyScratch,
}

impl Batches {
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &AnyBatch)> {
        (0..).zip(&self.all).filter_map(|(number, batch)| Some((number, batch.as_ref()?)))
    }

    /// All batches in so many pieces at most, of as many batches each. At least one.
    pub(crate) fn pieces(&mut self, pieces: usize) -> impl Iterator<Item = BatchesRange<'_>> {
        let Self { all, scratch, .. } = self;
        let size = all.len().div_ceil(pieces).max(1);
        scratch.resize(scratch.len().max(pieces), AnyScratch::None);
        let firsts = (0..).step_by(size);
        let pieces = firsts.zip(all.chunks_mut(size)).zip(scratch);
        pieces.map(|((first, batches), scratch)| BatchesRange { first, batches, scratch })
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (u32, &mut AnyBatch)> {
        (0..).zip(&mut self.all).filter_map(|(number, batch)| Some((number, batch.as_mut()?)))
    }

    pub(crate) fn get_mut(&mut self, number: u32) -> Option<&mut AnyBatch> {
        self.all.get_mut(number as usize)?.as_mut()
    }

    /// Takes in one body, which stands at this slot, in this place.
    pub(crate) fn reload(
        &mut self,
        batch_slot: BatchSlot,
        place: u32,
        bodies: &dyn MovedBodySet,
        gravity: Vec2,
        h: Scalar,
    ) {
        self.get_mut(batch_slot.batch)
            .into_iter()
            .for_each(|batch| batch.reload(batch_slot, place, bodies, gravity, h));
    }

    /// Whether a batch has the body in this place.
    #[inline]
    pub(crate) fn have(&self, place: usize) -> bool {
        self.batch_slot(place).is_some()
    }

    #[inline]
    pub(crate) fn batch_slot(&self, place: usize) -> Option<BatchSlot> {
        self.batch_slots.get(place).copied().flatten()
    }

    /// How many islands stand side by side; 1 if there are no batches of this width.
    pub(crate) const fn lanes(width: Width) -> usize {
        match width {
            #[cfg(target_arch = "x86_64")]
            Width::Simd512 => Simd512::COUNT,
            #[cfg(target_arch = "x86_64")]
            Width::Simd256 => Simd256::COUNT,
            #[cfg(not(target_arch = "x86_64"))]
            Width::Simd128 => Simd128::COUNT,
            _ => 1,
        }
    }

    /// Adds a batch of these islands. Returns its number.
    pub(crate) fn add(&mut self, width: Width, plan: &BatchPlan<'_>) -> Option<u32> {
        let batch = AnyBatch::new(width, plan)?;
        let free = self.all.iter().position(Option::is_none).unwrap_or(self.all.len());
        let number = u32::try_from(free).ok()?;
        for batch_slot in batch.batch_slots(number) {
            for place in batch.bodies(batch_slot) {
                let place = place as usize;
                self.batch_slots.resize(self.batch_slots.len().max(place + 1), None);
                self.batch_slots[place] = Some(batch_slot);
            }
        }
        if free == self.all.len() {
            self.all.push(None);
        }
        self.all[free] = Some(batch);
        Some(number)
    }

    /// The island at this slot leaves its batch. Returns its bodies.
    pub(crate) fn evict(&mut self, batch_slot: BatchSlot) -> Vec<u32> {
        let Some(Some(batch)) = self.all.get_mut(batch_slot.batch as usize) else { return Vec::new() };
        let bodies = batch.bodies(batch_slot);
        for &place in &bodies {
            self.batch_slots[place as usize] = None;
        }
        batch.evict(batch_slot);
        bodies
    }

    /// The slots of what is left of batches that are too thin.
    pub(crate) fn thinned(&self) -> Vec<BatchSlot> {
        self.iter().filter(|(_, batch)| batch.is_thin()).flat_map(|(number, batch)| batch.batch_slots(number)).collect()
    }

    /// The slots of all islands.
    pub(crate) fn all_slots(&self) -> Vec<BatchSlot> {
        self.iter().flat_map(|(number, batch)| batch.batch_slots(number)).collect()
    }

    /// Forgets the batches that have no island left. Returns their numbers, which may be given again.
    pub(crate) fn free(&mut self) -> Vec<u32> {
        let empty: Vec<u32> = self
            .iter()
            .filter(|(number, batch)| batch.batch_slots(*number).is_empty())
            .map(|(number, _)| number)
            .collect();
        for &number in &empty {
            self.all[number as usize] = None;
        }
        empty
    }
}
