//! Nape's space: the order of a step.

use super::body::Body;
use super::joint::{Outcome, Step};
use super::joints;
use super::measure::{Numbers, numbers};
use crate::oracle::Run;

pub(crate) struct Space {
    dt: f64,
    gravity: [f64; 2],
    velocity_iterations: usize,
    position_iterations: usize,
    bodies: Vec<Body>,
    joints: Vec<Box<dyn Step>>,
    /// The joints that are not broken, in the engine's order: the last one added first, if the run does not say.
    live: Vec<usize>,
}

impl Space {
    pub(crate) fn new(run: &Run) -> Self {
        Self {
            dt: run.dt,
            gravity: run.gravity,
            velocity_iterations: run.iterations,
            position_iterations: run.position_iterations,
            bodies: run.bodies.iter().map(Body::new).collect(),
            joints: run.joints.iter().map(joints::build).collect(),
            live: run.solve_order.clone().unwrap_or_else(|| (0..run.joints.len()).rev().collect()),
        }
    }

    pub(crate) fn step(&mut self) {
        let (dt, gravity) = (self.dt, self.gravity);
        self.bodies.iter_mut().for_each(Body::validate);
        self.visit(|joint, bodies| joint.prepare(bodies, dt));
        self.bodies.iter_mut().for_each(|body| body.accelerate(gravity, dt));
        self.visit(|joint, bodies| {
            joint.warm_start(bodies);
            Outcome::Holds
        });
        for _ in 0..self.velocity_iterations {
            self.visit(|joint, bodies| joint.correct_velocity(bodies));
        }
        self.bodies.iter_mut().for_each(|body| body.advance(dt));
        for _ in 0..self.position_iterations {
            self.visit(|joint, bodies| joint.correct_position(bodies));
        }
    }

    /// Multiplies each number that a step begins with by what is next.
    pub(crate) fn nudge(&mut self, mut next: impl FnMut() -> f64) {
        self.bodies.iter_mut().flat_map(Body::numbers_mut).for_each(|number| *number *= next());
        self.joints.iter_mut().flat_map(|joint| &mut joint.base_mut().lambda).for_each(|number| *number *= next());
    }

    /// Removes the joints that break, and forgets their impulses.
    fn visit(&mut self, mut act: impl FnMut(&mut dyn Step, &mut [Body]) -> Outcome) {
        let Self { bodies, joints, live, .. } = self;
        live.retain(|&joint| {
            let joint = &mut *joints[joint];
            let outcome = act(joint, bodies);
            if outcome == Outcome::Breaks {
                joint.base_mut().lambda.fill(0.0);
            }
            outcome == Outcome::Holds
        });
    }

    /// The states of `bodies`, and what each joint accumulated.
    pub(crate) fn numbers(&self, bodies: &[usize]) -> Numbers {
        let states = bodies.iter().map(|&body| {
            let Body { pose, velocity, .. } = &self.bodies[body];
            [pose.x, pose.y, pose.angle, velocity.x, velocity.y, velocity.angular]
        });
        numbers(states, self.joints.iter().map(|joint| joint.base().lambda.as_slice()))
    }
}
