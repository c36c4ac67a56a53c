//! Where a crew has a body of each of several joints, if they are kin.

use super::Seat;
use super::crew::Seen;
use crate::kinematics::{Pose, Velocity};
use crate::lanes::Lanes;
use crate::solver::motion::BodiesInLanes;

/// A seat, and for which joints it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    at: u32,
    /// A bit for each lane whose joint has its body there.
    lanes: u16,
    /// A bit for each of them whose body moves.
    moving: u16,
}

impl Spot {
    /// Where the bodies of joints side by side sit, lane by lane. There is at least one; a lane without a joint reads any of the
    /// others'.
    pub(crate) fn all(by_lane: &[Option<Seat>]) -> Vec<Self> {
        let mut spots: Vec<Self> = Vec::new();
        for (lane, seat) in by_lane.iter().enumerate() {
            let Some(seat) = seat else { continue };
            let at = spots.iter().position(|spot| spot.at == seat.at).unwrap_or(spots.len());
            if at == spots.len() {
                spots.push(Self { at: seat.at, lanes: 0, moving: 0 });
            }
            spots[at].lanes |= 1 << lane;
            spots[at].moving |= u16::from(seat.moves) << lane;
        }
        spots
    }
}

/// What each lane has in its own seat.
#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
fn read<L: Lanes, const N: usize>(spots: &[Spot], has: impl Fn(usize) -> [L; N]) -> [L; N] {
    let mut values = has(spots[0].at as usize);
    for spot in &spots[1..] {
        let (own, others) = (L::mask(spot.lanes), has(spot.at as usize));
        for scalar in 0..N {
            values[scalar] = L::select(own, others[scalar], values[scalar]);
        }
    }
    values
}

/// Gives each lane's own seat what its body has, if that moves.
#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
fn write<L: Lanes>(spots: &[Spot], values: Velocity<L>, to: &mut [Velocity<L>]) {
    for spot in spots {
        let (own, seat) = (L::mask(spot.moving), &mut to[spot.at as usize]);
        *seat = Velocity {
            x: L::select(own, values.x, seat.x),
            y: L::select(own, values.y, seat.y),
            angular: L::select(own, values.angular, seat.angular),
        };
    }
}

/// Lane by lane.
#[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
impl<L: Lanes> BodiesInLanes<L, &[Spot]> for Seen<'_, L> {
    #[inline(always)]
    fn centres(&self, spots: &&[Spot]) -> [L; 4] {
        read(spots, |at| self.splits[at])
    }

    #[inline(always)]
    fn angles(&self, spots: &&[Spot]) -> L::Double {
        L::doubles(|lane| {
            let own = spots.iter().find(|spot| spot.lanes >> lane & 1 == 1).unwrap_or(&spots[0]);
            self.angles[own.at as usize * L::COUNT + lane].exactly()
        })
    }

    #[inline(always)]
    fn motion(&self, spots: &&[Spot], reads_angles: bool) -> Pose<L> {
        let moved = self.moved;
        let [x, y, cos, sin] = read(spots, |at| {
            let Pose { x, y, cos, sin, .. } = moved[at];
            [x, y, cos, sin]
        });
        let mut angle = L::default();
        if reads_angles {
            [angle] = read(spots, |at| [moved[at].angle]);
        }
        Pose { x, y, angle, cos, sin }
    }

    #[inline(always)]
    fn velocities(&self, spots: &&[Spot]) -> Velocity<L> {
        velocities(spots, self.velocities)
    }

    #[inline(always)]
    fn set_velocities(&mut self, spots: &&[Spot], velocities: Velocity<L>) {
        write(spots, velocities, self.velocities);
    }

    #[inline(always)]
    fn carried(&self, spots: &&[Spot]) -> Velocity<L> {
        velocities(spots, self.carried)
    }

    #[inline(always)]
    fn set_carried(&mut self, spots: &&[Spot], carried: Velocity<L>) {
        write(spots, carried, self.carried);
    }
}

#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
fn velocities<L: Lanes>(spots: &[Spot], of: &[Velocity<L>]) -> Velocity<L> {
    let [x, y, angular] = read(spots, |at| {
        let Velocity { x, y, angular } = of[at];
        [x, y, angular]
    });
    Velocity { x, y, angular }
}
