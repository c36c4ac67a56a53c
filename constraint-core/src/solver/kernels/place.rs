//! Where the joints of a pack find their bodies.

use crate::angle::Angle;
use crate::kinematics::{Pose, Velocity};
use crate::lanes::{Find, Gather, Places, Record};
use crate::solver::crews::{Seat, Spot};
use crate::solver::motion::{Moved, Moving, Turned};

/// The places of the bodies of packs, body after body and pack after pack.
pub(crate) enum BodyPlaces<'a, L: Gather> {
    /// Among the records of all bodies.
    World(&'a [Places<L>]),
    /// Among the bodies of an island batch, which stand in lanes already.
    Batch(&'a [BatchPlace], &'a [Spot]),
}

/// Where the joints of a pack have one of their bodies in an island batch.
#[derive(Clone, Copy, Debug)]
pub(crate) enum BatchPlace {
    /// All of them in the same slot.
    Seat(Seat),
    /// Those of some lanes in one slot, others in another one: these spots of the batch.
    Spots {
        /// The first one.
        first: u32,
        /// One after the last.
        end: u32,
    },
}

/// The poses of the bodies: as records, or in lanes.
pub(crate) struct Poses<'a, L> {
    pub(crate) moved: &'a [Moved],
    pub(crate) turned: &'a [Turned],
    pub(crate) in_lanes: &'a [Pose<L>],
}

/// The velocities of the bodies: as records, or in lanes.
pub(crate) struct Velocities<'a, L> {
    pub(crate) records: &'a mut [Moving],
    pub(crate) in_lanes: &'a mut [Velocity<L>],
}

/// The angles of the bodies at the start of the step: by body, or by slot and lane.
#[derive(Clone, Copy)]
pub(crate) struct Angles<'a>(pub(crate) &'a [Angle]);

impl<'a, L> Velocities<'a, L> {
    /// Of bodies that stand in no batch.
    pub(crate) fn of_world(records: &'a mut [Moving]) -> Self {
        Self { records, in_lanes: &mut [] }
    }

    /// Of the bodies of a batch.
    pub(crate) fn of_batch(in_lanes: &'a mut [Velocity<L>]) -> Self {
        Self { records: &mut [], in_lanes }
    }
}

/// Reads records by whichever way is the shortest: a run of bodies is loaded, others are gathered.
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
    } else {
        places.scatter(values, records);
    }
}

#[allow(clippy::inline_always)] // as above
impl<L: Gather> BodyPlaces<'_, L> {
    /// How far the body has moved since the step began, and how it is turned; with the angle that it has turned by since, if a
    /// joint reads that.
    #[inline(always)]
    pub(super) fn pose(&self, at: usize, poses: &Poses<'_, L>, reads_angle: bool) -> Pose<L> {
        match *self {
            Self::World(places) => {
                let [x, y, cos, sin] = gather(&places[at], poses.moved);
                let mut angle = L::default();
                // Not read where it is not needed: it stands elsewhere in memory.
                if reads_angle {
                    [.., angle] = gather(&places[at], poses.turned);
                }
                Pose { x, y, angle, cos, sin }
            }
            Self::Batch(places, spots) => match places[at] {
                BatchPlace::Seat(seat) => poses.in_lanes[seat.at as usize],
                BatchPlace::Spots { first, end } => {
                    Spot::pose(&spots[first as usize..end as usize], poses.in_lanes, reads_angle)
                }
            },
        }
    }

    /// The angle of the body at the start of the step.
    #[inline(always)]
    pub(super) fn angle(&self, at: usize, angles: Angles<'_>) -> L::Double {
        match *self {
            Self::World(places) => L::doubles(|lane| angles.0[places[at].get(lane) as usize].exactly()),
            Self::Batch(places, spots) => match places[at] {
                BatchPlace::Seat(seat) => L::doubles(|lane| angles.0[seat.at as usize * L::COUNT + lane].exactly()),
                BatchPlace::Spots { first, end } => {
                    let spots = &spots[first as usize..end as usize];
                    L::doubles(|lane| angles.0[Spot::of_lane(spots, lane) * L::COUNT + lane].exactly())
                }
            },
        }
    }

    #[inline(always)]
    pub(super) fn velocity(&self, at: usize, velocities: &Velocities<'_, L>) -> Velocity<L> {
        match *self {
            Self::World(places) => {
                let [x, y, angular, _] = gather(&places[at], velocities.records);
                Velocity { x, y, angular }
            }
            Self::Batch(places, spots) => match places[at] {
                BatchPlace::Seat(seat) => velocities.in_lanes[seat.at as usize],
                BatchPlace::Spots { first, end } => {
                    Spot::velocity(&spots[first as usize..end as usize], velocities.in_lanes)
                }
            },
        }
    }

    /// Gives the body this velocity if impulses move it.
    #[inline(always)]
    pub(super) fn set_velocity(&self, at: usize, velocity: Velocity<L>, velocities: &mut Velocities<'_, L>) {
        match *self {
            Self::World(places) => {
                let Velocity { x, y, angular } = velocity;
                scatter([x, y, angular, L::default()], &places[at], velocities.records);
            }
            Self::Batch(places, spots) => match places[at] {
                BatchPlace::Seat(seat) => {
                    if seat.moves {
                        velocities.in_lanes[seat.at as usize] = velocity;
                    }
                }
                BatchPlace::Spots { first, end } => {
                    Spot::set_velocity(&spots[first as usize..end as usize], velocity, velocities.in_lanes);
                }
            },
        }
    }
}
