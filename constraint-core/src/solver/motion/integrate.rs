//! What a substep does to all bodies, several at once.

use super::Motion;
use super::records::{Moved, Moving, Split, Turned, rotated};
use crate::angle::Angle;
use crate::lanes::{Lanes, Pass, rotation};
use crate::math::{Scalar, double};

impl Motion {
    /// v ← (v + h·a) / (1 + h·damping) + M⁻¹ Jᵀ λ, the latter as far as joints have carried it over.
    pub(crate) fn integrate_velocities(&mut self) {
        for ((velocity, carried), drive) in self.velocities.iter_mut().zip(&mut self.carried).zip(&self.drives) {
            drive.act(velocity, carried);
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

    /// What has been the motion of a step becomes the start of the next one. Returns whether all of it is finite.
    pub(super) fn settle(&mut self) -> bool {
        for ((centre, split), moved) in self.centres.iter_mut().zip(&mut self.splits).zip(&self.moved) {
            let [x, y] = moved.offset();
            *centre = [centre[0] + double(x), centre[1] + double(y)];
            *split = Split::of(*centre);
        }
        for (angle, turned) in self.angles.iter_mut().zip(&self.turned) {
            *angle = angle.turned(turned.since_start());
        }
        let mut is_finite = true;
        self.width.run(Settle {
            angles: &self.angles,
            splits: &self.splits,
            velocities: &self.velocities,
            moved: &mut self.moved,
            turned: &mut self.turned,
            is_finite: &mut is_finite,
        });
        is_finite
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

/// The rotations anew, from the exact angles; and whether all that a body has is finite.
struct Settle<'a> {
    angles: &'a [Angle],
    splits: &'a [Split],
    velocities: &'a [Moving],
    moved: &'a mut [Moved],
    turned: &'a mut [Turned],
    is_finite: &'a mut bool,
}

impl Pass for Settle<'_> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
    fn run<L: Lanes>(self) {
        let zero = L::default();
        let starts = self.moved.chunks_exact_mut(L::COUNT).zip(self.turned.chunks_exact_mut(L::COUNT));
        let ends = self.splits.chunks_exact(L::COUNT).zip(self.velocities.chunks_exact(L::COUNT));
        for (((moved, turned), (splits, velocities)), angles) in
            starts.zip(ends).zip(self.angles.chunks_exact(L::COUNT))
        {
            let angle = L::from_fn(|lane| angles[lane].radians());
            let [cos, sin] = rotation(L::from_fn(|lane| angles[lane].within_turn()));
            L::store([zero, zero, cos, sin], moved);
            L::store([cos, sin, angle, zero], turned);

            let ([x, y, ..], [vx, vy, angular, _]) = (L::load(splits), L::load(velocities));
            // 0, or NaN of what is not finite.
            let nothing = x * zero + y * zero + angle * zero + vx * zero + vy * zero + angular * zero;
            *self.is_finite &= !L::any(!nothing.less_equal(zero));
        }
    }
}
