//! A step of Chipmunk: positions by the old velocities; what joints make of the poses, springs pushing at once; damping and
//! gravity; last step's impulses; iterations over the joints.

use constraint_core::joints::{
    AngleJoint, DampedRotarySpring, DampedSpring, DistanceJoint, MotorJoint, PivotJoint, RatchetJoint,
};
use constraint_core::{MassProperties, Pose, Vec2, Velocity};

use super::clamp::Reach;
use super::pair::{Body, Pair};
use super::point::Point;
use super::row::{Ratchet, Row, Rule};
use super::spring::{Law, Spring};
use crate::oracle::{self, Kind, Run};

/// A joint as the engine steps it.
pub(super) trait Joint {
    /// What depends on the poses.
    fn pre_step(&mut self, bodies: &mut [Body], dt: f64);
    /// Begins with last step's impulse.
    fn apply_cached(&mut self, bodies: &mut [Body]);
    fn iterate(&mut self, bodies: &mut [Body], dt: f64);
    /// What was accumulated in the step.
    fn impulse(&self) -> Vec<f64>;
}

pub(super) struct Space<'a> {
    run: &'a Run,
    bodies: Vec<Body>,
    joints: Vec<Box<dyn Joint>>,
    order: Vec<usize>,
}

impl<'a> Space<'a> {
    pub(super) fn new(run: &'a Run) -> Self {
        let bodies: Vec<_> = run.bodies.iter().map(body).collect();
        let joints = run.joints.iter().map(|it| joint(it, &bodies)).collect();
        let order = run.solve_order.clone().unwrap_or_else(|| (0..run.joints.len()).collect());
        Self { run, bodies, joints, order }
    }

    pub(super) fn step(&mut self) {
        let Self { run, bodies, joints, order } = self;
        let dt = run.dt;
        for body in bodies.iter_mut().filter(|body| body.kind != Kind::Static) {
            let Body { pose, velocity, .. } = body;
            *pose = Pose::new(pose.x + velocity.x * dt, pose.y + velocity.y * dt, pose.angle + velocity.angular * dt);
        }
        for &joint in &*order {
            joints[joint].pre_step(bodies, dt);
        }
        let left = run.damping.powf(dt);
        for body in bodies.iter_mut().filter(|body| body.kind == Kind::Dynamic) {
            let Velocity { x, y, angular } = body.velocity;
            let [gravity_x, gravity_y] = run.gravity;
            body.velocity =
                Velocity { x: x * left + gravity_x * dt, y: y * left + gravity_y * dt, angular: angular * left };
        }
        for &joint in &*order {
            joints[joint].apply_cached(bodies);
        }
        for _ in 0..run.iterations {
            for &joint in &*order {
                joints[joint].iterate(bodies, dt);
            }
        }
    }

    /// The bodies that the run shows.
    pub(super) fn states(&self) -> Vec<[f64; 6]> {
        let state = |&body: &usize| {
            let Body { pose, velocity, .. } = self.bodies[body];
            [pose.x, pose.y, pose.angle, velocity.x, velocity.y, velocity.angular]
        };
        self.run.state_bodies.iter().map(state).collect()
    }

    pub(super) fn impulses(&self) -> Vec<Vec<f64>> {
        self.joints.iter().map(|joint| joint.impulse()).collect()
    }
}

fn body(body: &oracle::Body) -> Body {
    Body {
        kind: body.kind,
        pose: Pose::new(body.x, body.y, body.angle),
        velocity: Velocity { x: body.vx, y: body.vy, angular: body.w },
        mass: MassProperties { inverse_mass: body.inverse_mass(), inverse_inertia: body.inverse_inertia() },
    }
}

/// The generated joint that Chipmunk's is, under the engine's rules.
fn joint(joint: &oracle::Joint, bodies: &[Body]) -> Box<dyn Joint> {
    let (held, reach) = ([joint.a, joint.b], Reach::new(joint));
    let vector = |name| Vec2::from_array(joint.numbers(name));
    let distance = |lower, upper| {
        let (local_anchor_a, local_anchor_b) = (vector("anchor_a"), vector("anchor_b"));
        Pair::new(DistanceJoint { local_anchor_a, local_anchor_b, lower, upper }, held)
    };
    let angle = |ratio, lower, upper| Pair::new(AngleJoint { ratio, lower, upper }, held);
    let number = |name| joint.number(name);
    match joint.kind.as_str() {
        "PinJoint" => {
            let [at_creation] = distance(0.0, f64::INFINITY).position(bodies);
            let length = if joint.has("distance") { number("distance") } else { at_creation };
            Box::new(Row::new(distance(length, length), Rule::Pin, reach))
        }
        "SlideJoint" => Box::new(Row::new(distance(joint.lower("min"), joint.upper("max")), Rule::Slide, reach)),
        "PivotJoint" => {
            let pivot = PivotJoint { local_anchor_a: vector("anchor_a"), local_anchor_b: vector("anchor_b") };
            Box::new(Point::pivot(pivot, held, reach))
        }
        "GrooveJoint" => {
            let ends = [vector("groove_a"), vector("groove_b")];
            Box::new(Point::groove(ends, vector("anchor_b"), held, reach))
        }
        "DampedSpring" => {
            let (stiffness, damping, rest_length) = (number("stiffness"), number("damping"), number("rest_length"));
            let (local_anchor_a, local_anchor_b) = (vector("anchor_a"), vector("anchor_b"));
            let spring = DampedSpring { local_anchor_a, local_anchor_b, rest_length, stiffness, damping };
            let length = distance(0.0, f64::INFINITY);
            Box::new(Spring::new(Pair::new(spring, held), Law { stiffness, damping, length: Some(length) }, reach))
        }
        "DampedRotarySpring" => {
            let (stiffness, damping) = (number("stiffness"), number("damping"));
            // The engine counts this angle, and no other, from the second body to the first.
            let spring = DampedRotarySpring { rest_angle: -number("rest_angle"), stiffness, damping };
            Box::new(Spring::new(Pair::new(spring, held), Law { stiffness, damping, length: None }, reach))
        }
        "RotaryLimitJoint" => Box::new(Row::new(angle(1.0, joint.lower("min"), joint.upper("max")), Rule::Stop, reach)),
        "RatchetJoint" => {
            let [at_creation] = angle(1.0, 0.0, 0.0).position(bodies);
            let tooth = if joint.has("initial_angle") { number("initial_angle") } else { at_creation };
            let ratchet = RatchetJoint { pitch: number("ratchet"), tooth };
            Box::new(Ratchet::new(held, reach, ratchet, number("phase")))
        }
        "GearJoint" => {
            let (ratio, phase) = (number("ratio"), number("phase"));
            Box::new(Row::new(angle(ratio, phase, phase), Rule::Hold { ratio }, reach))
        }
        "SimpleMotor" => {
            let motor = MotorJoint { ratio: 1.0, rate: -number("rate"), max_torque: reach.max_force };
            Box::new(Row::new(Pair::new(motor, held), Rule::Hold { ratio: 1.0 }, reach))
        }
        unknown => panic!("Chipmunk has no joint `{unknown}`"),
    }
}
