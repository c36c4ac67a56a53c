//! A world with a mechanism in it, and what is measured of it beside its exact motion.

use std::time::Instant;

use constraint_core::prelude::*;
use constraint_core::{Constraint, Real};

use crate::oracle::{MassAndInertia, Motion, Pair, State};

pub type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The length of a step: a frame of a game, s.
pub const DT: f64 = 1.0 / 60.0;

/// A world, with its bodies in the order of the exact motion.
pub struct Mechanism {
    pub world: World,
    pub ground: BodyId,
    pub bodies: Vec<BodyId>,
    torques: Vec<Torque>,
    joint_errors: Vec<Reading>,
}

/// Reads a joint, whatever its type.
type Reading = Box<dyn Fn(&World) -> Result<f64>>;

/// A constant torque, and from where it has turned its body.
struct Torque {
    body: BodyId,
    value: f64,
    initial_angle: f64,
}

impl Mechanism {
    /// An empty world with a ground.
    pub fn new(gravity: Pair, substeps: u32) -> Result<Self> {
        let mut world = World::new();
        world.set_gravity(vector(gravity))?;
        world.set_substeps(substeps)?;
        let ground = world.add_body(Body::fixed())?;
        Ok(Self { world, ground, bodies: Vec::new(), torques: Vec::new(), joint_errors: Vec::new() })
    }

    /// Adds a moving body in a given state.
    pub fn add_body(&mut self, body: MassAndInertia, [x, y, angle, vx, vy, w]: State) -> Result<BodyId> {
        let body = Body::dynamic(scalar(body.mass), scalar(body.inertia))
            .at(vector([x, y]))
            .rotated(scalar(angle))
            .moving(vector([vx, vy]))
            .spinning(scalar(w));
        let id = self.world.add_body(body)?;
        self.bodies.push(id);
        Ok(id)
    }

    /// Adds a joint, of any type, and keeps an eye on its position error.
    pub fn join<J: Constraint>(&mut self, bodies: J::Bodies<BodyId>, joint: J) -> Result<()> {
        let id = self.world.add_joint(bodies, joint)?;
        self.joint_errors.push(Box::new(move |world| {
            let rows = world.position_error(id)?;
            Ok(rows.as_ref().iter().map(|&row| real(row).abs()).fold(0.0, f64::max))
        }));
        Ok(())
    }

    /// Drives a body by a constant torque, N·m.
    pub fn drive(&mut self, body: BodyId, torque: f64) -> Result<()> {
        self.world.body_mut(body)?.set_torque(scalar(torque))?;
        let initial_angle = real(self.world.body(body)?.state().angle);
        self.torques.push(Torque { body, value: torque, initial_angle });
        Ok(())
    }

    /// The state of each body.
    pub fn states(&self) -> Result<Vec<State>> {
        let state = |&body: &BodyId| -> Result<State> {
            let s = self.world.body(body)?.state();
            let (x, v) = (s.position, s.linear_velocity);
            Ok([x.x, x.y, s.angle, v.x, v.y, s.angular_velocity].map(real))
        };
        self.bodies.iter().map(state).collect()
    }

    /// The largest position error among all rows of all joints: m or rad.
    pub fn joint_error(&self) -> Result<f64> {
        self.joint_errors.iter().try_fold(0.0, |largest: f64, error| Ok(largest.max(error(&self.world)?)))
    }

    /// The energy, less the work that the torques have done: what does not change in the exact motion, J.
    pub fn balance(&self) -> Result<f64> {
        let mut energy = real(self.world.energy());
        for torque in &self.torques {
            energy -= torque.value * (real(self.world.body(torque.body)?.state().angle) - torque.initial_angle);
        }
        Ok(energy)
    }
}

/// A run of a mechanism beside its exact motion.
pub struct Run {
    pub substeps: u32,
    /// After each step, and before the first.
    pub frames: Vec<Frame>,
    /// At each sample of the exact motion: the largest difference among all columns of all bodies, in m, rad, m/s, rad/s.
    pub state_error: Vec<f64>,
    /// The median, ms.
    pub step_time: f64,
}

/// What is kept of a step.
pub struct Frame {
    pub states: Vec<State>,
    pub joint_error: f64,
    pub energy_drift: f64,
}

impl Run {
    /// Runs `mechanism` to the last sample of `motion`, or the last before `horizon`.
    pub fn record(mut mechanism: Mechanism, substeps: u32, motion: &Motion, horizon: f64) -> Result<Self> {
        let energy = mechanism.balance()?;
        let frame = |mechanism: &Mechanism| -> Result<Frame> {
            Ok(Frame {
                states: mechanism.states()?,
                joint_error: mechanism.joint_error()?,
                energy_drift: mechanism.balance()? - energy,
            })
        };
        let (mut frames, mut state_error, mut times) = (vec![frame(&mechanism)?], Vec::new(), Vec::new());
        for (&t, exact) in motion.t.iter().zip(&motion.states).take_while(|&(&t, _)| t <= horizon + 0.5 * DT) {
            while DT * count(frames.len()) < t + 0.5 * DT {
                let start = Instant::now();
                mechanism.world.step(scalar(DT))?;
                times.push(start.elapsed().as_secs_f64() * 1e3);
                frames.push(frame(&mechanism)?);
            }
            let states = &frames[frames.len() - 1].states;
            state_error.push(states.iter().zip(exact).map(difference).fold(0.0, f64::max));
        }
        times.sort_by(f64::total_cmp);
        let step_time = times.get(times.len() / 2).copied().unwrap_or_default();
        Ok(Self { substeps, frames, state_error, step_time })
    }

    /// The largest difference from the exact motion.
    pub fn largest_state_error(&self) -> f64 {
        self.state_error.iter().copied().fold(0.0, f64::max)
    }

    /// The largest position error of a joint.
    pub fn largest_joint_error(&self) -> f64 {
        self.frames.iter().map(|frame| frame.joint_error).fold(0.0, f64::max)
    }

    /// The largest error of the energy.
    pub fn largest_energy_drift(&self) -> f64 {
        self.frames.iter().map(|frame| frame.energy_drift.abs()).fold(0.0, f64::max)
    }
}

fn difference((ours, exact): (&State, &State)) -> f64 {
    ours.iter().zip(exact).map(|(ours, exact)| (ours - exact).abs()).fold(0.0, f64::max)
}

/// Into the world's scalar.
pub fn scalar(value: f64) -> Scalar {
    Scalar::from_f64(value)
}

/// Into the world's vector.
pub fn vector([x, y]: Pair) -> Vec2 {
    Vec2::new(scalar(x), scalar(y))
}

/// Out of the world's scalar.
#[allow(clippy::useless_conversion)] // not where the scalar is f32
pub fn real(value: Scalar) -> f64 {
    value.into()
}

#[allow(clippy::cast_precision_loss)] // a few hundred frames
fn count(n: usize) -> f64 {
    n as f64
}
