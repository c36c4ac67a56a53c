//! One step of a world by sequential impulses, in Nape's order.

use crate::math::{Scalar, double};
use crate::pass::{Pass, Step};
use crate::solver::dense::position_correction::Correction;
use crate::solver::integrator::position_integrator::PositionIntegrator;
use crate::solver::step::Partitions;
use crate::solver::{JointStore, SolverBodies};
use crate::stepping::SequentialImpulses;

/// Moves the bodies by one step that begins at the time `start`.
pub(crate) fn advance(
    motion: &mut SolverBodies,
    joints: &mut [JointStore],
    step: Step<Scalar>,
    options: &SequentialImpulses,
    start: f64,
    most_angular: Scalar,
) {
    // A velocity error is taken out whole, and a spring, which knows its own way, takes part each time: iterated, it comes
    // to the implicit step of all springs together.
    let pass = Pass { spring_scale: 1.0, ..Pass::relax() };
    Partitions { bodies: motion, joints, are_prepared: false }.prepare(step);
    each(joints, |store| store.warm_start(motion));
    motion.integrate_velocities();
    for _ in 0..options.velocity_iterations {
        each(joints, |store| store.solve(motion, &pass));
    }
    motion.integrate_poses(PositionIntegrator::plain(step.h, most_angular));
    motion.time = start + double(step.h);
    let correction = Correction { share: options.correction, slop: options.slop };
    for _ in 0..options.position_iterations {
        each(joints, |store| store.correct(motion, &correction));
    }
    motion.finalize_poses(PositionIntegrator::plain(0.0, most_angular));
    motion.check();
    each(joints, |store| store.check_breaks(motion, step.inverse_h));
}

fn each(joints: &mut [JointStore], phase: impl FnMut(&mut JointStore)) {
    joints.iter_mut().for_each(phase);
}
