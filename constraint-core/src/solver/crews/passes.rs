//! What a substep does to the bodies of a crew: what [`Motion`](crate::solver::Motion) does to its own, operation by operation.

use super::Crew;
use super::crew::{GainAndKeep, Stage, far_ones};
use crate::angle::Angle;
use crate::kinematics::{Pose, Velocity};
use crate::lanes::{Kernel, Lanes, WIDEST, rotation};
use crate::math::{Scalar, double, nearest};
use crate::solver::motion::{Drift, rotated, that_moves};

impl<L: Lanes> Crew<L> {
    /// Begins a step.
    pub(super) fn enter(&mut self, stage: Stage<L>) {
        self.stage = stage;
        self.stage.moved.resize(self.seats(), Pose::default());
        self.stage.splits.resize(self.seats(), [L::default(); 4]);
        self.stage.carried.resize(self.seats(), Velocity::default());
        L::run(Enter(self));
    }

    /// Ends a step.
    pub(super) fn leave(&mut self) -> Stage<L> {
        core::mem::take(&mut self.stage)
    }

    pub(super) fn integrate_velocities(&mut self) {
        L::run(IntegrateVelocities(self));
    }

    pub(super) fn integrate_poses(&mut self, drift: Drift<Scalar>) {
        L::run(IntegratePoses(self, drift));
    }

    pub(super) fn settle(&mut self, drift: Drift<Scalar>, next: Option<&Self>) {
        L::run(Settle(self, drift, next));
    }

    pub(super) fn check(&mut self) {
        L::run(Check(self));
    }
}

/// Nothing has moved yet, and nothing is carried.
struct Enter<'a, L>(&'a mut Crew<L>);

impl<L: Lanes> Kernel for Enter<'_, L> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(self) {
        let Crew { centres: [x, y], rotations, stage, .. } = self.0;
        let zero = L::default();
        stage.carried.fill(Velocity::default());
        let centres = x.chunks_exact(L::COUNT).zip(y.chunks_exact(L::COUNT));
        for (split, (x, y)) in stage.splits.iter_mut().zip(centres) {
            *split = split_of(x, y);
        }
        for (&mut [cos, sin], moved) in rotations.iter_mut().zip(&mut stage.moved) {
            *moved = Pose { x: zero, y: zero, angle: zero, cos, sin };
        }
    }
}

/// v ← (v + h·a) / (1 + h·damping) + M⁻¹ Jᵀ λ
struct IntegrateVelocities<'a, L>(&'a mut Crew<L>);

impl<L: Lanes> Kernel for IntegrateVelocities<'_, L> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(self) {
        for (velocities, carried, drives) in self.0.driven() {
            let velocities = velocities.iter_mut().zip(&*carried);
            if let [drive] = drives {
                velocities.for_each(|(velocity, carried)| *velocity = driven(velocity, carried, drive));
            } else {
                let velocities = velocities.zip(drives);
                velocities.for_each(|((velocity, carried), drive)| *velocity = driven(velocity, carried, drive));
            }
        }
    }
}

#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
fn driven<L: Lanes>(velocity: &Velocity<L>, carried: &Velocity<L>, [gain, keep]: &GainAndKeep<L>) -> Velocity<L> {
    Velocity {
        x: that_moves((velocity.x + gain.x) * keep.x + carried.x),
        y: that_moves((velocity.y + gain.y) * keep.y + carried.y),
        angular: that_moves((velocity.angular + gain.angular) * keep.angular + carried.angular),
    }
}

/// x ← x + h·v. Nothing is carried over any more: [`IntegrateVelocities`], which takes that up, has enough to store.
///
/// Bodies are moved before any of them is turned. Each of the two is a long chain, in which one value waits for another: the
/// processor works at several bodies at a time if their chains are short.
struct IntegratePoses<'a, L>(&'a mut Crew<L>, Drift<Scalar>);

impl<L: Lanes> Kernel for IntegratePoses<'_, L> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(self) {
        let (Crew { stage: Stage { moved, carried, .. }, rotations, velocities, .. }, drift) = (self.0, self.1.splat());
        for ((moved, velocity), carried) in moved.iter_mut().zip(velocities.iter_mut()).zip(carried) {
            [moved.x, moved.y, moved.angle] = moved_on(moved, &drift, velocity);
            *carried = Velocity::default();
        }
        for ((moved, &[cos, sin]), velocity) in moved.iter_mut().zip(&*rotations).zip(&*velocities) {
            let now = rotated([cos, sin, moved.angle, moved.angle]);
            [moved.cos, moved.sin] = drift.shortened(now, drift.by(velocity.angular));
        }
    }
}

/// How far bodies have moved and turned, after another substep: x, y and the angle.
#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
fn moved_on<L: Lanes>(&Pose { x, y, angle, .. }: &Pose<L>, drift: &Drift<L>, velocity: &mut Velocity<L>) -> [L; 3] {
    if drift.is_too_fast(velocity.angular) {
        velocity.angular = drift.braked(velocity.angular);
    }
    let Velocity { x: vx, y: vy, angular } = *velocity;
    [x + drift.by(vx), y + drift.by(vy), angle + drift.by(angular)]
}

/// The last x ← x + h·v of a step. What has been its motion becomes the start of the next one. In three parts, as
/// [`IntegratePoses`] has two. Between its long chains the processor has time to fetch the next crew.
struct Settle<'a, L>(&'a mut Crew<L>, Drift<Scalar>, Option<&'a Crew<L>>);

impl<L: Lanes> Kernel for Settle<'_, L> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(self) {
        let Crew { centres: [x, y], angles, rotations, velocities, stage, far: told, has_crossed, is_finite, .. } =
            self.0;
        let (drift, zero, far) = (self.1.splat(), L::default(), L::from_f64(Angle::FAR));
        let mut nothing = zero;
        let Stage { splits, moved, .. } = stage;
        let centres = x.chunks_exact_mut(L::COUNT).zip(y.chunks_exact_mut(L::COUNT));
        for (((x, y), split), (moved, velocity)) in centres.zip(splits).zip(moved.iter_mut().zip(velocities)) {
            let [dx, dy, by] = moved_on(moved, &drift, velocity);
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
            let mut seats = angles.chunks_exact(L::COUNT).zip(told);
            *has_crossed |= seats.any(|(angles, told)| far_ones(angles) != *told);
        }
        for (seat, (rotation_now, moved)) in rotations.iter_mut().zip(moved.iter_mut()).enumerate() {
            if let Some(next) = self.2 {
                next.fetch(seat);
            }
            let [cos, sin] = rotation(moved.angle);
            *moved = Pose { x: zero, y: zero, angle: zero, cos, sin };
            *rotation_now = [cos, sin];
        }
        *is_finite = !L::any(!nothing.less_equal(zero));
    }
}

/// Ends a step: are the velocities numbers?
struct Check<'a, L>(&'a mut Crew<L>);

impl<L: Lanes> Kernel for Check<'_, L> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(self) {
        let Crew { velocities, is_finite, .. } = self.0;
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

/// Centres as lanes take them: see [`Split`](crate::solver::motion::Split).
#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
fn split_of<L: Lanes>(x: &[f64], y: &[f64]) -> [L; 4] {
    let near = |centres: &[f64]| L::from_fn(|lane| nearest(centres[lane]));
    let rest = |centres: &[f64], near: L| L::from_fn(|lane| nearest(centres[lane] - double(near.get(lane))));
    let (near_x, near_y) = (near(x), near(y));
    [near_x, near_y, rest(x, near_x), rest(y, near_y)]
}
