//! One step of a world: substeps with soft constraints, after Box2D v3 (`b2SolverStage`) and its
//! trial ground (`solve_soft_step.c` of `solver2d`).

pub(crate) mod batch;
pub(crate) mod bodies;
pub(crate) mod body_set;
pub(crate) mod dense;
pub(crate) mod dirty;
pub(crate) mod hub;
pub(crate) mod integrator;
pub(crate) mod kernels;
pub(crate) mod options;
pub(crate) mod packs;
pub(crate) mod partition;
pub(crate) mod sequential_impulses;
mod store;

use crate::constraint::{Pass, Step};
use crate::math::{Scalar, double, nearest};

use crate::solver::batch::AnyBatch;
pub(crate) use crate::solver::bodies::{PositionIntegrator, SolverBodies};
pub use crate::solver::kernels::{JointTable, driver};
pub(crate) use crate::solver::store::{DirtyMark, JointStore, PushOut};

/// A step as it is cut.
#[derive(Clone)]
pub(crate) struct Substeps {
    /// The first one.
    pub(crate) first: Step<Scalar>,
    pub(crate) count: u32,
    /// When the first one begins, s.
    pub(crate) start: f64,
    /// How the soft pass treats rows without a softness of their own.
    pub(crate) soft: Pass<Scalar>,
    /// How bodies are moved on.
    pub(crate) integrator: PositionIntegrator<Scalar>,
}

impl Substeps {
    /// When so many of them have passed.
    pub(crate) fn time(&self, passed: u32) -> f64 {
        self.start + double(self.first.h) * f64::from(passed)
    }

    /// The one that begins at a time.
    pub(crate) fn at(&self, time: f64) -> Step<Scalar> {
        Step { time: nearest(time), ..self.first }
    }
}

/// Moves the bodies of a [group](SolverBodies::take) by some substeps under its joints, type after type, colour after colour.
///
/// Each substep takes a position error out by a soft pass, whose velocities move the bodies, and then takes the velocity
/// of that correction out by a rigid pass: errors vanish without adding energy.
///
/// That pass leaves the joints [ready](crate::World::step) for the next step, at its poses and with their impulses carried to it.
/// Where nothing has changed since, they `are_ready` for this one.
pub(crate) fn advance(motion: &mut SolverBodies, joints: &mut [JointStore], substeps: &Substeps, are_ready: bool) {
    let integrator = substeps.integrator;
    motion.time = substeps.start;
    prepare(motion, joints, substeps.first, are_ready);
    for substep in 1..=substeps.count {
        each(joints, |store| store.warm_start(motion));
        motion.integrate_velocities();
        each(joints, |store| store.solve(motion, &substeps.soft));
        let is_last = substep == substeps.count;
        if is_last {
            motion.settle(integrator.last());
        } else {
            motion.integrate_poses(integrator);
        }
        motion.time = substeps.time(substep);
        let step = substeps.at(motion.time);
        each(joints, |store| store.relax(motion, step, is_last));
    }
    motion.check();
}

/// As [`advance`], for a batch: the same steps in the same order. Its joints are made ready in each step. What the step of the `next`
/// batch begins with is fetched meanwhile.
pub(crate) fn advance_batch(
    number: u32,
    batch: &mut AnyBatch,
    next: Option<&AnyBatch>,
    joints: &mut [JointStore],
    substeps: &Substeps,
) {
    let integrator = substeps.integrator;
    each(joints, |store| store.prepare_batch(number, batch, substeps.first));
    for substep in 1..=substeps.count {
        batch.integrate_velocities();
        each(joints, |store| store.solve_batch(number, batch, &substeps.soft));
        let is_last = substep == substeps.count;
        if is_last {
            batch.settle(integrator.last(), next);
        } else {
            batch.integrate_poses(integrator);
        }
        let step = substeps.at(substeps.time(substep));
        each(joints, |store| store.relax_batch(number, batch, step, is_last));
    }
    batch.check();
}

/// C, J and K⁻¹ at the start of a step, and what its first substep begins with.
fn prepare(motion: &mut SolverBodies, joints: &mut [JointStore], step: Step<Scalar>, are_ready: bool) {
    if !are_ready {
        motion.carry_nothing();
    }
    each(joints, |store| store.prepare(motion, step, are_ready));
}

fn each(joints: &mut [JointStore], phase: impl FnMut(&mut JointStore)) {
    joints.iter_mut().for_each(phase);
}
