//! What a substep does to all bodies, several at once.

use core::array::from_fn;
use core::ops::Range;
use core::slice::from_mut;

use super::Motion;
use super::drift::Drift;
use super::drive::{Drive, Drives};
use super::records::{Moved, Moving, Split, Turned, rotated, that_moves};
use crate::angle::Angle;
use crate::lanes::{Gather, Pass, Record as _, WIDEST, Width, rotation};
use crate::math::{Scalar, double};

impl Motion {
    /// v ← (v + h·a) / (1 + h·damping) + M⁻¹ Jᵀ λ, the latter as far as joints have carried it over.
    pub(crate) fn integrate_velocities(&mut self) {
        let bodies = self.team.bodies.clone();
        self.width_of_bodies().run(IntegrateVelocities {
            drives: &self.drives,
            velocities: &mut self.velocities[bodies.clone()],
            carried: &mut self.carried[bodies.clone()],
            bodies,
        });
    }

    /// x ← x + h·v.
    pub(crate) fn integrate_poses(&mut self, drift: Drift<Scalar>) {
        let bodies = self.team.bodies.clone();
        self.width_of_bodies().run(IntegratePoses {
            moved: &mut self.moved[bodies.clone()],
            turned: &mut self.turned[bodies.clone()],
            velocities: &mut self.velocities[bodies],
            drift,
        });
    }

    /// As [`integrate_poses`](Self::integrate_poses), and what has been the motion of a step becomes the start of the next one.
    pub(crate) fn settle(&mut self, drift: Drift<Scalar>) {
        let bodies = self.team.bodies.clone();
        self.width_of_bodies().run(Settle {
            centres: &mut self.centres[bodies.clone()],
            splits: &mut self.splits[bodies.clone()],
            angles: &mut self.angles[bodies.clone()],
            moved: &mut self.moved[bodies.clone()],
            turned: &mut self.turned[bodies.clone()],
            velocities: &mut self.velocities[bodies],
            drift,
            has_crossed: &mut self.has_crossed,
        });
    }

    /// Ends a step: is all that the next one begins with numbers?
    pub(crate) fn check(&mut self) {
        let bodies = self.team.bodies.clone();
        self.width_of_bodies().run(Check {
            splits: &self.splits[bodies.clone()],
            turned: &self.turned[bodies.clone()],
            velocities: &self.velocities[bodies],
            is_finite: &mut self.is_finite,
        });
    }

    const fn width_of_bodies(&self) -> Width {
        self.width.of_bodies(self.velocities.len())
    }

    /// The next substep begins with no impulses of the last one.
    pub(crate) fn carry_nothing(&mut self) {
        self.carried[self.team.bodies.clone()].fill(Moving::default());
    }
}

/// Run by run of bodies that are driven alike. A velocity [below the least](super::records::LEAST_VELOCITY) is none, and nothing
/// is carried over any more.
struct IntegrateVelocities<'a> {
    bodies: Range<usize>,
    drives: &'a Drives,
    velocities: &'a mut [Moving],
    carried: &'a mut [Moving],
}

impl Pass for IntegrateVelocities<'_> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
    fn run<L: Gather>(self) {
        let Self { bodies, drives, velocities, carried } = self;
        let first = bodies.start;
        for (run, drive) in drives.runs(bodies) {
            let run = run.start - first..run.end - first;
            let mut velocities = velocities[run.clone()].chunks_exact_mut(at_once::<L>());
            let mut carried = carried[run].chunks_exact_mut(at_once::<L>());
            for (velocities, carried) in velocities.by_ref().zip(carried.by_ref()) {
                drive_on::<L>(drive, velocities, carried);
            }
            for (velocity, carried) in velocities.into_remainder().iter_mut().zip(carried.into_remainder()) {
                drive_on::<Scalar>(drive, from_mut(velocity), from_mut(carried));
            }
        }
    }
}

/// How many records fill lanes; one, where it is more than these.
const fn at_once<L: Gather>() -> usize {
    if L::COUNT > 4 { L::COUNT / 4 } else { 1 }
}

/// As many bodies as are taken at once, as they stand: a lane has the same scalar of each record.
#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
fn drive_on<L: Gather>(drive: &Drive, velocities: &mut [Moving], carried: &mut [Moving]) {
    let mut driven = [L::default(); 4];
    // Several parts, where a record has more scalars than there are lanes.
    for (part, driven) in driven.iter_mut().enumerate().take((4 / L::COUNT).max(1)) {
        let first = part * L::COUNT;
        let of = |records: &[Moving]| L::from_fn(|lane| records[(first + lane) / 4].scalars()[(first + lane) % 4]);
        let repeated = |part: &[Scalar; 4]| L::from_fn(|lane| part[(first + lane) % 4]);
        let (gain, keep) = (repeated(&drive.gain), repeated(&drive.keep));
        *driven = that_moves((of(velocities) + gain) * keep + of(carried));
    }
    // Record by record: scalar by scalar, the compiler would store them so.
    for (record, velocity) in velocities.iter_mut().enumerate() {
        let mut row = [0.0; 4];
        for (scalar, value) in row.iter_mut().enumerate() {
            let at = 4 * record + scalar;
            *value = driven[at / L::COUNT].get(at % L::COUNT);
        }
        *velocity.scalars_mut() = row;
    }
    carried.fill(Moving::default());
}

/// Of as many bodies as a multiple of every width: [`Motion::load`] sees to that.
struct IntegratePoses<'a> {
    moved: &'a mut [Moved],
    turned: &'a mut [Turned],
    velocities: &'a mut [Moving],
    drift: Drift<Scalar>,
}

impl Pass for IntegratePoses<'_> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
    fn run<L: Gather>(self) {
        let drift = self.drift.splat();
        let bodies = self.moved.chunks_exact_mut(L::COUNT).zip(self.turned.chunks_exact_mut(L::COUNT));
        for ((moved, turned), velocities) in bodies.zip(self.velocities.chunks_exact_mut(L::COUNT)) {
            let ([x, y, by], now) = moved_on::<L>(moved, turned, &drift, velocities);
            let [cos, sin] = drift.shortened(rotated(now), by);
            L::store([x, y, cos, sin], moved);
            L::store(now, turned);
        }
    }
}

/// How far bodies have moved, and turned in this substep, and how they have [`Turned`] since the start of the step.
#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
fn moved_on<L: Gather>(
    moved: &[Moved],
    turned: &[Turned],
    drift: &Drift<L>,
    velocities: &mut [Moving],
) -> ([L; 3], [L; 4]) {
    let [vx, vy, mut angular, rest] = L::load(velocities);
    if drift.is_too_fast(angular) {
        angular = drift.braked(angular);
        L::store([vx, vy, angular, rest], velocities);
    }
    let ([x, y, ..], [cos, sin, angle, so_far]) = (L::load(moved), L::load(turned));
    let by = drift.by(angular);
    ([x + drift.by(vx), y + drift.by(vy), by], [cos, sin, angle, so_far + by])
}

/// The last motion of a step, and the start of the next one: centres and angles in `f64`, and the rest anew from these.
struct Settle<'a> {
    centres: &'a mut [[f64; 2]],
    splits: &'a mut [Split],
    angles: &'a mut [Angle],
    moved: &'a mut [Moved],
    turned: &'a mut [Turned],
    velocities: &'a mut [Moving],
    drift: Drift<Scalar>,
    has_crossed: &'a mut bool,
}

impl Pass for Settle<'_> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
    fn run<L: Gather>(self) {
        let (drift, none, far) = (self.drift.splat(), L::default(), L::from_f64(Angle::FAR));
        let centres = self.centres.chunks_exact_mut(L::COUNT).zip(self.splits.chunks_exact_mut(L::COUNT));
        let turns = self.angles.chunks_exact_mut(L::COUNT).zip(self.turned.chunks_exact_mut(L::COUNT));
        let motions = self.moved.chunks_exact_mut(L::COUNT).zip(self.velocities.chunks_exact_mut(L::COUNT));
        for (((centres, splits), (angles, turned)), (moved, velocities)) in centres.zip(turns).zip(motions) {
            let ([dx, dy, _], [_, _, old, by]) = moved_on::<L>(moved, turned, &drift, velocities);
            // In the order of the bodies. Pairs of `f64` are what a register has of a record; lanes would be taken apart one by one.
            let mut last = [Moving::default(); WIDEST];
            L::store([dx, dy, none, none], &mut last);
            for nth in 0..L::COUNT {
                let ([x, y], [dx, dy, ..]) = (centres[nth], *last[nth].scalars());
                centres[nth] = [x + double(dx), y + double(dy)];
                splits[nth] = Split::of(centres[nth]);
            }
            let by: [Scalar; WIDEST] = from_fn(|nth| if nth < L::COUNT { by.get(L::lane_of(nth)) } else { 0.0 });
            let now: [Angle; WIDEST] =
                from_fn(|nth| if nth < L::COUNT { angles[nth].turned(by[nth]) } else { Angle::ZERO });
            angles.copy_from_slice(&now[..L::COUNT]);
            let angle = L::from_records(|nth| now[nth].radians());
            let (was_near, is_near) = (old.abs().less_equal(far), angle.abs().less_equal(far));
            *self.has_crossed |= L::any(was_near & !is_near | is_near & !was_near);
            let [cos, sin] = rotation(L::from_records(|nth| now[nth].within_turn()));
            L::store([none, none, cos, sin], moved);
            L::store([cos, sin, angle, none], turned);
        }
    }
}

/// Whether all poses, which have settled, and velocities are finite.
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
        let mut nothing = [zero; 2];
        let poses = self.splits.chunks_exact(L::COUNT).zip(self.turned.chunks_exact(L::COUNT));
        for ((splits, turned), velocities) in poses.zip(self.velocities.chunks_exact(L::COUNT)) {
            let ([x, y, ..], [_, _, angle, _]) = (L::load(splits), L::load(turned));
            let [vx, vy, angular, _] = L::load(velocities);
            nothing[0] += x * zero + y * zero + angle * zero;
            nothing[1] += vx * zero + vy * zero + angular * zero;
        }
        *self.is_finite &= !L::any(!(nothing[0] + nothing[1]).less_equal(zero));
    }
}
