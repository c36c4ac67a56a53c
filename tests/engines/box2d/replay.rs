//! A recorded run, stepped again by the generated mathematics.

use core::f64::consts::TAU;

use super::engine::World;
use super::float::{Float, Noise};
use super::generated::Fault;
use crate::oracle::Run;

/// What is compared of a moment: places and angles, velocities, and the forces of the joints.
pub(super) const KINDS: usize = 3;

/// The numbers of a moment, by kind.
pub(super) type Moment = [Vec<f64>; KINDS];

/// The moments of a run: all of them, or those at its recorded steps.
pub(super) type Motion = Vec<Moment>;

/// The motion at the recorded steps, as the engine made it.
pub(super) fn recorded(run: &Run) -> Motion {
    let moment = |index: usize| {
        let force = run.lambda.get(index).map_or(&[][..], Vec::as_slice);
        moment(&run.states[index], force.iter().flatten().copied().collect())
    };
    (0..run.steps.len()).map(moment).collect()
}

/// The motion at all steps, as the generated mathematics makes it, in the precision of `S`.
pub(super) fn replay<S: Float>(run: &Run, fault: Option<Fault>, noise: Noise) -> Motion {
    let mut world = World::<S>::new(run, fault, noise);
    let mut angles: Vec<f64> = run.state_bodies.iter().map(|&body| run.bodies[body].angle).collect();
    let links = if run.lambda.is_empty() { 0..0 } else { 0..run.joints.len() };
    let mut motion = Motion::new();
    for step in 0..=run.total_steps {
        if step > 0 {
            world.step();
        }
        let states: Vec<_> = run.state_bodies.iter().map(|&body| world.state(body)).collect();
        // Counted in whole turns, as in the recording.
        let unwrapped = |(state, last): ([f64; 6], &mut f64)| {
            let [x, y, angle, vx, vy, w] = state;
            *last = angle + TAU * ((*last - angle) / TAU).round();
            [x, y, *last, vx, vy, w]
        };
        let states: Vec<_> = states.into_iter().zip(&mut angles).map(unwrapped).collect();
        motion.push(moment(&states, links.clone().flat_map(|link| world.force(link)).collect()));
    }
    motion
}

/// Of a motion at all steps, the recorded ones.
pub(super) fn at_recorded_steps(run: &Run, motion: &[Moment]) -> Motion {
    run.steps.iter().map(|&step| motion[step].clone()).collect()
}

fn moment(states: &[[f64; 6]], forces: Vec<f64>) -> Moment {
    [
        states.iter().flat_map(|it| it[..3].to_vec()).collect(),
        states.iter().flat_map(|it| it[3..].to_vec()).collect(),
        forces,
    ]
}
