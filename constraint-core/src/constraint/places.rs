//! The bodies of a joint, read and written where a pack has them.

use super::Constraint;
use crate::angle::Angle;
use crate::array::Array as _;
use crate::kernels::masked_body::MaskedBody;
use crate::kernels::place::PackPlaces;
use crate::kernels::{Poses, Velocities, gather, scatter};
use crate::kinematics::{Pose, Velocity};
use crate::lanes::Gather;

#[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
impl<L: Gather> PackPlaces<'_, L> {
    /// How far the bodies have moved since the step began, and how they are turned; with the angles that they have turned by since,
    /// if the joint reads these.
    #[inline(always)]
    pub(crate) fn poses<J: Constraint>(self, poses: &Poses<'_, L>) -> J::Bodies<Pose<L>> {
        let mut own = J::Bodies::repeat(Pose::default());
        match self {
            Self::World(places) => each_body!(J, body => {
                let [x, y, cos, sin] = gather(&places[body], poses.moved);
                let mut angle = L::default();
                // Not read where it is not needed: it stands elsewhere in memory.
                if J::READS_ANGLE {
                    [.., angle] = gather(&places[body], poses.turned);
                }
                own.as_mut()[body] = Pose { x, y, angle, cos, sin };
            }),
            Self::Slots(places) => {
                each_body!(J, body => own.as_mut()[body] = poses.in_lanes[places[body].first as usize]);
            }
            Self::Masked(places, masked_bodies) => each_body!(J, body => {
                own.as_mut()[body] = MaskedBody::pose(places[body].of(masked_bodies), poses.in_lanes, J::READS_ANGLE);
            }),
        }
        own
    }

    /// The angles of the bodies at the start of the step.
    #[inline(always)]
    pub(crate) fn angles<J: Constraint>(self, angles: &[Angle]) -> J::Bodies<L::Double> {
        let mut own = J::Bodies::repeat(L::Double::default());
        let of_slot = |slot: usize, lane: usize| angles[slot * L::COUNT + lane].exactly();
        match self {
            Self::World(places) => each_body!(J, body => {
                own.as_mut()[body] = L::doubles(|lane| angles[places[body].get(lane) as usize].exactly());
            }),
            Self::Slots(places) => each_body!(J, body => {
                own.as_mut()[body] = L::doubles(|lane| of_slot(places[body].first as usize, lane));
            }),
            Self::Masked(places, masked_bodies) => each_body!(J, body => {
                let masked_bodies = places[body].of(masked_bodies);
                own.as_mut()[body] = L::doubles(|lane| of_slot(MaskedBody::of_lane(masked_bodies, lane), lane));
            }),
        }
        own
    }

    #[inline(always)]
    pub(crate) fn velocities<J: Constraint>(self, velocities: &Velocities<'_, L>) -> J::Bodies<Velocity<L>> {
        let mut own = J::Bodies::repeat(Velocity::default());
        match self {
            Self::World(places) => each_body!(J, body => {
                let [x, y, angular, _] = gather(&places[body], velocities.records);
                own.as_mut()[body] = Velocity { x, y, angular };
            }),
            Self::Slots(places) => {
                each_body!(J, body => own.as_mut()[body] = velocities.in_lanes[places[body].first as usize]);
            }
            Self::Masked(places, masked_bodies) => each_body!(J, body => {
                own.as_mut()[body] = MaskedBody::velocity(places[body].of(masked_bodies), velocities.in_lanes);
            }),
        }
        own
    }

    /// Gives the bodies that impulses move these velocities.
    #[inline(always)]
    pub(crate) fn set_velocities<J: Constraint>(
        self,
        own: &J::Bodies<Velocity<L>>,
        velocities: &mut Velocities<'_, L>,
    ) {
        match self {
            Self::World(places) => each_body!(J, body => {
                let Velocity { x, y, angular } = own.as_ref()[body];
                scatter([x, y, angular, L::default()], &places[body], velocities.records);
            }),
            Self::Slots(places) => each_body!(J, body => {
                if places[body].moves {
                    velocities.in_lanes[places[body].first as usize] = own.as_ref()[body];
                }
            }),
            Self::Masked(places, masked_bodies) => each_body!(J, body => {
                MaskedBody::set_velocity(places[body].of(masked_bodies), own.as_ref()[body], velocities.in_lanes);
            }),
        }
    }
}
