//! What a substep does to all bodies, several at once.

use super::Motion;
use super::records::{Moved, Moving, Split, Turned, rotated, that_moves};
use crate::angle::Angle;
use crate::lanes::{Gather, Pass, rotation};
use crate::math::{Scalar, double};

impl Motion {
    /// v ← (v + h·a) / (1 + h·damping) + M⁻¹ Jᵀ λ, the latter as far as joints have carried it over.
    pub(crate) fn integrate_velocities(&mut self) {
        let bodies = self.team.bodies.clone();
        let velocities = self.velocities[bodies.clone()].iter_mut().zip(&mut self.carried[bodies.clone()]);
        for ((velocity, carried), drive) in velocities.zip(&self.drives[bodies]) {
            drive.act(velocity, carried);
        }
    }

    /// x ← x + h·v
    pub(crate) fn integrate_poses(&mut self, h: Scalar) {
        let bodies = self.team.bodies.clone();
        self.width.run(IntegratePoses {
            moved: &mut self.moved[bodies.clone()],
            turned: &mut self.turned[bodies.clone()],
            velocities: &self.velocities[bodies],
            h,
        });
    }

    /// What has been the motion of a step becomes the start of the next one.
    pub(crate) fn settle(&mut self) {
        let bodies = self.team.bodies.clone();
        let (moved, turned) = (&mut self.moved[bodies.clone()], &mut self.turned[bodies.clone()]);
        let (centres, angles) = (&mut self.centres[bodies.clone()], &mut self.angles[bodies.clone()]);
        for ((centre, split), moved) in centres.iter_mut().zip(&mut self.splits[bodies]).zip(&*moved) {
            let [x, y] = moved.offset();
            *centre = [centre[0] + double(x), centre[1] + double(y)];
            *split = Split::of(*centre);
        }
        for (angle, turned) in angles.iter_mut().zip(&*turned) {
            *angle = angle.turned(turned.since_start());
        }
        self.width.run(Settle { angles, moved, turned });
    }

    /// Whether all bodies have settled at numbers.
    pub(super) fn is_all_finite(&self) -> bool {
        self.idle.busy(&self.cuts, self.velocities.len()).all(|bodies| {
            let mut is_finite = true;
            self.width.run(Check {
                splits: &self.splits[bodies.clone()],
                turned: &self.turned[bodies.clone()],
                velocities: &self.velocities[bodies],
                is_finite: &mut is_finite,
            });
            is_finite
        })
    }

    /// The next substep begins with no impulses of the last one.
    pub(crate) fn carry_nothing(&mut self) {
        self.carried[self.team.bodies.clone()].fill(Moving::default());
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
    fn run<L: Gather>(self) {
        let h = L::splat(self.h);
        let bodies = self.moved.chunks_exact_mut(L::COUNT).zip(self.turned.chunks_exact_mut(L::COUNT));
        for ((moved, turned), velocities) in bodies.zip(self.velocities.chunks_exact(L::COUNT)) {
            let [vx, vy, angular, _] = L::load(velocities);
            let (vx, vy, angular) = (that_moves(vx), that_moves(vy), that_moves(angular));
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
    angles: &'a [Angle],
    moved: &'a mut [Moved],
    turned: &'a mut [Turned],
}

impl Pass for Settle<'_> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
    fn run<L: Gather>(self) {
        let none = L::default();
        let bodies = self.moved.chunks_exact_mut(L::COUNT).zip(self.turned.chunks_exact_mut(L::COUNT));
        for ((moved, turned), angles) in bodies.zip(self.angles.chunks_exact(L::COUNT)) {
            let angle = L::from_fn(|lane| angles[lane].radians());
            let [cos, sin] = rotation(L::from_fn(|lane| angles[lane].within_turn()));
            L::store([none, none, cos, sin], moved);
            L::store([cos, sin, angle, none], turned);
        }
    }
}

/// Whether all that a body has is finite.
struct Check<'a> {
    splits: &'a [Split],
    turned: &'a [Turned],
    velocities: &'a [Moving],
    is_finite: &'a mut bool,
}

impl Pass for Check<'_> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
    fn run<L: Gather>(self) {
        let zero = L::default();
        let mut nothing = zero;
        let poses = self.splits.chunks_exact(L::COUNT).zip(self.turned.chunks_exact(L::COUNT));
        for ((splits, turned), velocities) in poses.zip(self.velocities.chunks_exact(L::COUNT)) {
            let ([x, y, ..], [_, _, angle, _]) = (L::load(splits), L::load(turned));
            let [vx, vy, angular, _] = L::load(velocities);
            // 0, or NaN of what is not finite, for ever.
            nothing += x * zero + y * zero + angle * zero + vx * zero + vy * zero + angular * zero;
        }
        *self.is_finite = !L::any(!nothing.less_equal(zero));
    }
}
