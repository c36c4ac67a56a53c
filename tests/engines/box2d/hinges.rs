//! The joints that hold points together: revolute, weld and motor joint, row by row as Box2D solves them.

use constraint_core::joints::{DriveJoint, RevoluteJoint, WeldJoint};
use constraint_core::{Pass, Softness, Vec2, Wrench};

use super::engine::Solver;
use super::float::{Float, unwound};
use super::generated::{Fault, Generated, Pair};
use super::parameters::{Frames, force_if, limits, number, scalar, spring};
use super::solve::{Block, Foresight, Pull, Substep, free, infinity, real, soft, within};
use crate::oracle::Joint;

/// Rows 0 the spring, 1 the motor, 2 the limits, 3 and 4 the point.
pub(super) struct Revolute<S> {
    rows: Generated<RevoluteJoint>,
    joint: RevoluteJoint,
    switches: [bool; 3],
    spring: S,
    motor: S,
    limits: [S; 2],
    point: [S; 2],
}

impl<S: Float> Revolute<S> {
    pub(super) fn new(recorded: &Joint, fault: Option<Fault>) -> Self {
        let frames = Frames::of(recorded);
        let [lower, upper] = limits(recorded);
        let switches = ["enable_spring", "enable_motor", "enable_limit"].map(|name| recorded.flag(name));
        let half = scalar(core::f64::consts::PI);
        let joint = RevoluteJoint {
            local_anchor_a: frames.anchors[0],
            local_anchor_b: frames.anchors[1],
            reference_angle: frames.reference_angle,
            target_angle: number(recorded, "target_angle").clamp(-half, half),
            spring: spring(recorded, "hertz", "damping_ratio"),
            motor_speed: number(recorded, "motor_speed"),
            max_motor_torque: force_if(switches[1], recorded.upper("max_motor")),
            lower,
            upper,
        };
        let zero = S::ZERO;
        let rows = Generated::new(joint, fault);
        Self { rows, joint, switches, spring: zero, motor: zero, limits: [zero; 2], point: [zero; 2] }
    }

    fn lambda(&self, row: usize) -> S {
        [self.spring, self.motor, self.limits[0] - self.limits[1], self.point[0], self.point[1]][row]
    }
}

impl<S: Float> Solver<S> for Revolute<S> {
    fn prepare(&mut self, _: &Pair<S>) {}

    fn warm_start(&self, pair: &mut Pair<S>) {
        self.rows.warm_start(pair, |row| self.lambda(row));
    }

    fn solve(&mut self, pair: &mut Pair<S>, step: &Substep<S>) {
        let turns = pair.masses[0].inverse_inertia + pair.masses[1].inverse_inertia > S::ZERO;
        let [springs, drives, stops] = self.switches.map(|on| on && turns);
        if springs {
            let mass = self.rows.mass(pair, 0);
            let error = unwound(self.rows.position(pair, 0));
            let pull = Pull { error, pass: soft(self.joint.spring, step.h), bounds: free() };
            self.rows.solve_row(pair, 0, mass, pull, &mut self.spring);
        }
        if drives {
            let mass = self.rows.mass(pair, 1);
            let bounds = within(real(self.joint.max_motor_torque), step.h);
            self.rows.solve_motor(pair, 1, mass, bounds, &mut self.motor);
        }
        if stops {
            let mass = self.rows.mass(pair, 2);
            self.rows.solve_limits(pair, 2, mass, (step, Foresight::unbounded()), &mut self.limits);
        }
        let block = Block {
            rows: [3, 4],
            k: self.rows.effective_mass(pair, [3, 4]),
            error: [3, 4].map(|row| self.rows.position(pair, row)),
            pass: step.pass(),
            most: infinity(),
        };
        self.rows.solve_block(pair, &block, &mut self.point);
    }

    fn reported(&self, pair: &Pair<S>) -> Wrench<S> {
        let [_, on_b] = self.rows.impulse(pair, |row| if row == 0 { S::ZERO } else { self.lambda(row) });
        on_b
    }
}

/// Rows 0 and 1 the point, 2 the angle, which is solved first.
pub(super) struct Weld<S> {
    rows: Generated<WeldJoint>,
    linear: Softness,
    angular: Softness,
    point: [S; 2],
    angle: S,
}

impl<S: Float> Weld<S> {
    pub(super) fn new(recorded: &Joint, fault: Option<Fault>) -> Self {
        let Frames { anchors: [local_anchor_a, local_anchor_b], reference_angle, .. } = Frames::of(recorded);
        Self {
            rows: Generated::new(WeldJoint { local_anchor_a, local_anchor_b, reference_angle }, fault),
            linear: spring(recorded, "linear_hertz", "linear_damping_ratio"),
            angular: spring(recorded, "angular_hertz", "angular_damping_ratio"),
            point: [S::ZERO; 2],
            angle: S::ZERO,
        }
    }

    fn lambda(&self, row: usize) -> S {
        [self.point[0], self.point[1], self.angle][row]
    }
}

/// A spring, in every pass, or a rigid row where it has no frequency.
fn soft_or_rigid<S: Float>(softness: Softness, step: &Substep<S>) -> Pass<S> {
    if softness.hertz > 0.0 { soft(softness, step.h) } else { step.pass() }
}

impl<S: Float> Solver<S> for Weld<S> {
    fn prepare(&mut self, _: &Pair<S>) {}

    fn warm_start(&self, pair: &mut Pair<S>) {
        self.rows.warm_start(pair, |row| self.lambda(row));
    }

    fn solve(&mut self, pair: &mut Pair<S>, step: &Substep<S>) {
        let mass = self.rows.mass(pair, 2);
        let error = self.rows.position(pair, 2);
        let pull = Pull { error, pass: soft_or_rigid(self.angular, step), bounds: free() };
        self.rows.solve_row(pair, 2, mass, pull, &mut self.angle);
        let block = Block {
            rows: [0, 1],
            k: self.rows.effective_mass(pair, [0, 1]),
            error: [0, 1].map(|row| self.rows.position(pair, row)),
            pass: soft_or_rigid(self.linear, step),
            most: infinity(),
        };
        self.rows.solve_block(pair, &block, &mut self.point);
    }

    fn reported(&self, pair: &Pair<S>) -> Wrench<S> {
        self.rows.impulse(pair, |row| self.lambda(row))[1]
    }
}

/// Rows 0 the angle's spring, 1 its rate, 2 and 3 the point's spring, 4 and 5 its rate.
pub(super) struct Drive<S> {
    rows: Generated<DriveJoint>,
    joint: DriveJoint,
    /// K of the rate's rows: of the step's beginning, or newer if there is a spring.
    k: [[S; 2]; 2],
    angular: [S; 2],
    spring: [S; 2],
    rate: [S; 2],
}

impl<S: Float> Drive<S> {
    pub(super) fn new(recorded: &Joint, fault: Option<Fault>) -> Self {
        let frames = Frames::of(recorded);
        let [x, y] = recorded.numbers("linear_velocity");
        let joint = DriveJoint {
            local_anchor_a: frames.anchors[0],
            local_anchor_b: frames.anchors[1],
            reference_angle: frames.reference_angle,
            angular_spring: spring(recorded, "angular_hertz", "angular_damping_ratio"),
            max_spring_torque: scalar(recorded.upper("max_spring_torque")),
            angular_velocity: number(recorded, "angular_velocity"),
            max_velocity_torque: scalar(recorded.upper("max_velocity_torque")),
            linear_spring: spring(recorded, "linear_hertz", "linear_damping_ratio"),
            max_spring_force: scalar(recorded.upper("max_spring_force")),
            linear_velocity: Vec2::new(scalar(x), scalar(y)),
            max_velocity_force: scalar(recorded.upper("max_velocity_force")),
        };
        let zero = [S::ZERO; 2];
        let rows = Generated::new(joint, fault);
        Self { rows, joint, k: [zero; 2], angular: zero, spring: zero, rate: zero }
    }

    fn lambda(&self, row: usize) -> S {
        [self.angular, self.spring, self.rate].concat()[row]
    }
}

impl<S: Float> Solver<S> for Drive<S> {
    fn prepare(&mut self, pair: &Pair<S>) {
        self.k = self.rows.effective_mass(pair, [4, 5]);
    }

    fn warm_start(&self, pair: &mut Pair<S>) {
        self.rows.warm_start(pair, |row| self.lambda(row));
    }

    fn solve(&mut self, pair: &mut Pair<S>, step: &Substep<S>) {
        let joint = &self.joint;
        if joint.max_spring_torque > 0.0 && joint.angular_spring.hertz > 0.0 {
            let mass = self.rows.mass(pair, 0);
            let pull = Pull {
                error: self.rows.position(pair, 0),
                pass: soft(joint.angular_spring, step.h),
                bounds: within(real(joint.max_spring_torque), step.h),
            };
            self.rows.solve_row(pair, 0, mass, pull, &mut self.angular[0]);
        }
        if joint.max_velocity_torque > 0.0 {
            let mass = self.rows.mass(pair, 1);
            let bounds = within(real(joint.max_velocity_torque), step.h);
            self.rows.solve_motor(pair, 1, mass, bounds, &mut self.angular[1]);
        }
        if joint.max_spring_force > 0.0 && joint.linear_spring.hertz > 0.0 {
            let block = Block {
                rows: [2, 3],
                k: self.rows.effective_mass(pair, [2, 3]),
                error: [2, 3].map(|row| self.rows.position(pair, row)),
                pass: soft(joint.linear_spring, step.h),
                most: step.h * real(joint.max_spring_force),
            };
            self.rows.solve_block(pair, &block, &mut self.spring);
            self.k = self.rows.effective_mass(pair, [4, 5]);
        }
        if joint.max_velocity_force > 0.0 {
            let block = Block {
                rows: [4, 5],
                k: self.k,
                error: [S::ZERO; 2],
                pass: Pass::relax(),
                most: step.h * real(joint.max_velocity_force),
            };
            self.rows.solve_block(pair, &block, &mut self.rate);
        }
    }

    fn reported(&self, pair: &Pair<S>) -> Wrench<S> {
        self.rows.impulse(pair, |row| self.lambda(row))[1]
    }
}
