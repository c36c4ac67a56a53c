//! One step of a world: substeps with soft constraints, after Box2D v3 (`b2SolverStage`) and its
//! trial ground (`solve_soft_step.c` of `solver2d`).

pub(crate) mod crews;
pub(crate) mod impulses;
pub(crate) mod kernels;
pub(crate) mod motion;
pub(crate) mod segments;
pub(crate) mod stale;
mod store;

use crate::constraint::{Pass, Step};
use crate::math::{Scalar, double, nearest};

use crews::AnyCrew;
pub use kernels::{JointTable, driver};
pub(crate) use motion::{Drift, Motion};
pub(crate) use store::{JointStore, Note};

/// A step as it is cut.
pub(crate) struct Substeps {
    /// The first one.
    pub(crate) first: Step<Scalar>,
    pub(crate) count: u32,
    /// When the first one begins, s.
    pub(crate) start: f64,
    /// How the soft pass treats rows without a softness of their own.
    pub(crate) soft: Pass<Scalar>,
    /// How bodies are moved on.
    pub(crate) drift: Drift<Scalar>,
}

impl Substeps {
    /// When so many of them have passed.
    fn time(&self, passed: u32) -> f64 {
        self.start + double(self.first.h) * f64::from(passed)
    }

    /// The one that begins at a time.
    fn at(&self, time: f64) -> Step<Scalar> {
        Step { time: nearest(time), ..self.first }
    }
}

/// Moves the bodies of a [team](Motion::take) by some substeps under its joints, type after type, colour after colour.
///
/// Each substep takes a position error out by a soft pass, whose velocities move the bodies, and then takes the velocity
/// of that correction out by a rigid pass: errors vanish without adding energy.
///
/// That pass leaves the joints [ready](crate::World::step) for the next step, at its poses and with their impulses carried to it.
/// Where nothing has changed since, they `are_ready` for this one.
pub(crate) fn advance(motion: &mut Motion, joints: &mut [JointStore], substeps: &Substeps, are_ready: bool) {
    let drift = substeps.drift;
    motion.time = substeps.start;
    prepare(motion, joints, substeps.first, are_ready);
    for substep in 1..=substeps.count {
        each(joints, |store| store.warm_start(motion));
        motion.integrate_velocities();
        each(joints, |store| store.solve(motion, &substeps.soft));
        let is_last = substep == substeps.count;
        if is_last {
            motion.settle(drift.last());
        } else {
            motion.integrate_poses(drift);
        }
        motion.time = substeps.time(substep);
        let step = substeps.at(motion.time);
        each(joints, |store| store.relax(motion, step, is_last));
        each(joints, |store| store.strain(motion, step));
    }
    motion.check();
}

/// As [`advance`], for a crew: the same steps in the same order. Its joints are made ready in each step. What the step of the `next`
/// crew begins with is fetched meanwhile.
pub(crate) fn advance_crew(
    number: u32,
    crew: &mut AnyCrew,
    next: Option<&AnyCrew>,
    joints: &mut [JointStore],
    substeps: &Substeps,
) {
    let drift = substeps.drift;
    each(joints, |store| store.prepare_crew(number, crew, substeps.first));
    for substep in 1..=substeps.count {
        crew.integrate_velocities();
        each(joints, |store| store.solve_crew(number, crew, &substeps.soft));
        let is_last = substep == substeps.count;
        if is_last {
            crew.settle(drift.last(), next);
        } else {
            crew.integrate_poses(drift);
        }
        let step = substeps.at(substeps.time(substep));
        each(joints, |store| store.relax_crew(number, crew, step, is_last));
    }
    crew.check();
}

/// C, J and K⁻¹ at the start of a step, and what its first substep begins with.
fn prepare(motion: &mut Motion, joints: &mut [JointStore], step: Step<Scalar>, are_ready: bool) {
    if !are_ready {
        motion.carry_nothing();
    }
    each(joints, |store| store.prepare(motion, step, are_ready));
}

fn each(joints: &mut [JointStore], phase: impl FnMut(&mut JointStore)) {
    joints.iter_mut().for_each(phase);
}
