//! What a substep does to all bodies, several at once.

use core::array::from_fn;
use core::ops::Range;
use core::slice::from_mut;

use crate::angle::Angle;
use crate::body_set::VelocityUpdate;
use crate::kernels::records::{DeltaPose, DeltaRotation, SplitPosition, VelocityRecord, rotated, that_moves};
use crate::lanes::{Gather, Pass, Record as _, WIDEST, Width, rotation};
use crate::math::{Scalar, double};
use crate::solver::bodies::SolverBodies;
use crate::solver::integrator::position_integrator::PositionIntegrator;
use crate::solver::integrator::velocity_update::VelocityUpdates;

impl SolverBodies {
    /// v ← (v + h·a) / (1 + h·damping) + M⁻¹ Jᵀ λ, the latter as far as joints have carried it over.
    pub(crate) fn integrate_velocities(&mut self) {
        let bodies = self.group.bodies.clone();
        self.width_of_bodies().run(IntegrateVelocities {
            velocity_updates: &self.velocity_updates,
            velocities: &mut self.velocities[bodies.clone()],
            warm_start_delta: &mut self.warm_start_delta[bodies.clone()],
            bodies,
        });
    }

    /// x ← x + h·v.
    pub(crate) fn integrate_poses(&mut self, integrator: PositionIntegrator<Scalar>) {
        let bodies = self.group.bodies.clone();
        self.width_of_bodies().run(IntegratePoses {
            moved: &mut self.moved[bodies.clone()],
            turned: &mut self.turned[bodies.clone()],
            velocities: &mut self.velocities[bodies],
            integrator,
        });
    }

    /// As [`integrate_poses`](Self::integrate_poses), and what has been the motion of a step becomes the start of the next one.
    pub(crate) fn finalize_poses(&mut self, integrator: PositionIntegrator<Scalar>) {
        let bodies = self.group.bodies.clone();
        self.width_of_bodies().run(FinalizePoses {
            centres: &mut self.centres[bodies.clone()],
            splits: &mut self.splits[bodies.clone()],
            angles: &mut self.angles[bodies.clone()],
            moved: &mut self.moved[bodies.clone()],
            turned: &mut self.turned[bodies.clone()],
            velocities: &mut self.velocities[bodies],
            integrator,
            has_crossed: &mut self.has_crossed,
        });
    }

    /// Ends a step: is all that the next one begins with numbers?
    pub(crate) fn check(&mut self) {
        let bodies = self.group.bodies.clone();
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
    pub(crate) fn clear_warm_start(&mut self) {
        self.warm_start_delta[self.group.bodies.clone()].fill(VelocityRecord::default());
    }
}

/// Run by run of bodies that are driven alike. A velocity [below the least](crate::kernels::records::LEAST_VELOCITY) is none, and nothing
/// is carried over any more.
struct IntegrateVelocities<'a> {
    bodies: Range<usize>,
    velocity_updates: &'a VelocityUpdates,
    velocities: &'a mut [VelocityRecord],
    warm_start_delta: &'a mut [VelocityRecord],
}

impl Pass for IntegrateVelocities<'_> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
    fn run<L: Gather>(self) {
        let Self { bodies, velocity_updates, velocities, warm_start_delta } = self;
        let first = bodies.start;
        for (run, drive) in velocity_updates.runs(bodies) {
            let run = run.start - first..run.end - first;
            let mut velocities = velocities[run.clone()].chunks_exact_mut(at_once::<L>());
            let mut warm_start_delta = warm_start_delta[run].chunks_exact_mut(at_once::<L>());
            for (velocities, warm_start_delta) in velocities.by_ref().zip(warm_start_delta.by_ref()) {
                drive_on::<L>(drive, velocities, warm_start_delta);
            }
            for (velocity, warm_start_delta) in
                velocities.into_remainder().iter_mut().zip(warm_start_delta.into_remainder())
            {
                drive_on::<Scalar>(drive, from_mut(velocity), from_mut(warm_start_delta));
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
fn drive_on<L: Gather>(
    drive: &VelocityUpdate,
    velocities: &mut [VelocityRecord],
    warm_start_delta: &mut [VelocityRecord],
) {
    let mut driven = [L::default(); 4];
    // Several parts, where a record has more scalars than there are lanes.
    for (part, driven) in driven.iter_mut().enumerate().take((4 / L::COUNT).max(1)) {
        let first = part * L::COUNT;
        let of =
            |records: &[VelocityRecord]| L::from_fn(|lane| records[(first + lane) / 4].scalars()[(first + lane) % 4]);
        let repeated = |part: &[Scalar; 4]| L::from_fn(|lane| part[(first + lane) % 4]);
        let (gain, keep) = (repeated(&drive.gain), repeated(&drive.keep));
        *driven = that_moves((of(velocities) + gain) * keep + of(warm_start_delta));
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
    warm_start_delta.fill(VelocityRecord::default());
}

/// Of as many bodies as a multiple of every width: [`SolverBodies::load`] sees to that.
struct IntegratePoses<'a> {
    moved: &'a mut [DeltaPose],
    turned: &'a mut [DeltaRotation],
    velocities: &'a mut [VelocityRecord],
    integrator: PositionIntegrator<Scalar>,
}

impl Pass for IntegratePoses<'_> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
    fn run<L: Gather>(self) {
        let integrator = self.integrator.splat();
        let bodies = self.moved.chunks_exact_mut(L::COUNT).zip(self.turned.chunks_exact_mut(L::COUNT));
        for ((moved, turned), velocities) in bodies.zip(self.velocities.chunks_exact_mut(L::COUNT)) {
            let ([x, y, by], now) = moved_on::<L>(moved, turned, &integrator, velocities);
            let [cos, sin] = integrator.shortened(rotated(now), by);
            L::store([x, y, cos, sin], moved);
            L::store(now, turned);
        }
    }
}

/// How far bodies have moved, and turned in this substep, and how they have [`DeltaRotation`] since the start of the step.
#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
fn moved_on<L: Gather>(
    moved: &[DeltaPose],
    turned: &[DeltaRotation],
    integrator: &PositionIntegrator<L>,
    velocities: &mut [VelocityRecord],
) -> ([L; 3], [L; 4]) {
    let [vx, vy, mut angular, rest] = L::load(velocities);
    if integrator.is_too_fast(angular) {
        angular = integrator.braked(angular);
        L::store([vx, vy, angular, rest], velocities);
    }
    let ([x, y, ..], [cos, sin, angle, so_far]) = (L::load(moved), L::load(turned));
    let by = integrator.by(angular);
    ([x + integrator.by(vx), y + integrator.by(vy), by], [cos, sin, angle, so_far + by])
}

/// The last motion of a step, and the start of the next one: centres and angles in `f64`, and the rest computed from these.
struct FinalizePoses<'a> {
    centres: &'a mut [[f64; 2]],
    splits: &'a mut [SplitPosition],
    angles: &'a mut [Angle],
    moved: &'a mut [DeltaPose],
    turned: &'a mut [DeltaRotation],
    velocities: &'a mut [VelocityRecord],
    integrator: PositionIntegrator<Scalar>,
    has_crossed: &'a mut bool,
}

impl Pass for FinalizePoses<'_> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
    fn run<L: Gather>(self) {
        let (integrator, none, far) = (self.integrator.splat(), L::default(), L::from_f64(Angle::FAR));
        let centres = self.centres.chunks_exact_mut(L::COUNT).zip(self.splits.chunks_exact_mut(L::COUNT));
        let turns = self.angles.chunks_exact_mut(L::COUNT).zip(self.turned.chunks_exact_mut(L::COUNT));
        let motions = self.moved.chunks_exact_mut(L::COUNT).zip(self.velocities.chunks_exact_mut(L::COUNT));
        for (((centres, splits), (angles, turned)), (moved, velocities)) in centres.zip(turns).zip(motions) {
            let ([dx, dy, _], [_, _, old, by]) = moved_on::<L>(moved, turned, &integrator, velocities);
            // In the order of the bodies. Pairs of `f64` are what a register has of a record; lanes would be taken apart one by one.
            let mut last = [VelocityRecord::default(); WIDEST];
            L::store([dx, dy, none, none], &mut last);
            for nth in 0..L::COUNT {
                let ([x, y], [dx, dy, ..]) = (centres[nth], *last[nth].scalars());
                centres[nth] = [x + double(dx), y + double(dy)];
                splits[nth] = SplitPosition::of(centres[nth]);
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
    splits: &'a [SplitPosition],
    turned: &'a [DeltaRotation],
    velocities: &'a [VelocityRecord],
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
