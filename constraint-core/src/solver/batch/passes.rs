//! What a substep does to the bodies of a batch: what [`SolverBodies`](crate::solver::SolverBodies) does to its own, operation by operation.

use crate::angle::Angle;
use crate::kernels::records::{rotated, that_moves};
use crate::kinematics::{Pose, Velocity};
use crate::lanes::{Kernel, Lanes, WIDEST, rotation};
use crate::math::{Scalar, double, nearest};
use crate::solver::batch::IslandBatch;
use crate::solver::batch::island_batch::{BatchScratch, GainAndKeep, far_ones};
use crate::solver::integrator::position_integrator::PositionIntegrator;

impl<L: Lanes> IslandBatch<L> {
    /// Begins a step.
    pub(crate) fn enter(&mut self, scratch: BatchScratch<L>) {
        self.scratch = scratch;
        self.scratch.moved.resize(self.body_slots(), Pose::default());
        self.scratch.splits.resize(self.body_slots(), [L::default(); 4]);
        self.scratch.warm_start_delta.resize(self.body_slots(), Velocity::default());
        L::run(Enter(self));
    }

    /// Ends a step.
    pub(crate) fn leave(&mut self) -> BatchScratch<L> {
        core::mem::take(&mut self.scratch)
    }

    pub(crate) fn integrate_velocities(&mut self) {
        L::run(IntegrateVelocities(self));
    }

    pub(crate) fn integrate_poses(&mut self, integrator: PositionIntegrator<Scalar>) {
        L::run(IntegratePoses(self, integrator));
    }

    pub(crate) fn finalize_poses(&mut self, integrator: PositionIntegrator<Scalar>, next: Option<&Self>) {
        L::run(FinalizePoses(self, integrator, next));
    }

    pub(crate) fn check(&mut self) {
        L::run(Check(self));
    }
}

/// Nothing has moved yet, and nothing is carried.
struct Enter<'a, L>(&'a mut IslandBatch<L>);

impl<L: Lanes> Kernel for Enter<'_, L> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(self) {
        let IslandBatch { centres: [x, y], rotations, scratch, .. } = self.0;
        let zero = L::default();
        scratch.warm_start_delta.fill(Velocity::default());
        let centres = x.chunks_exact(L::COUNT).zip(y.chunks_exact(L::COUNT));
        for (split, (x, y)) in scratch.splits.iter_mut().zip(centres) {
            *split = split_of(x, y);
        }
        for (&mut [cos, sin], moved) in rotations.iter_mut().zip(&mut scratch.moved) {
            *moved = Pose { x: zero, y: zero, angle: zero, cos, sin };
        }
    }
}

/// v ← (v + h·a) / (1 + h·damping) + M⁻¹ Jᵀ λ
struct IntegrateVelocities<'a, L>(&'a mut IslandBatch<L>);

impl<L: Lanes> Kernel for IntegrateVelocities<'_, L> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(self) {
        for (velocities, warm_start_delta, velocity_updates) in self.0.driven() {
            let velocities = velocities.iter_mut().zip(&*warm_start_delta);
            if let [drive] = velocity_updates {
                velocities
                    .for_each(|(velocity, warm_start_delta)| *velocity = driven(velocity, warm_start_delta, drive));
            } else {
                let velocities = velocities.zip(velocity_updates);
                velocities.for_each(|((velocity, warm_start_delta), drive)| {
                    *velocity = driven(velocity, warm_start_delta, drive);
                });
            }
        }
    }
}

#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
fn driven<L: Lanes>(
    velocity: &Velocity<L>,
    warm_start_delta: &Velocity<L>,
    [gain, keep]: &GainAndKeep<L>,
) -> Velocity<L> {
    Velocity {
        x: that_moves((velocity.x + gain.x) * keep.x + warm_start_delta.x),
        y: that_moves((velocity.y + gain.y) * keep.y + warm_start_delta.y),
        angular: that_moves((velocity.angular + gain.angular) * keep.angular + warm_start_delta.angular),
    }
}

/// x ← x + h·v. Nothing is carried over any more: [`IntegrateVelocities`], which takes that up, has enough to store.
///
/// Bodies are moved before any of them is turned. Each of the two is a long chain, in which one value waits for another: the
/// processor works at several bodies at a time if their chains are short.
struct IntegratePoses<'a, L>(&'a mut IslandBatch<L>, PositionIntegrator<Scalar>);

impl<L: Lanes> Kernel for IntegratePoses<'_, L> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(self) {
        let (
            IslandBatch { scratch: BatchScratch { moved, warm_start_delta, .. }, rotations, velocities, .. },
            integrator,
        ) = (self.0, self.1.splat());
        for ((moved, velocity), warm_start_delta) in moved.iter_mut().zip(velocities.iter_mut()).zip(warm_start_delta) {
            [moved.x, moved.y, moved.angle] = moved_on(moved, &integrator, velocity);
            *warm_start_delta = Velocity::default();
        }
        for ((moved, &[cos, sin]), velocity) in moved.iter_mut().zip(&*rotations).zip(&*velocities) {
            let now = rotated([cos, sin, moved.angle, moved.angle]);
            [moved.cos, moved.sin] = integrator.shortened(now, integrator.by(velocity.angular));
        }
    }
}

/// How far bodies have moved and turned, after another substep: x, y and the angle.
#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
fn moved_on<L: Lanes>(
    &Pose { x, y, angle, .. }: &Pose<L>,
    integrator: &PositionIntegrator<L>,
    velocity: &mut Velocity<L>,
) -> [L; 3] {
    if integrator.is_too_fast(velocity.angular) {
        velocity.angular = integrator.braked(velocity.angular);
    }
    let Velocity { x: vx, y: vy, angular } = *velocity;
    [x + integrator.by(vx), y + integrator.by(vy), angle + integrator.by(angular)]
}

/// The last x ← x + h·v of a step. What has been its motion becomes the start of the next one. In three parts, as
/// [`IntegratePoses`] has two. Between its long chains the processor has time to fetch the next batch.
struct FinalizePoses<'a, L>(&'a mut IslandBatch<L>, PositionIntegrator<Scalar>, Option<&'a IslandBatch<L>>);

impl<L: Lanes> Kernel for FinalizePoses<'_, L> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(self) {
        let IslandBatch {
            centres: [x, y],
            angles,
            rotations,
            velocities,
            scratch,
            far: told,
            has_crossed,
            is_finite,
            ..
        } = self.0;
        let (integrator, zero, far) = (self.1.splat(), L::default(), L::from_f64(Angle::FAR));
        let mut nothing = zero;
        let BatchScratch { splits, moved, .. } = scratch;
        let centres = x.chunks_exact_mut(L::COUNT).zip(y.chunks_exact_mut(L::COUNT));
        for (((x, y), split), (moved, velocity)) in centres.zip(splits).zip(moved.iter_mut().zip(velocities)) {
            let [dx, dy, by] = moved_on(moved, &integrator, velocity);
            let ([near_x, rest_x], [near_y, rest_y]) = (shifted(x, dx), shifted(y, dy));
            *split = [near_x, near_y, rest_x, rest_y];
            moved.angle = by;
            // 0, or NaN of what is not finite, for ever.
            nothing += near_x * zero + near_y * zero;
        }
        let mut farthest = zero;
        for (angles, moved) in angles.chunks_exact_mut(L::COUNT).zip(moved.iter_mut()) {
            let by = moved.angle;
            for (lane, angle) in angles.iter_mut().enumerate() {
                *angle = angle.turned(by.get(lane));
            }
            let angle = L::from_fn(|lane| angles[lane].radians());
            farthest = angle.abs().max(farthest);
            moved.angle = L::from_fn(|lane| angles[lane].within_turn());
            nothing += angle * zero;
        }
        // One by one where any of them is, or was.
        if L::any(far.less(farthest)) || told.iter().any(|far| *far != 0) {
            let mut body_slots = angles.chunks_exact(L::COUNT).zip(told);
            *has_crossed |= body_slots.any(|(angles, told)| far_ones(angles) != *told);
        }
        for (body_slot, (rotation_now, moved)) in rotations.iter_mut().zip(moved.iter_mut()).enumerate() {
            if let Some(next) = self.2 {
                next.fetch(body_slot);
            }
            let [cos, sin] = rotation(moved.angle);
            *moved = Pose { x: zero, y: zero, angle: zero, cos, sin };
            *rotation_now = [cos, sin];
        }
        *is_finite = !L::any(!nothing.less_equal(zero));
    }
}

/// Ends a step: are the velocities numbers?
struct Check<'a, L>(&'a mut IslandBatch<L>);

impl<L: Lanes> Kernel for Check<'_, L> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(self) {
        let IslandBatch { velocities, is_finite, .. } = self.0;
        let zero = L::default();
        let mut nothing = zero;
        for Velocity { x, y, angular } in velocities {
            nothing += *x * zero + *y * zero + *angular * zero;
        }
        *is_finite &= !L::any(!nothing.less_equal(zero));
    }
}

/// Moves a coordinate of the centres, and tells it as [`split_of`] does.
#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
fn shifted<L: Lanes>(centres: &mut [f64], by: L) -> [L; 2] {
    // In registers: what is stored is not read again. A function of slices for this and `split_of` would take them out of there, and
    // a step of ragdolls 1.04 to 1.08 of the time.
    let mut moved = [0.0; WIDEST];
    for (lane, (moved, centre)) in moved.iter_mut().zip(&*centres).enumerate() {
        *moved = *centre + double(by.get(lane));
    }
    for (centre, moved) in centres.iter_mut().zip(moved) {
        *centre = moved;
    }
    let near = L::from_fn(|lane| nearest(moved[lane]));
    [near, L::from_fn(|lane| nearest(moved[lane] - double(near.get(lane))))]
}

/// Centres as lanes take them: see [`SplitPosition`](crate::kernels::records::SplitPosition).
#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
fn split_of<L: Lanes>(x: &[f64], y: &[f64]) -> [L; 4] {
    let near = |centres: &[f64]| L::from_fn(|lane| nearest(centres[lane]));
    let rest = |centres: &[f64], near: L| L::from_fn(|lane| nearest(centres[lane] - double(near.get(lane))));
    let (near_x, near_y) = (near(x), near(y));
    [near_x, near_y, rest(x, near_x), rest(y, near_y)]
}
