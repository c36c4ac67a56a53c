//! A step, stage by stage. The names are those of Box2D v3 (`b2SolverStage`).
//!
//! ```text
//! PrepareJoints
//! once per substep:  WarmStart  IntegrateVelocities  Solve  IntegratePositions  Relax
//! Finalize
//! ```
//!
//! `Solve` removes a position error through velocities, and these velocities move the bodies. `Relax` then removes the velocity
//! of that correction. Errors vanish without adding energy.
//!
//! The last `Relax` leaves the joints prepared at the final poses, with their impulses carried to the next step. A world in which
//! nothing changes therefore skips `PrepareJoints` and `WarmStart`.
//!
//! Two things run through these stages: the bodies of [some partitions](Partitions), and an [island batch](Batch). A driver that
//! moves bodies itself, phase by phase, runs the stages of joints only.

use crate::math::{Scalar, double, nearest};
use crate::pass::{Pass, Step};
use crate::solver::batch::{AnyBatch, Batches, BatchesRange};
use crate::solver::bodies::SolverBodies;
use crate::solver::integrator::position_integrator::PositionIntegrator;
use crate::solver::store::JointStore;
use crate::solver::store::batching::{BatchedJoints, HasBatched};
use crate::threads::Threads;

/// A part of a step. See the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// C, J and K⁻¹ at the start of the step.
    PrepareJoints,
    /// Apply the impulses of the last substep.
    WarmStart,
    /// Gravity, forces, damping.
    IntegrateVelocities,
    /// One soft iteration, which removes position errors as well.
    Solve,
    /// Move the bodies.
    IntegratePositions,
    /// Prepare at the new poses, run one rigid iteration, carry the impulses to the next substep.
    Relax,
    /// Record which bodies have left the range of finite numbers.
    Finalize,
}

/// The stages of a substep, in order.
const SUBSTEP: [Stage; 5] =
    [Stage::WarmStart, Stage::IntegrateVelocities, Stage::Solve, Stage::IntegratePositions, Stage::Relax];

/// What runs through the stages of a step.
pub(crate) trait Stages {
    /// Runs a stage of the substep with this number; the first is 1.
    fn run(&mut self, stage: Stage, substeps: &Substeps, number: u32);
}

/// Runs a whole step.
pub(crate) fn run(unit: &mut impl Stages, substeps: &Substeps) {
    unit.run(Stage::PrepareJoints, substeps, 1);
    for number in 1..=substeps.count {
        for stage in SUBSTEP {
            unit.run(stage, substeps, number);
        }
    }
    unit.run(Stage::Finalize, substeps, substeps.count);
}

/// The substeps of a step.
#[derive(Clone, Copy)]
pub(crate) struct Substeps {
    /// The first substep.
    pub(crate) first: Step<Scalar>,
    pub(crate) count: u32,
    /// Time at the start of the step, s.
    pub(crate) start: f64,
    /// How `Solve` treats rows without a softness of their own.
    pub(crate) soft: Pass<Scalar>,
    pub(crate) integrator: PositionIntegrator<Scalar>,
}

impl Substeps {
    /// Time after this many substeps, s.
    pub(crate) fn time(&self, passed: u32) -> f64 {
        self.start + double(self.first.h) * f64::from(passed)
    }

    /// The substep that begins at a time.
    fn at(&self, time: f64) -> Step<Scalar> {
        Step { time: nearest(time), ..self.first }
    }
}

/// The bodies of a [group of partitions](SolverBodies::take), and the joints of all types.
pub(crate) struct Partitions<'a> {
    pub(crate) bodies: &'a mut SolverBodies,
    pub(crate) joints: &'a mut [JointStore],
    /// Whether the last step left the joints prepared, and nothing has changed since.
    pub(crate) are_prepared: bool,
}

impl Partitions<'_> {
    /// Prepares the joints and finds the impulses that the first substep begins with.
    pub(crate) fn prepare(&mut self, step: Step<Scalar>) {
        let Self { bodies, joints, are_prepared } = self;
        if !*are_prepared {
            bodies.clear_warm_start();
        }
        joints.iter_mut().for_each(|store| store.prepare(bodies, step, *are_prepared));
    }
}

impl Stages for Partitions<'_> {
    fn run(&mut self, stage: Stage, substeps: &Substeps, number: u32) {
        let Self { bodies, joints, .. } = self;
        let (joints, is_last) = (joints.iter_mut(), number == substeps.count);
        match stage {
            Stage::PrepareJoints => {
                bodies.time = substeps.start;
                self.prepare(substeps.first);
            }
            Stage::WarmStart => joints.for_each(|store| store.warm_start(bodies)),
            Stage::IntegrateVelocities => bodies.integrate_velocities(),
            Stage::Solve => joints.for_each(|store| store.solve(bodies, &substeps.soft)),
            Stage::IntegratePositions if is_last => bodies.finalize_poses(substeps.integrator.last()),
            Stage::IntegratePositions => bodies.integrate_poses(substeps.integrator),
            Stage::Relax => {
                bodies.time = substeps.time(number);
                let step = substeps.at(bodies.time);
                joints.for_each(|store| store.relax(bodies, step, is_last));
            }
            Stage::Finalize => bodies.check(),
        }
    }
}

/// An island batch, and the joints of all types. Its joints are prepared in every step.
pub(crate) struct Batch<'a, J> {
    pub(crate) number: u32,
    pub(crate) islands: &'a mut AnyBatch,
    /// The next batch, which is prefetched while this one ends.
    pub(crate) next: Option<&'a AnyBatch>,
    pub(crate) joints: &'a mut [J],
}

impl<J: HasBatched> Stages for Batch<'_, J> {
    fn run(&mut self, stage: Stage, substeps: &Substeps, number: u32) {
        let Self { number: own, islands, next, joints } = self;
        let (joints, own, is_last) = (joints.iter_mut().map(J::in_batches), *own, number == substeps.count);
        match stage {
            Stage::PrepareJoints => joints.for_each(|mut joints| joints.prepare(own, islands, substeps.first)),
            // `IntegrateVelocities` adds the impulses that were carried.
            Stage::WarmStart => {}
            Stage::IntegrateVelocities => islands.integrate_velocities(),
            Stage::Solve => joints.for_each(|mut joints| joints.solve(own, islands, &substeps.soft)),
            Stage::IntegratePositions if is_last => islands.finalize_poses(substeps.integrator.last(), *next),
            Stage::IntegratePositions => islands.integrate_poses(substeps.integrator),
            Stage::Relax => {
                let step = substeps.at(substeps.time(number));
                joints.for_each(|mut joints| joints.relax(own, islands, step, is_last));
            }
            Stage::Finalize => islands.check(),
        }
    }
}

/// Some batches and their joints, of all types.
struct Piece<'a> {
    batches: BatchesRange<'a>,
    joints: Vec<BatchedJoints<'a>>,
}

/// Moves all batches through a step. They are independent of each other, so pieces of them run side by side.
pub(crate) fn run_batches(batches: &mut Batches, joints: &mut [JointStore], substeps: &Substeps, threads: &Threads) {
    let count = threads.pieces(joints.iter().map(JointStore::in_batches).sum());
    if count == 1 {
        batches.pieces(1).for_each(|mut batches| run_in_turn(&mut batches, joints, substeps));
        return;
    }
    let mut pieces: Vec<_> = batches.pieces(count).map(|batches| Piece { batches, joints: Vec::new() }).collect();
    for store in joints {
        let mut rest = store.batched(count);
        for Piece { batches, joints } in &mut pieces {
            let [own, others] = rest.split(batches.end());
            joints.push(own);
            rest = others;
        }
    }
    threads.each_chunk(&mut pieces, 1, |_, pieces| {
        for Piece { batches, joints } in pieces {
            run_in_turn(batches, joints, substeps);
        }
    });
}

/// Moves batches through a step, one after another.
fn run_in_turn(batches: &mut BatchesRange<'_>, joints: &mut [impl HasBatched], substeps: &Substeps) {
    batches.step(|number, islands, next| run(&mut Batch { number, islands, next, joints }, substeps));
}
