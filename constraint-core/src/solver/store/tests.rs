//! Where no body stands in two places, this path does what generated code does, and that does the same in lanes as in scalars.

use super::*;
use crate::body::Body;
use crate::constraint::Constraint;
use crate::constraint::tests::agree_with_scalars;
use crate::joint_options::JointOptions;
use crate::joints::{
    AngleJoint, DampedRotarySpring, DampedSpring, DistanceJoint, DriveJoint, GroundPulleyJoint, LineJoint,
    LinearMotorJoint, MotorJoint, MouseJoint, PivotJoint, PrismaticJoint, PulleyJoint, RailJoint, RatchetJoint,
    RevoluteJoint, SliderJoint, SoftDistanceJoint, SoftRailJoint, StrutJoint, WeldJoint, WheelJoint,
};
use crate::lanes::Record as _;
use crate::math::Vec2;
use crate::real::Real as _;
use crate::slots::Slots;
use crate::softness::Softness;
use crate::solver::SolverBodies;
use crate::solver::bodies::PositionIntegrator;
use crate::solver::dense::dense_joint::*;
use crate::solver::dirty::Dirty;
use crate::solver::store::{ActiveJoints, JointStore};

const H: Scalar = 1.0 / 240.0;
const A: Vec2 = Vec2::new(0.5, 0.25);
const B: Vec2 = Vec2::new(-0.5, 0.125);
const SPRING: Softness = Softness::new(2.0, 0.3);

/// A world's substeps, of one joint, along one of the two paths.
struct Run {
    motion: SolverBodies,
    store: JointStore,
}

impl Run {
    /// Four bodies, apart and on the move, of which the joint holds the first ones. None is a straight line from another,
    /// and none at a place that its joint would have it at.
    fn new<J: Constraint + Copy>(joint: J, options: JointOptions, is_merged: bool) -> Self {
        let mut bodies = Slots::new();
        let places = [(0.0, 0.0), (1.5, 0.5), (3.0, -0.5), (2.0, 2.0)];
        let masses = [(2.0, 0.5), (1.0, 0.3), (3.0, 0.8), (1.5, 0.2)];
        let ids = places.iter().zip(masses).map(|(&(x, y), (mass, inertia))| {
            let velocity = Vec2::new(0.3 * y - 0.1, 0.2 * x - 0.3);
            let body = Body::dynamic(mass, inertia).at(Vec2::new(x, y)).rotated(0.1 * x).moving(velocity);
            bodies.insert(body.spinning(0.5 - 0.4 * x).damped(0.5, 0.5)).index
        });
        let places: Vec<u32> = ids.collect();
        let mut motion = SolverBodies::default();
        let mut dirty = Dirty::default();
        motion.load(&bodies, Vec2::new(0.0, -1.0), H, &mut dirty);
        motion.begin(0.0, &mut dirty);
        let mut store = JointStore::new::<J>(0);
        let id = store.insert(&places[..J::BODIES], joint);
        store.set_options(id.key, options);
        store.arrange(&motion, &bodies, PushOut::NONE, &mut dirty);
        store.begin(&motion, H, None);
        if is_merged {
            let layout = store.kernels.layout;
            store.active = ActiveJoints::new(layout);
            let impulses = vec![0.0; J::ROWS];
            let dense = DenseJoint::new(
                id.key,
                &layout,
                (&joint, &options),
                &places[..J::BODIES],
                &motion.masses,
                &[],
                impulses,
            );
            store.active.dense.push(dense);
        }
        Self { motion, store }
    }

    fn substep(&mut self, substep: u32) {
        let Self { motion, store } = self;
        let step = |substep: u32| Step { h: H, inverse_h: H.recip(), time: H * Scalar::from_f64(substep.into()) };
        if substep == 0 {
            store.prepare(motion, step(0), false);
        }
        store.warm_start(motion);
        motion.integrate_velocities();
        store.solve(motion, &Softness::new(0.25 / H, 2.0).pass(H));
        // With arms as long as they are: generated code takes the length of a turned vector for known, the algebra here does not.
        motion.integrate_poses(PositionIntegrator::plain(H, Scalar::INFINITY));
        motion.time = crate::math::double(step(substep + 1).time);
        store.relax(motion, step(substep + 1), false);
    }

    fn state(&self) -> Vec<Scalar> {
        let places = (0..4).map(|place| self.motion.exact_pose(place));
        let poses = places.flat_map(|pose| [pose.x, pose.y, pose.angle].map(crate::math::nearest));
        poses.chain(self.motion.velocities.iter().flat_map(|v| *v.scalars())).collect()
    }
}

/// The greatest difference of the two paths in any position, m or rad, and velocity, m/s or rad/s, over 300 steps of four
/// substeps.
fn difference<J: Constraint + Copy>(joint: J, options: JointOptions) -> Scalar {
    let [mut generated, mut dense] = [false, true].map(|is_merged| Run::new(joint, options, is_merged));
    assert!(generated.store.active.dense.is_empty());
    dense.store.active.blocks.each_key(|key| panic!("{key:?} is in a pack"));
    let mut worst: Scalar = 0.0;
    for substep in 0..1200 {
        generated.substep(substep);
        dense.substep(substep);
        for (a, b) in generated.state().iter().zip(dense.state()) {
            assert!(a.is_finite() && b.is_finite());
            worst = worst.max((a - b).abs());
        }
    }
    worst
}

#[track_caller]
fn alike<J: Constraint + Copy>(joint: J) {
    agree_with_scalars(&[joint]);
    let soft = JointOptions { softness: Some(SPRING), ..JointOptions::default() };
    let weak = JointOptions { max_force: 2.0, ..JointOptions::default() };
    for options in [JointOptions::default(), soft, weak] {
        let worst = difference(joint, options);
        assert!(worst < TOLERANCE, "{} differs by {worst:e} with {options:?}", core::any::type_name::<J>());
    }
}

/// At each of 1,200 substeps two roundings of a value of 1 to 2, all of them to one side. In `f64` 7e-14 was found.
const TOLERANCE: Scalar = 2400.0 * Scalar::EPSILON;

#[test]
fn rigid_joints() {
    let (local_anchor_a, local_anchor_b) = (A, B);
    alike(PivotJoint { local_anchor_a, local_anchor_b });
    alike(WeldJoint { local_anchor_a, local_anchor_b, reference_angle: 0.2 });
    alike(SliderJoint { local_anchor_a, local_anchor_b, local_axis_a: A, reference_angle: 0.2 });
    alike(RailJoint { local_anchor_a, local_anchor_b, local_direction_a: A });
    let (ground_a, ground_b) = (Vec2::new(0.0, 3.0), Vec2::new(2.0, 3.0));
    alike(GroundPulleyJoint { ground_a, ground_b, local_anchor_a, local_anchor_b, ratio: 0.7, length: 4.0 });
}

#[test]
fn joints_with_limits() {
    let (local_anchor_a, local_anchor_b) = (A, B);
    for (lower, upper) in [(0.4, 0.9), (0.7, 0.7), (-Scalar::INFINITY, 0.9)] {
        alike(AngleJoint { ratio: 1.5, lower, upper });
        alike(DistanceJoint { local_anchor_a, local_anchor_b, lower, upper });
        alike(LineJoint { local_anchor_a, local_direction_a: A, local_anchor_b, lower, upper });
    }
    let (local_anchor_c, local_anchor_d) = (A, B);
    alike(PulleyJoint {
        local_anchor_a,
        local_anchor_b,
        local_anchor_c,
        local_anchor_d,
        ratio: 0.7,
        lower: 0.0,
        upper: 3.0,
    });
    // From beyond its tooth: where a stop is reached from inside, to the last bit, rounding says whether a soft one gives way.
    alike(RatchetJoint { pitch: 0.3, tooth: 0.3 });
}

#[test]
fn springs_and_motors() {
    let (local_anchor_a, local_anchor_b) = (A, B);
    alike(DampedSpring { local_anchor_a, local_anchor_b, rest_length: 0.3, stiffness: 40.0, damping: 1.0 });
    alike(DampedRotarySpring { rest_angle: 0.3, stiffness: 4.0, damping: 0.1 });
    alike(SoftDistanceJoint { local_anchor_a, local_anchor_b, rest_length: 0.3, softness: SPRING });
    alike(SoftRailJoint { local_anchor_a, local_anchor_b, local_direction_a: A, softness: SPRING });
    alike(MouseJoint { local_anchor: A, target: Vec2::new(3.0, 4.0), softness: SPRING, max_force: 5.0 });
    alike(MouseJoint { local_anchor: A, target: Vec2::ZERO, softness: Softness::new(0.0, 0.0), max_force: 5.0 });
    alike(MotorJoint { ratio: 1.5, rate: 2.0, max_torque: 0.1 });
    let speed = 1.5;
    alike(LinearMotorJoint { local_anchor_a, local_direction_a: A, local_anchor_b, speed, max_force: 2.0 });
}

#[test]
fn joints_of_everything() {
    let (local_anchor_a, local_anchor_b) = (A, B);
    alike(WheelJoint {
        local_anchor_a,
        local_anchor_b,
        local_axis_a: Vec2::Y,
        suspension: SPRING,
        motor_speed: 3.0,
        max_motor_torque: 0.2,
        lower: -0.1,
        upper: 0.1,
    });
    alike(PrismaticJoint {
        local_anchor_a,
        local_anchor_b,
        local_axis_a: Vec2::X,
        reference_angle: 0.1,
        target_translation: 0.5,
        spring: SPRING,
        motor_speed: 0.5,
        max_motor_force: 2.0,
        lower: 0.1,
        upper: 0.8,
    });
    alike(RevoluteJoint {
        local_anchor_a,
        local_anchor_b,
        reference_angle: 0.1,
        target_angle: 0.5,
        spring: SPRING,
        motor_speed: 0.5,
        max_motor_torque: 2.0,
        lower: -0.1,
        upper: 0.8,
    });
    alike(StrutJoint {
        local_anchor_a,
        local_anchor_b,
        length: 0.7,
        spring: SPRING,
        motor_speed: 0.5,
        max_motor_force: 2.0,
        lower: 0.5,
        upper: 1.2,
    });
    alike(DriveJoint {
        local_anchor_a,
        local_anchor_b,
        reference_angle: 0.1,
        angular_spring: SPRING,
        max_spring_torque: 1.0,
        angular_velocity: 0.5,
        max_velocity_torque: 0.1,
        linear_spring: SPRING,
        max_spring_force: 5.0,
        linear_velocity: Vec2::new(0.3, -0.2),
        max_velocity_force: 0.5,
    });
}
