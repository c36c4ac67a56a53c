//! A world that is stepped as Box2D steps its own: sub-steps with soft joints, then a relaxing pass, in the order of a
//! colouring of the joints.
//!
//! Everything here is the engine's manner of stepping. What a joint holds comes from [`Generated`](super::generated).

use constraint_core::joints::{
    DistanceJoint, DriveJoint, PrismaticJoint, RevoluteJoint, StrutJoint, WeldJoint, WheelJoint,
};
use constraint_core::{Constraint, MassProperties, Pass, Pose, Softness, Velocity, Wrench};

use super::colors;
use super::float::{Float, Noise, Turn, held, rounded};
use super::generated::{Fault, Pair};
use super::hinges::{Drive, Revolute, Weld};
use super::parameters::{number, scalar};
use super::slides::{Prismatic, Rod, Strut, Wheel};
use super::solve::{Substep, soft};
use crate::oracle::{Body as RecordedBody, Joint as RecordedJoint, Kind, Run};

/// The greatest speed of a body, m/s.
const MAX_SPEED: f64 = 400.0;
/// The greatest turn of a body in a step, rad.
const MAX_ROTATION: f64 = 0.25 * core::f64::consts::PI;

/// How the engine solves one type of joint.
pub(super) trait Solver<S: Float> {
    /// At the beginning of a step.
    fn prepare(&mut self, pair: &Pair<S>);
    /// Applies the impulses of the sub-step before.
    fn warm_start(&self, pair: &mut Pair<S>);
    /// One pass over the rows.
    fn solve(&mut self, pair: &mut Pair<S>, step: &Substep<S>);
    /// The impulse on the second body that the engine reports: not always of all rows.
    fn reported(&self, pair: &Pair<S>) -> Wrench<S>;
}

fn solver<S: Float>(joint: &RecordedJoint, fault: Option<Fault>) -> Box<dyn Solver<S>> {
    match joint.kind.as_str() {
        "RevoluteJoint" => Box::new(Revolute::new(joint, fault)),
        "WeldJoint" => Box::new(Weld::new(joint, fault)),
        "MotorJoint" => Box::new(Drive::new(joint, fault)),
        "DistanceJoint" if Strut::<S>::is(joint) => Box::new(Strut::new(joint, fault)),
        "DistanceJoint" => Box::new(Rod::new(joint, fault)),
        "PrismaticJoint" => Box::new(Prismatic::new(joint, fault)),
        "WheelJoint" => Box::new(Wheel::new(joint, fault)),
        other => panic!("no joint of Box2D: {other}"),
    }
}

/// The struct that a recorded joint is solved by, and how many rows it has.
pub(super) fn anatomy(joint: &RecordedJoint) -> (&'static str, usize) {
    match joint.kind.as_str() {
        "RevoluteJoint" => ("RevoluteJoint", RevoluteJoint::ROWS),
        "WeldJoint" => ("WeldJoint", WeldJoint::ROWS),
        "MotorJoint" => ("DriveJoint", DriveJoint::ROWS),
        "DistanceJoint" if Strut::<f32>::is(joint) => ("StrutJoint", StrutJoint::ROWS),
        "DistanceJoint" => ("DistanceJoint", DistanceJoint::ROWS),
        "PrismaticJoint" => ("PrismaticJoint", PrismaticJoint::ROWS),
        "WheelJoint" => ("WheelJoint", WheelJoint::ROWS),
        other => panic!("no joint of Box2D: {other}"),
    }
}

/// A body, with its movement since the step began.
struct Body<S> {
    mass: MassProperties<S>,
    is_dynamic: bool,
    /// Dynamic or kinematic.
    moves: bool,
    center: [S; 2],
    turn: Turn<S>,
    velocity: Velocity<S>,
    shift: [S; 2],
    extra_turn: Turn<S>,
}

impl<S: Float> Body<S> {
    fn new(body: &RecordedBody) -> Self {
        let inverse = |of: Option<f64>| match body.kind {
            Kind::Dynamic => S::from_f64(of.map_or(0.0, |it| if it > 0.0 { rounded(it).recip() } else { 0.0 }).into()),
            _ => S::ZERO,
        };
        let rate = |of: f64| if body.kind == Kind::Static { S::ZERO } else { held(of) };
        Self {
            mass: MassProperties { inverse_mass: inverse(body.mass), inverse_inertia: inverse(body.inertia) },
            is_dynamic: body.kind == Kind::Dynamic,
            moves: body.kind != Kind::Static,
            center: [held(body.x), held(body.y)],
            turn: Turn::by(body.angle),
            velocity: Velocity { x: rate(body.vx), y: rate(body.vy), angular: rate(body.w) },
            shift: [S::ZERO; 2],
            extra_turn: Turn::none(),
        }
    }

    fn now(&self) -> Turn<S> {
        self.extra_turn.after(self.turn)
    }

    fn move_on(&mut self, h: S, max_spin: S) {
        let Velocity { x, y, angular } = &mut self.velocity;
        let (speed_squared, max_speed) = (*x * *x + *y * *y, S::from_f64(MAX_SPEED));
        if speed_squared > max_speed * max_speed {
            let ratio = max_speed / speed_squared.sqrt();
            (*x, *y) = (ratio * *x, ratio * *y);
        }
        if *angular * *angular > max_spin * max_spin {
            *angular = *angular * (max_spin / angular.abs());
        }
        self.shift = [self.shift[0] + h * *x, self.shift[1] + h * *y];
        self.extra_turn = self.extra_turn.advanced(h * *angular);
    }

    fn finish_step(&mut self) {
        self.center = [self.center[0] + self.shift[0], self.center[1] + self.shift[1]];
        self.turn = self.now().normalized();
        (self.shift, self.extra_turn) = ([S::ZERO; 2], Turn::none());
    }
}

/// A joint between two bodies.
struct Link<S> {
    bodies: [usize; 2],
    /// The rotations of the joint's frames in their bodies.
    frames: [Turn<S>; 2],
    reference_angle: S,
    anchor_b: [S; 2],
    rigid: Pass<S>,
    solver: Box<dyn Solver<S>>,
}

/// A world of a recording.
pub(super) struct World<S> {
    bodies: Vec<Body<S>>,
    /// In the order of the recording.
    links: Vec<Link<S>>,
    /// The order in which the links are solved.
    order: Vec<usize>,
    gravity: [S; 2],
    substeps: usize,
    h: S,
    inverse_h: S,
    max_spin: S,
    noise: Noise,
}

impl<S: Float> World<S> {
    pub(super) fn new(run: &Run, fault: Option<Fault>, noise: Noise) -> Self {
        assert!((run.damping - 1.0).abs() < f64::EPSILON, "{}: a damping of the space, which Box2D has not", run.id);
        let substeps = u16::try_from(run.iterations.max(1)).expect("a sensible number of sub-steps");
        let (dt, count) = (rounded(run.dt), f32::from(substeps));
        let (inverse_dt, h) = (dt.recip(), dt / count);
        let inverse_h = count * inverse_dt;
        let link = |joint: &RecordedJoint| {
            let [a, b] = [joint.numbers::<3>("frame_a"), joint.numbers::<3>("frame_b")];
            let hertz = number(joint, "constraint_hertz").min(scalar((0.25 * inverse_h).into()));
            Link {
                bodies: [joint.a, joint.b],
                frames: [Turn::by(a[2]), Turn::by(b[2])],
                reference_angle: held::<S>(a[2]) - held(b[2]),
                anchor_b: [held(b[0]), held(b[1])],
                rigid: soft(Softness::new(hertz, number(joint, "constraint_damping_ratio")), S::from_f64(h.into())),
                solver: solver(joint, fault),
            }
        };
        Self {
            bodies: run.bodies.iter().map(Body::new).collect(),
            links: run.joints.iter().map(link).collect(),
            order: colors::order(run),
            gravity: run.gravity.map(held),
            substeps: substeps.into(),
            h: S::from_f64(h.into()),
            inverse_h: S::from_f64(inverse_h.into()),
            max_spin: held::<S>(MAX_ROTATION) * S::from_f64(inverse_dt.into()),
            noise,
        }
    }

    pub(super) fn step(&mut self) {
        for index in 0..self.order.len() {
            let link = self.order[index];
            let pair = self.pair(link);
            self.links[link].solver.prepare(&pair);
        }
        for _ in 0..self.substeps {
            let [x, y] = self.gravity;
            for body in self.bodies.iter_mut().filter(|body| body.is_dynamic) {
                body.velocity.x += self.h * x;
                body.velocity.y += self.h * y;
            }
            self.each_link(|link, pair, _| link.solver.warm_start(pair));
            self.each_link(|link, pair, step| link.solver.solve(pair, &Substep { biased: true, ..*step }));
            for body in self.bodies.iter_mut().filter(|body| body.moves) {
                body.move_on(self.h, self.max_spin);
            }
            self.each_link(|link, pair, step| link.solver.solve(pair, step));
        }
        self.bodies.iter_mut().filter(|body| body.moves).for_each(Body::finish_step);
    }

    fn each_link(&mut self, mut visit: impl FnMut(&mut Link<S>, &mut Pair<S>, &Substep<S>)) {
        for index in 0..self.order.len() {
            let link = self.order[index];
            let mut pair = self.pair(link);
            let rigid = self.links[link].rigid;
            let step = Substep { h: self.h, inverse_h: self.inverse_h, rigid, biased: false };
            visit(&mut self.links[link], &mut pair, &step);
            for (body, velocity) in self.links[link].bodies.into_iter().zip(pair.velocities) {
                if self.bodies[body].is_dynamic {
                    let [x, y, angular] = [velocity.x, velocity.y, velocity.angular].map(|it| self.noise.on(it));
                    self.bodies[body].velocity = Velocity { x, y, angular };
                }
            }
        }
    }

    /// The two bodies of a link, as seen from where the first one was at the beginning of the step: so the engine keeps its
    /// digits far from the origin.
    ///
    /// The engine has rotations and no angles. It reads the angle between the two frames of the joint from their rotations;
    /// that reading is what the rows get as the second body's angle, the first one's being zero.
    fn pair(&mut self, link: usize) -> Pair<S> {
        let link = &self.links[link];
        let bodies = link.bodies.map(|body| &self.bodies[body]);
        let turns = bodies.map(Body::now);
        let [a, b] = [0, 1].map(|i| turns[i].after(link.frames[i]));
        let angles = [S::ZERO, a.inverse().after(b).angle() + link.reference_angle];
        let origin = bodies[0].center;
        let mut on = |value| self.noise.on(value);
        let poses = [0, 1].map(|i| Pose {
            x: on(bodies[i].center[0] - origin[0] + bodies[i].shift[0]),
            y: on(bodies[i].center[1] - origin[1] + bodies[i].shift[1]),
            angle: on(angles[i]),
            cos: on(turns[i].cos),
            sin: on(turns[i].sin),
        });
        Pair { poses, masses: bodies.map(|body| body.mass), velocities: bodies.map(|body| body.velocity) }
    }

    /// x, y, angle in −π..=π and their rates.
    pub(super) fn state(&self, body: usize) -> [f64; 6] {
        let Body { center: [x, y], turn, velocity, .. } = &self.bodies[body];
        let angle = turn.sin.into().atan2(turn.cos.into());
        [(*x).into(), (*y).into(), angle, velocity.x.into(), velocity.y.into(), velocity.angular.into()]
    }

    /// The force and the torque of a joint on its second body, at its anchor there: of the last sub-step.
    pub(super) fn force(&mut self, link: usize) -> [f64; 3] {
        let pair = self.pair(link);
        let link = &self.links[link];
        let Wrench { x, y, angular } = link.solver.reported(&pair);
        let [arm_x, arm_y] = self.bodies[link.bodies[1]].turn.apply(link.anchor_b);
        [x, y, angular - (arm_x * y - arm_y * x)].map(|it| (it * self.inverse_h).into())
    }
}
