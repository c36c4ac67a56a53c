//! Nape's space: the order of a step.

use super::body::Body;
use super::joint::{Base, Outcome, Step};
use super::joints;
use crate::oracle::Run;

pub(crate) struct Space {
    dt: f64,
    gravity: [f64; 2],
    velocity_iterations: usize,
    position_iterations: usize,
    pub(crate) bodies: Vec<Body>,
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

    /// Removes the joints that break, and forgets their impulses.
    fn visit(&mut self, mut act: impl FnMut(&mut dyn Step, &mut [Body]) -> Outcome) {
        let Self { bodies, joints, live, .. } = self;
        live.retain(|&joint| {
            let joint = &mut *joints[joint];
            let outcome = act(joint, bodies);
            if outcome == Outcome::Breaks {
                joint.base().lambda.fill(0.0);
            }
            outcome == Outcome::Holds
        });
    }

    /// The accumulated impulses of a joint.
    pub(crate) fn lambda(&mut self, joint: usize) -> &[f64] {
        let base: &Base = self.joints[joint].base();
        &base.lambda
    }
}
