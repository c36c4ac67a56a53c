//! The joints along a line: distance, prismatic and wheel joint, row by row as Box2D solves them.

use constraint_core::Wrench;
use constraint_core::joints::{DistanceJoint, PrismaticJoint, StrutJoint, WheelJoint};

use super::engine::Solver;
use super::float::{Float, held};
use super::generated::{Fault, Generated, Pair};
use super::parameters::{Frames, force_if, length, lengths, limits, number, spring};
use super::solve::{Block, Bounds, Foresight, Pull, Substep, free, infinity, real, soft, within};
use crate::oracle::Joint;

/// A distance joint without a spring, or between equal limits: one rigid row.
pub(super) struct Rod<S> {
    rows: Generated<DistanceJoint>,
    mass: S,
    lambda: S,
}

impl<S: Float> Rod<S> {
    pub(super) fn new(recorded: &Joint, fault: Option<Fault>) -> Self {
        let [local_anchor_a, local_anchor_b] = Frames::of(recorded).anchors;
        let length = length(recorded);
        let joint = DistanceJoint { local_anchor_a, local_anchor_b, lower: length, upper: length };
        Self { rows: Generated::new(joint, fault), mass: S::ZERO, lambda: S::ZERO }
    }
}

impl<S: Float> Solver<S> for Rod<S> {
    fn prepare(&mut self, pair: &Pair<S>) {
        self.mass = self.rows.mass(pair, 0);
    }

    fn warm_start(&self, pair: &mut Pair<S>) {
        self.rows.warm_start(pair, |_| self.lambda);
    }

    fn solve(&mut self, pair: &mut Pair<S>, step: &Substep<S>) {
        let error = self.rows.position(pair, 0) - self.rows.limits(0).lower;
        let pull = Pull { error, pass: step.pass(), bounds: free() };
        self.rows.solve_row(pair, 0, self.mass, pull, &mut self.lambda);
    }

    fn reported(&self, pair: &Pair<S>) -> Wrench<S> {
        self.rows.impulse(pair, |_| self.lambda)[1]
    }
}

/// A distance joint with its spring on. Rows 0 the spring, 1 the motor, 2 the limits.
pub(super) struct Strut<S> {
    rows: Generated<StrutJoint>,
    joint: StrutJoint,
    /// The motor and the limits. The spring is on if it has a frequency.
    switches: [bool; 2],
    spring_forces: Bounds<S>,
    masses: [S; 3],
    spring: S,
    motor: S,
    limits: [S; 2],
}

impl<S: Float> Strut<S> {
    /// Whether the joint is one: else it is a [`Rod`].
    pub(super) fn is(recorded: &Joint) -> bool {
        let [lower, upper] = lengths(recorded);
        recorded.flag("enable_spring") && (lower < upper || !recorded.flag("enable_limit"))
    }

    pub(super) fn new(recorded: &Joint, fault: Option<Fault>) -> Self {
        let [local_anchor_a, local_anchor_b] = Frames::of(recorded).anchors;
        let [lower, upper] = lengths(recorded);
        let switches = ["enable_motor", "enable_limit"].map(|name| recorded.flag(name));
        let joint = StrutJoint {
            local_anchor_a,
            local_anchor_b,
            length: length(recorded),
            spring: spring(recorded, "hertz", "damping_ratio"),
            motor_speed: number(recorded, "motor_speed"),
            max_motor_force: force_if(switches[0], recorded.upper("max_motor")),
            lower,
            upper,
        };
        let zero = S::ZERO;
        Self {
            rows: Generated::new(joint, fault),
            joint,
            switches,
            spring_forces: [held(recorded.lower("lower_spring_force")), held(recorded.upper("upper_spring_force"))],
            masses: [zero; 3],
            spring: zero,
            motor: zero,
            limits: [zero; 2],
        }
    }

    fn lambda(&self, row: usize) -> S {
        [self.spring, self.motor, self.limits[0] - self.limits[1]][row]
    }
}

impl<S: Float> Solver<S> for Strut<S> {
    fn prepare(&mut self, pair: &Pair<S>) {
        self.masses = [0, 1, 2].map(|row| self.rows.mass(pair, row));
    }

    fn warm_start(&self, pair: &mut Pair<S>) {
        self.rows.warm_start(pair, |row| self.lambda(row));
    }

    fn solve(&mut self, pair: &mut Pair<S>, step: &Substep<S>) {
        if self.joint.spring.hertz > 0.0 {
            let pull = Pull {
                error: self.rows.position(pair, 0),
                pass: soft(self.joint.spring, step.h),
                bounds: self.spring_forces.map(|force| force * step.h),
            };
            self.rows.solve_row(pair, 0, self.masses[0], pull, &mut self.spring);
        }
        if self.switches[0] {
            let bounds = within(real(self.joint.max_motor_force), step.h);
            self.rows.solve_motor(pair, 1, self.masses[1], bounds, &mut self.motor);
        }
        if self.switches[1] {
            self.rows.solve_limits(pair, 2, self.masses[2], (step, Foresight::unbounded()), &mut self.limits);
        }
    }

    fn reported(&self, pair: &Pair<S>) -> Wrench<S> {
        self.rows.impulse(pair, |row| self.lambda(row))[1]
    }
}

/// Rows 0 the spring, 1 the motor, 2 the limits, 3 the line, 4 the angle.
pub(super) struct Prismatic<S> {
    rows: Generated<PrismaticJoint>,
    joint: PrismaticJoint,
    switches: [bool; 3],
    spring: S,
    motor: S,
    limits: [S; 2],
    slide: [S; 2],
}

impl<S: Float> Prismatic<S> {
    pub(super) fn new(recorded: &Joint, fault: Option<Fault>) -> Self {
        let frames = Frames::of(recorded);
        let [lower, upper] = limits(recorded);
        let switches = ["enable_spring", "enable_motor", "enable_limit"].map(|name| recorded.flag(name));
        let joint = PrismaticJoint {
            local_anchor_a: frames.anchors[0],
            local_anchor_b: frames.anchors[1],
            local_axis_a: frames.axis,
            reference_angle: frames.reference_angle,
            target_translation: number(recorded, "target_translation"),
            spring: spring(recorded, "hertz", "damping_ratio"),
            motor_speed: number(recorded, "motor_speed"),
            max_motor_force: force_if(switches[1], recorded.upper("max_motor")),
            lower,
            upper,
        };
        let zero = S::ZERO;
        let rows = Generated::new(joint, fault);
        Self { rows, joint, switches, spring: zero, motor: zero, limits: [zero; 2], slide: [zero; 2] }
    }

    fn lambda(&self, row: usize) -> S {
        [self.spring, self.motor, self.limits[0] - self.limits[1], self.slide[0], self.slide[1]][row]
    }
}

impl<S: Float> Solver<S> for Prismatic<S> {
    fn prepare(&mut self, _: &Pair<S>) {}

    fn warm_start(&self, pair: &mut Pair<S>) {
        self.rows.warm_start(pair, |row| self.lambda(row));
    }

    fn solve(&mut self, pair: &mut Pair<S>, step: &Substep<S>) {
        let [springs, drives, stops] = self.switches;
        if springs {
            let mass = self.rows.mass(pair, 0);
            let error = self.rows.position(pair, 0);
            let pull = Pull { error, pass: soft(self.joint.spring, step.h), bounds: free() };
            self.rows.solve_row(pair, 0, mass, pull, &mut self.spring);
        }
        if drives {
            let mass = self.rows.mass(pair, 1);
            let bounds = within(real(self.joint.max_motor_force), step.h);
            self.rows.solve_motor(pair, 1, mass, bounds, &mut self.motor);
        }
        if stops {
            let mass = self.rows.mass(pair, 2);
            let limits = self.rows.limits::<S>(2);
            // A quarter of the way between the limits, and a gap of a metre at most.
            let foresight = Foresight { distance: S::from_f64(0.25) * (limits.upper - limits.lower), gap: S::ONE };
            self.rows.solve_limits(pair, 2, mass, (step, foresight), &mut self.limits);
        }
        let mut k = self.rows.effective_mass(pair, [3, 4]);
        if k[1][1] == S::ZERO {
            k[1][1] = S::ONE; // neither body turns
        }
        let error = [3, 4].map(|row| self.rows.position(pair, row));
        let most = infinity();
        let block = Block { rows: [3, 4], k, error, pass: step.pass(), most };
        self.rows.solve_block(pair, &block, &mut self.slide);
    }

    fn reported(&self, pair: &Pair<S>) -> Wrench<S> {
        let [_, on_b] = self.rows.impulse(pair, |row| if row == 0 { S::ZERO } else { self.lambda(row) });
        on_b
    }
}

/// Rows 0 the motor, 1 the spring, 2 the limits, 3 the line.
pub(super) struct Wheel<S> {
    rows: Generated<WheelJoint>,
    joint: WheelJoint,
    switches: [bool; 3],
    masses: [S; 4],
    motor: S,
    spring: S,
    limits: [S; 2],
    line: S,
}

impl<S: Float> Wheel<S> {
    pub(super) fn new(recorded: &Joint, fault: Option<Fault>) -> Self {
        let frames = Frames::of(recorded);
        let [lower, upper] = limits(recorded);
        let switches = ["enable_motor", "enable_spring", "enable_limit"].map(|name| recorded.flag(name));
        let joint = WheelJoint {
            local_anchor_a: frames.anchors[0],
            local_anchor_b: frames.anchors[1],
            local_axis_a: frames.axis,
            suspension: spring(recorded, "hertz", "damping_ratio"),
            motor_speed: number(recorded, "motor_speed"),
            max_motor_torque: force_if(switches[0], recorded.upper("max_motor")),
            lower,
            upper,
        };
        let (zero, rows) = (S::ZERO, Generated::new(joint, fault));
        Self { rows, joint, switches, masses: [zero; 4], motor: zero, spring: zero, limits: [zero; 2], line: zero }
    }

    fn lambda(&self, row: usize) -> S {
        [self.motor, self.spring, self.limits[0] - self.limits[1], self.line][row]
    }
}

impl<S: Float> Solver<S> for Wheel<S> {
    fn prepare(&mut self, pair: &Pair<S>) {
        self.masses = [0, 1, 2, 3].map(|row| self.rows.mass(pair, row));
    }

    fn warm_start(&self, pair: &mut Pair<S>) {
        self.rows.warm_start(pair, |row| self.lambda(row));
    }

    fn solve(&mut self, pair: &mut Pair<S>, step: &Substep<S>) {
        let turns = pair.masses[0].inverse_inertia + pair.masses[1].inverse_inertia > S::ZERO;
        let [drives, springs, stops] = self.switches;
        if drives && turns {
            let bounds = within(real(self.joint.max_motor_torque), step.h);
            self.rows.solve_motor(pair, 0, self.masses[0], bounds, &mut self.motor);
        }
        if springs {
            let error = self.rows.position(pair, 1);
            let pull = Pull { error, pass: soft(self.joint.suspension, step.h), bounds: free() };
            self.rows.solve_row(pair, 1, self.masses[1], pull, &mut self.spring);
        }
        if stops {
            self.rows.solve_limits(pair, 2, self.masses[2], (step, Foresight::unbounded()), &mut self.limits);
        }
        let pull = Pull { error: self.rows.position(pair, 3), pass: step.pass(), bounds: free() };
        self.rows.solve_row(pair, 3, self.masses[3], pull, &mut self.line);
    }

    fn reported(&self, pair: &Pair<S>) -> Wrench<S> {
        self.rows.impulse(pair, |row| self.lambda(row))[1]
    }
}
