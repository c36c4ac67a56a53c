//! The bodies as joints in lanes find them.

use super::Motion;
use super::records::Moving;
use crate::constraint::Element;
use crate::kinematics::{Pose, Velocity};
use crate::lanes::{Gather, Lanes, Places};

/// Where passes over joints in lanes find one body of each joint of a block, whatever order the bodies stand in.
pub(crate) trait BodiesInLanes<L: Lanes> {
    /// Where that body of the joint in each lane is.
    type At: Element;

    /// The centres at the start of the step: x, y, and what the scalars nearest to them lack.
    fn centres(&self, at: &Self::At) -> [L; 4];
    /// The angles at the start of the step, rad.
    fn angles(&self, at: &Self::At) -> L::Double;
    /// How far the centres have moved since, and how the bodies are turned; with the angles that they have turned by since, if
    /// a joint reads these.
    fn motion(&self, at: &Self::At, reads_angles: bool) -> Pose<L>;
    /// The velocities.
    fn velocities(&self, at: &Self::At) -> Velocity<L>;
    /// Gives the bodies that impulses move these velocities.
    fn set_velocities(&mut self, at: &Self::At, velocities: Velocity<L>);
    /// What of them is [carried](Motion::carried) to the next substep.
    fn carried(&self, at: &Self::At) -> Velocity<L>;
    /// Has so much carried over.
    fn set_carried(&mut self, at: &Self::At, carried: Velocity<L>);
}

/// Records one by one: any body in any lane.
#[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
impl<L: Gather> BodiesInLanes<L> for Motion {
    type At = Places<L>;

    #[inline(always)]
    fn centres(&self, at: &Places<L>) -> [L; 4] {
        L::gather(at, &self.splits)
    }

    #[inline(always)]
    fn angles(&self, at: &Places<L>) -> L::Double {
        L::doubles(|lane| self.angles[at.get(lane) as usize].exactly())
    }

    #[inline(always)]
    fn motion(&self, at: &Places<L>, reads_angles: bool) -> Pose<L> {
        let [x, y, cos, sin] = L::gather(at, &self.moved);
        let mut angle = L::default();
        // Not read where it is not needed: it stands elsewhere in memory.
        if reads_angles {
            [.., angle] = L::gather(at, &self.turned);
        }
        Pose { x, y, angle, cos, sin }
    }

    #[inline(always)]
    fn velocities(&self, at: &Places<L>) -> Velocity<L> {
        gathered(at, &self.velocities)
    }

    #[inline(always)]
    fn set_velocities(&mut self, at: &Places<L>, velocities: Velocity<L>) {
        scatter(velocities, at, &mut self.velocities);
    }

    #[inline(always)]
    fn carried(&self, at: &Places<L>) -> Velocity<L> {
        gathered(at, &self.carried)
    }

    #[inline(always)]
    fn set_carried(&mut self, at: &Places<L>, carried: Velocity<L>) {
        scatter(carried, at, &mut self.carried);
    }
}

#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
fn gathered<L: Gather>(at: &Places<L>, all: &[Moving]) -> Velocity<L> {
    let [x, y, angular, _] = L::gather(at, all);
    Velocity { x, y, angular }
}

#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
fn scatter<L: Gather>(Velocity { x, y, angular }: Velocity<L>, at: &Places<L>, all: &mut [Moving]) {
    L::scatter([x, y, angular, L::default()], at, all);
}
