//! The bodies as joints in lanes find them.

use super::Motion;
use super::records::{Moved, Moving, Split, Turned};
use crate::angle::Angle;
use crate::constraint::Element;
use crate::kinematics::{Pose, Velocity};
use crate::lanes::{Find, Gather, Lanes};

/// The bodies as passes over joints in lanes find them, whatever order they stand in: `A` tells where one body of each joint of a
/// block is.
pub(crate) trait BodiesInLanes<L: Lanes, A: Element> {
    /// The centres at the start of the step: x, y, and what the scalars nearest to them lack.
    fn centres(&self, at: &A) -> [L; 4];
    /// The angles at the start of the step, rad.
    fn angles(&self, at: &A) -> L::Double;
    /// How far the centres have moved since, and how the bodies are turned; with the angles that they have turned by since, if
    /// a joint reads these.
    fn motion(&self, at: &A, reads_angles: bool) -> Pose<L>;
    /// The velocities.
    fn velocities(&self, at: &A) -> Velocity<L>;
    /// Gives the bodies that impulses move these velocities.
    fn set_velocities(&mut self, at: &A, velocities: Velocity<L>);
    /// What of them is [carried](Motion::carried) to the next substep.
    fn carried(&self, at: &A) -> Velocity<L>;
    /// Has so much carried over.
    fn set_carried(&mut self, at: &A, carried: Velocity<L>);
}

/// What joints in lanes read and write of the bodies that no crew has, by their places. A kernel begins with it: it then has the
/// one length that places are compared with, and where each array is, in registers.
pub(crate) struct Seen<'a> {
    splits: &'a [Split],
    angles: &'a [Angle],
    moved: &'a [Moved],
    turned: &'a [Turned],
    pub(crate) velocities: &'a mut [Moving],
    pub(crate) carried: &'a mut [Moving],
}

impl Motion {
    #[inline(always)]
    #[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
    pub(crate) fn seen(&mut self) -> Seen<'_> {
        let count = self.velocities.len();
        Seen {
            splits: &self.splits[..count],
            angles: &self.angles[..count],
            moved: &self.moved[..count],
            turned: &self.turned[..count],
            velocities: &mut self.velocities,
            carried: &mut self.carried[..count],
        }
    }
}

/// Records one by one: any body in any lane.
#[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
impl<L: Gather, A: Find<L>> BodiesInLanes<L, A> for Seen<'_> {
    #[inline(always)]
    fn centres(&self, at: &A) -> [L; 4] {
        at.gather(self.splits)
    }

    #[inline(always)]
    fn angles(&self, at: &A) -> L::Double {
        L::doubles(|lane| self.angles[at.place(lane)].exactly())
    }

    #[inline(always)]
    fn motion(&self, at: &A, reads_angles: bool) -> Pose<L> {
        let [x, y, cos, sin] = at.gather(self.moved);
        let mut angle = L::default();
        // Not read where it is not needed: it stands elsewhere in memory.
        if reads_angles {
            [.., angle] = at.gather(self.turned);
        }
        Pose { x, y, angle, cos, sin }
    }

    #[inline(always)]
    fn velocities(&self, at: &A) -> Velocity<L> {
        let [x, y, angular, _] = at.gather(self.velocities);
        Velocity { x, y, angular }
    }

    #[inline(always)]
    fn set_velocities(&mut self, at: &A, Velocity { x, y, angular }: Velocity<L>) {
        at.scatter([x, y, angular, L::default()], self.velocities);
    }

    #[inline(always)]
    fn carried(&self, at: &A) -> Velocity<L> {
        let [x, y, angular, _] = at.gather(self.carried);
        Velocity { x, y, angular }
    }

    #[inline(always)]
    fn set_carried(&mut self, at: &A, Velocity { x, y, angular }: Velocity<L>) {
        at.scatter([x, y, angular, L::default()], self.carried);
    }
}
