//! What is recorded of a run: by the engine, or by us as we step it again.

use super::space::Space;
use crate::oracle::{Body, Run};

/// At each recorded step.
#[derive(Clone, Debug, Default)]
pub(super) struct Trajectory {
    /// Of each body that the run shows.
    pub(super) states: Vec<Vec<[f64; 6]>>,
    /// Of each joint, in the engine's units and signs; empty if they were not recorded.
    pub(super) impulses: Vec<Vec<Vec<f64>>>,
}

impl Trajectory {
    pub(super) fn recorded(run: &Run) -> Self {
        Self { states: run.states.clone(), impulses: run.lambda.clone() }
    }

    pub(super) fn stepped(run: &Run) -> Self {
        let mut space = Space::new(run);
        let mut trajectory = Self::default();
        for step in 0..=run.total_steps {
            if step > 0 {
                space.step();
            }
            if run.steps.contains(&step) {
                trajectory.states.push(space.states());
                trajectory.impulses.push(space.impulses());
            }
        }
        assert_eq!(trajectory.states.len(), run.states.len(), "{}: recorded steps that are not reached", run.id);
        trajectory
    }
}

/// The run, begun some roundings away, in a few ways: each number of what moves by 16 or 64 roundings of the largest.
pub(super) fn nudged(run: &Run) -> impl Iterator<Item = Run> {
    let numbers = run.bodies.iter().flat_map(|body| [body.x, body.y, body.angle, body.vx, body.vy, body.w]);
    let rounding = f64::EPSILON * numbers.map(f64::abs).fold(0.0, f64::max);
    // Each body one way or the other, its velocity against its position: patterns that differ in the signs.
    let patterns = [0b0101_0101_u8, 0b0011_0011, 0b0000_1111, 0b0110_1001];
    let ways = patterns.into_iter().flat_map(|signs| [(signs, 16.0), (!signs, 64.0)]);
    ways.map(move |(signs, roundings)| {
        let mut run = run.clone();
        for (place, body) in run.bodies.iter_mut().enumerate().filter(|(_, body)| body.inverse_mass() > 0.0) {
            let nudge = if signs >> (place % 8) & 1 == 0 { roundings } else { -roundings } * rounding;
            let Body { x, y, angle, vx, vy, w, .. } = body;
            for (number, nudge) in [(x, nudge), (y, nudge), (angle, nudge), (vx, -nudge), (vy, -nudge), (w, -nudge)] {
                *number += nudge;
            }
        }
        run
    })
}
