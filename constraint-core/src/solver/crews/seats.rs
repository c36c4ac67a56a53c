//! Where a crew has a body of each of several joints, if they are kin.

use super::Seat;
use crate::kinematics::{Pose, Velocity};
use crate::lanes::Lanes;

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

#[allow(clippy::inline_always)] // kernels': see `Lanes::run`
impl Spot {
    /// The slot of the body of one lane's joint.
    #[inline(always)]
    pub(crate) fn of_lane(spots: &[Self], lane: usize) -> usize {
        spots.iter().find(|spot| spot.lanes >> lane & 1 == 1).unwrap_or(&spots[0]).at as usize
    }

    /// The pose of each lane's body.
    #[inline(always)]
    pub(crate) fn pose<L: Lanes>(spots: &[Self], poses: &[Pose<L>], reads_angle: bool) -> Pose<L> {
        let [x, y, cos, sin] = read(spots, |at| {
            let Pose { x, y, cos, sin, .. } = poses[at];
            [x, y, cos, sin]
        });
        let mut angle = L::default();
        if reads_angle {
            [angle] = read(spots, |at| [poses[at].angle]);
        }
        Pose { x, y, angle, cos, sin }
    }

    /// The centre of each lane's body, in high and low parts.
    #[inline(always)]
    pub(crate) fn centre<L: Lanes>(spots: &[Self], centres: &[[L; 4]]) -> [L; 4] {
        read(spots, |at| centres[at])
    }

    /// The velocity of each lane's body.
    #[inline(always)]
    pub(crate) fn velocity<L: Lanes>(spots: &[Self], velocities: &[Velocity<L>]) -> Velocity<L> {
        let [x, y, angular] = read(spots, |at| {
            let Velocity { x, y, angular } = velocities[at];
            [x, y, angular]
        });
        Velocity { x, y, angular }
    }

    /// Gives each lane's body its velocity if impulses move it.
    #[inline(always)]
    pub(crate) fn set_velocity<L: Lanes>(spots: &[Self], velocity: Velocity<L>, velocities: &mut [Velocity<L>]) {
        write(spots, velocity, velocities);
    }
}
