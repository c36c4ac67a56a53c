//! One step of a world: substeps with soft constraints, after Box2D v3 (`b2SolverStage`) and its
//! trial ground (`solve_soft_step.c` of `solver2d`).

pub(crate) mod crews;
pub(crate) mod impulses;
pub(crate) mod motion;
pub(crate) mod segments;
pub(crate) mod stale;
mod store;

use crate::constraint::{Pass, Step};
use crate::math::{Scalar, double, nearest};
use crate::softness::Softness;

use crews::AnyCrew;
pub(crate) use motion::Motion;
pub(crate) use store::{Entry, Note, Store, TypedStore};

/// Moves the bodies of a [team](Motion::take) by `substeps` substeps under its joints, type after type, colour after colour.
///
/// Each substep takes a position error out by a soft pass, whose velocities move the bodies, and then takes the velocity
/// of that correction out by a rigid pass: errors vanish without adding energy.
///
/// That pass leaves the joints [ready](World::advance) for the next step, at its poses and with their impulses carried to it.
/// Where nothing has changed since, they `are_ready` for this one.
pub(crate) fn advance(
    motion: &mut Motion,
    joints: &mut [Box<dyn Store>],
    step: Step<Scalar>,
    substeps: u32,
    start: f64,
    are_ready: bool,
) {
    let (soft, relax) = (default_pass(step), Pass::relax());
    motion.time = start;
    prepare(motion, joints, step, are_ready);
    for substep in 1..=substeps {
        each(joints, |store| store.warm_start(motion));
        motion.integrate_velocities();
        each(joints, |store| store.solve(motion, &soft));
        let is_last = substep == substeps;
        if is_last {
            motion.settle(step.h);
        } else {
            motion.integrate_poses(step.h);
        }
        motion.time = start + double(step.h) * f64::from(substep);
        let step = Step { time: nearest(motion.time), ..step };
        each(joints, |store| store.relax(motion, step, &relax, is_last));
        each(joints, |store| store.strain(motion, step));
    }
    motion.check();
}

/// As [`advance`], for a crew: the same steps in the same order.
pub(crate) fn advance_crew(
    number: u32,
    crew: &mut AnyCrew,
    joints: &mut [Box<dyn Store>],
    step: Step<Scalar>,
    substeps: u32,
    start: f64,
    are_ready: bool,
) {
    let (soft, relax) = (default_pass(step), Pass::relax());
    if !are_ready {
        each(joints, |store| store.prepare_crew(number, crew, step));
    }
    for substep in 1..=substeps {
        crew.integrate_velocities();
        each(joints, |store| store.solve_crew(number, crew, &soft));
        let is_last = substep == substeps;
        if is_last {
            crew.settle(step.h);
        } else {
            crew.integrate_poses(step.h);
        }
        let time = nearest(start + double(step.h) * f64::from(substep));
        each(joints, |store| store.relax_crew(number, crew, Step { time, ..step }, &relax, is_last));
    }
    crew.check();
}

/// C, J and K⁻¹ at the start of a step, and what its first substep begins with.
fn prepare(motion: &mut Motion, joints: &mut [Box<dyn Store>], step: Step<Scalar>, are_ready: bool) {
    if !are_ready {
        motion.carry_nothing();
    }
    each(joints, |store| store.prepare(motion, step, are_ready));
}

fn each(joints: &mut [Box<dyn Store>], mut phase: impl FnMut(&mut dyn Store)) {
    for store in joints {
        phase(&mut **store);
    }
}

/// How the soft pass treats a joint without a softness of its own: a spring of 0.25/h Hz and damping ratio 2.
///
/// This is Box2D v3's 60 Hz at its default substep of 1/240 s, and the stiffest spring that a substep resolves well. A
/// fixed frequency would leave a joint under load stretched by g/ω² however short the substep; this one stiffens as the
/// substep shrinks, so that the motion converges to the exact constrained one.
fn default_pass(step: Step<Scalar>) -> Pass<Scalar> {
    Softness::new(0.25 * step.inverse_h, 2.0).pass(step.h)
}
