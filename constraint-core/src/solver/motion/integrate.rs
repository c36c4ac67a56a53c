//! What a substep does to all bodies, several at once.

use super::Motion;
use super::records::{Moved, Moving, Turned, rotated};
use crate::angle::Angle;
use crate::lanes::{Lanes, Pass, rotation};
use crate::math::{Scalar, double};

impl Motion {
    /// v ← (v + h·a) / (1 + h·damping)
    pub(crate) fn integrate_velocities(&mut self) {
        for (velocity, drive) in self.velocities.iter_mut().zip(&self.drives) {
            drive.act(velocity);
        }
    }

    /// x ← x + h·v
    pub(crate) fn integrate_poses(&mut self, h: Scalar) {
        self.width.run(IntegratePoses {
            moved: &mut self.moved,
            turned: &mut self.turned,
            velocities: &self.velocities,
            h,
        });
    }

    /// What has been the motion of a step becomes the start of the next one.
    pub(super) fn settle(&mut self) {
        for (centre, moved) in self.centres.iter_mut().zip(&self.moved) {
            let [x, y] = moved.offset();
            centre[0] += double(x);
            centre[1] += double(y);
        }
        self.width.run(Settle { angles: &mut self.angles, moved: &mut self.moved, turned: &mut self.turned });
    }
}

/// Of as many bodies as a multiple of every width: [`Motion::load`] sees to that.
struct IntegratePoses<'a> {
    moved: &'a mut [Moved],
    turned: &'a mut [Turned],
    velocities: &'a [Moving],
    h: Scalar,
}

impl Pass for IntegratePoses<'_> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
    fn run<L: Lanes>(self) {
        let h = L::splat(self.h);
        let bodies = self.moved.chunks_exact_mut(L::COUNT).zip(self.turned.chunks_exact_mut(L::COUNT));
        for ((moved, turned), velocities) in bodies.zip(self.velocities.chunks_exact(L::COUNT)) {
            let [vx, vy, angular, _] = L::load(velocities);
            let [x, y, ..] = L::load(moved);
            let [start_cos, start_sin, angle, by] = L::load(turned);
            let by = by + h * angular;
            let now = [start_cos, start_sin, angle, by];
            let [cos, sin] = rotated(now);
            L::store([x + h * vx, y + h * vy, cos, sin], moved);
            L::store(now, turned);
        }
    }
}

/// The rotations anew, from the exact angles.
struct Settle<'a> {
    angles: &'a mut [Angle],
    moved: &'a mut [Moved],
    turned: &'a mut [Turned],
}

impl Pass for Settle<'_> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
    fn run<L: Lanes>(self) {
        let bodies = self.moved.chunks_exact_mut(L::COUNT).zip(self.turned.chunks_exact_mut(L::COUNT));
        for ((moved, turned), angles) in bodies.zip(self.angles.chunks_exact_mut(L::COUNT)) {
            let (mut angle, mut within) = (L::default(), L::default());
            for (lane, (exact, turned)) in angles.iter_mut().zip(turned.iter()).enumerate() {
                *exact = exact.turned(turned.since_start());
                angle.set(lane, exact.radians());
                within.set(lane, exact.within_turn());
            }
            let [cos, sin] = rotation(within);
            let none = L::default();
            L::store([none, none, cos, sin], moved);
            L::store([cos, sin, angle, none], turned);
        }
    }
}
