//! Where the joints of a pack find their bodies.

use core::ops::Range;

use crate::angle::Angle;
use crate::kernels::masked_body::{BodySlot, MaskedBody};
use crate::kernels::records::{DeltaPose, DeltaRotation, SplitPosition, VelocityRecord};
use crate::kinematics::{Pose, Velocity};
use crate::lanes::{Find, Gather, Places, Record};

/// The places of the bodies of packs, body after body and pack after pack: in the world or in a batch.
#[derive(Clone, Copy)]
pub(crate) struct BodyPlaces<'a, L: Gather> {
    /// Among the records of all bodies.
    world: &'a [Places<L>],
    /// Among the bodies of an island batch, which stand in lanes already.
    batch: &'a [BatchPlace],
    masked_bodies: &'a [MaskedBody],
}

/// Where the joints of a pack have one of their bodies in an island batch: all lanes in one slot, or masked lanes in
/// several slots. All bodies of a pack are of one kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BatchPlace {
    /// The slot; or the first of the masked bodies.
    pub(crate) first: u32,
    /// How many masked bodies there are; none where there is one slot.
    masked_bodies: u16,
    /// Whether impulses move the bodies in the slot.
    pub(crate) moves: bool,
}

impl BatchPlace {
    pub(crate) const fn slot(body_slot: BodySlot) -> Self {
        Self { first: body_slot.at, masked_bodies: 0, moves: body_slot.moves }
    }

    /// So many masked bodies, of which this is the first one.
    pub(crate) const fn masked_bodies(first: u32, count: u16) -> Self {
        Self { first, masked_bodies: count, moves: false }
    }

    /// The masked bodies; none where there is one slot.
    #[inline]
    pub(crate) fn of(self, masked_bodies: &[MaskedBody]) -> &[MaskedBody] {
        let first = self.first as usize;
        &masked_bodies[first..first + self.masked_bodies as usize]
    }

    /// The centres of the bodies, in high and low parts.
    #[inline(always)]
    #[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
    pub(crate) fn centre<L: Gather>(self, masked_bodies: &[MaskedBody], centres: &[[L; 4]]) -> [L; 4] {
        if self.masked_bodies == 0 {
            centres[self.first as usize]
        } else {
            MaskedBody::centre(self.of(masked_bodies), centres)
        }
    }
}

/// The poses of the bodies: as records, or in lanes.
pub(crate) struct Poses<'a, L> {
    pub(crate) moved: &'a [DeltaPose],
    pub(crate) turned: &'a [DeltaRotation],
    pub(crate) in_lanes: &'a [Pose<L>],
}

/// The velocities of the bodies: as records, or in lanes.
pub(crate) struct Velocities<'a, L> {
    pub(crate) records: &'a mut [VelocityRecord],
    pub(crate) in_lanes: &'a mut [Velocity<L>],
}

/// The bodies at the start of the step.
#[derive(Clone, Copy)]
pub(crate) struct Start<'a> {
    /// By body, or by slot and lane. Sums of angles are taken in double precision.
    pub(crate) angles: &'a [Angle],
    /// The centres of the bodies of the world, which the [bases](super::Span::bases) of joints follow from. Empty where the bases
    /// are known already.
    pub(crate) centres: &'a [SplitPosition],
}

impl<'a, L> Velocities<'a, L> {
    /// Of bodies that stand in no batch.
    pub(crate) fn of_world(records: &'a mut [VelocityRecord]) -> Self {
        Self { records, in_lanes: &mut [] }
    }

    /// Of the bodies of a batch.
    pub(crate) fn of_batch(in_lanes: &'a mut [Velocity<L>]) -> Self {
        Self { records: &mut [], in_lanes }
    }
}

/// Reads records: a run of neighbouring bodies is loaded, other bodies are gathered.
#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
pub(crate) fn gather<L: Gather, R: Record>(places: &Places<L>, records: &[R]) -> [L; 4] {
    if L::HAS_RUNS && places.are_run(1) {
        places.run::<1>().gather(records)
    } else if L::HAS_RUNS && places.are_run(2) {
        places.run::<2>().gather(records)
    } else {
        places.gather(records)
    }
}

/// Writes records in the same way.
#[inline(always)]
#[allow(clippy::inline_always)] // as above
pub(crate) fn scatter<L: Gather, R: Record>(values: [L; 4], places: &Places<L>, records: &mut [R]) {
    if L::HAS_RUNS && places.are_run(1) {
        places.run::<1>().scatter(values, records);
    } else if L::HAS_RUNS && places.are_run(2) {
        places.run::<2>().scatter(values, records);
    } else if places.movers() != 0 {
        places.scatter(values, records);
    }
}

#[allow(clippy::inline_always)] // as above
impl<'a, L: Gather> BodyPlaces<'a, L> {
    pub(crate) const fn of_world(world: &'a [Places<L>]) -> Self {
        Self { world, batch: &[], masked_bodies: &[] }
    }

    pub(crate) const fn of_batch(batch: &'a [BatchPlace], masked_bodies: &'a [MaskedBody]) -> Self {
        Self { world: &[], batch, masked_bodies }
    }

    /// Those in the world.
    pub(crate) const fn world(&self) -> &'a [Places<L>] {
        self.world
    }

    /// Some of the places.
    pub(crate) fn part(&self, of: Range<usize>) -> Self {
        let (world, batch) = (self.world.get(of.clone()), self.batch.get(of));
        Self { world: world.unwrap_or_default(), batch: batch.unwrap_or_default(), masked_bodies: self.masked_bodies }
    }

    /// Takes the places of the next pack.
    #[inline(always)]
    pub(crate) fn next(&mut self, bodies: usize) -> PackPlaces<'a, L> {
        if let Some((own, rest)) = self.world.split_at_checked(bodies) {
            self.world = rest;
            return PackPlaces::World(own);
        }
        let (own, rest) = self.batch.split_at(bodies);
        self.batch = rest;
        if own[0].masked_bodies == 0 { PackPlaces::Slots(own) } else { PackPlaces::Masked(own, self.masked_bodies) }
    }
}

/// The places of the bodies of one pack. One branch decides for all bodies of the pack.
#[derive(Clone, Copy)]
pub(crate) enum PackPlaces<'a, L: Gather> {
    World(&'a [Places<L>]),
    Slots(&'a [BatchPlace]),
    Masked(&'a [BatchPlace], &'a [MaskedBody]),
}
