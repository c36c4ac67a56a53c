//! A body of a joint pack in a batch of similar islands: lanes may have it in different slots.

use crate::kinematics::{Pose, Velocity};
use crate::lanes::Lanes;

/// Where a batch has one body of each island of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct BodySlot {
    pub(crate) at: u32,
    /// Whether impulses move the body. Of one that is fixed nothing is written.
    pub(crate) moves: bool,
}

impl BodySlot {
    pub(crate) const fn new(at: u32, moves: bool) -> Self {
        Self { at, moves }
    }
}

/// A body slot, and for which joints it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MaskedBody {
    at: u32,
    /// A bit for each lane whose joint has its body there.
    lanes: u16,
    /// A bit for each of them whose body moves.
    moving: u16,
}

impl MaskedBody {
    /// The body slots of the joints of a pack, lane by lane. There is at least one. A lane without a joint reads the first
    /// slot.
    pub(crate) fn all(by_lane: &[Option<BodySlot>]) -> Vec<Self> {
        let mut masked_bodies: Vec<Self> = Vec::new();
        for (lane, body_slot) in by_lane.iter().enumerate() {
            let Some(body_slot) = body_slot else { continue };
            let at = masked_bodies
                .iter()
                .position(|masked_body| masked_body.at == body_slot.at)
                .unwrap_or(masked_bodies.len());
            if at == masked_bodies.len() {
                masked_bodies.push(Self { at: body_slot.at, lanes: 0, moving: 0 });
            }
            masked_bodies[at].lanes |= 1 << lane;
            masked_bodies[at].moving |= u16::from(body_slot.moves) << lane;
        }
        masked_bodies
    }
}

/// What each lane has in its own body slot.
#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
fn read<L: Lanes, const N: usize>(masked_bodies: &[MaskedBody], has: impl Fn(usize) -> [L; N]) -> [L; N] {
    let mut values = has(masked_bodies[0].at as usize);
    for masked_body in &masked_bodies[1..] {
        let (own, others) = (L::mask(masked_body.lanes), has(masked_body.at as usize));
        for scalar in 0..N {
            values[scalar] = L::select(own, others[scalar], values[scalar]);
        }
    }
    values
}

/// Gives each lane's own body slot what its body has, if that moves.
#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
fn write<L: Lanes>(masked_bodies: &[MaskedBody], values: Velocity<L>, to: &mut [Velocity<L>]) {
    for masked_body in masked_bodies {
        let (own, body_slot) = (L::mask(masked_body.moving), &mut to[masked_body.at as usize]);
        *body_slot = Velocity {
            x: L::select(own, values.x, body_slot.x),
            y: L::select(own, values.y, body_slot.y),
            angular: L::select(own, values.angular, body_slot.angular),
        };
    }
}

#[allow(clippy::inline_always)] // kernels': see `Lanes::run`
impl MaskedBody {
    /// The slot of the body of one lane's joint.
    #[inline(always)]
    pub(crate) fn of_lane(masked_bodies: &[Self], lane: usize) -> usize {
        masked_bodies.iter().find(|masked_body| masked_body.lanes >> lane & 1 == 1).unwrap_or(&masked_bodies[0]).at
            as usize
    }

    /// The pose of each lane's body.
    #[inline(always)]
    pub(crate) fn pose<L: Lanes>(masked_bodies: &[Self], poses: &[Pose<L>], reads_angle: bool) -> Pose<L> {
        let [x, y, cos, sin] = read(masked_bodies, |at| {
            let Pose { x, y, cos, sin, .. } = poses[at];
            [x, y, cos, sin]
        });
        let mut angle = L::default();
        if reads_angle {
            [angle] = read(masked_bodies, |at| [poses[at].angle]);
        }
        Pose { x, y, angle, cos, sin }
    }

    /// The centre of each lane's body, in high and low parts.
    #[inline(always)]
    pub(crate) fn centre<L: Lanes>(masked_bodies: &[Self], centres: &[[L; 4]]) -> [L; 4] {
        read(masked_bodies, |at| centres[at])
    }

    /// The velocity of each lane's body.
    #[inline(always)]
    pub(crate) fn velocity<L: Lanes>(masked_bodies: &[Self], velocities: &[Velocity<L>]) -> Velocity<L> {
        let [x, y, angular] = read(masked_bodies, |at| {
            let Velocity { x, y, angular } = velocities[at];
            [x, y, angular]
        });
        Velocity { x, y, angular }
    }

    /// Gives each lane's body its velocity if impulses move it.
    #[inline(always)]
    pub(crate) fn set_velocity<L: Lanes>(
        masked_bodies: &[Self],
        velocity: Velocity<L>,
        velocities: &mut [Velocity<L>],
    ) {
        write(masked_bodies, velocity, velocities);
    }
}
