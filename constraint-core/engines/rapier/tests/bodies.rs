//! What bodies of Rapier can be: locked in an axis, kinematic, turned often, asleep, disabled, of another type.
#![allow(clippy::float_cmp, clippy::cast_possible_truncation)]
#![cfg_attr(feature = "f64", allow(clippy::useless_conversion, clippy::unnecessary_cast))]

use constraint_rapier::JointedWorld;
use constraint_rapier::constraint_core::joints::{AngleJoint, DistanceJoint, MotorJoint, PivotJoint, RailJoint};
use constraint_rapier::constraint_core::{JointOptions, Scalar, Vec2};
use constraint_rapier::rapier::prelude::{
    ColliderBuilder, MassProperties, RigidBodyBuilder, RigidBodyHandle, RigidBodyType,
};

const G: Scalar = 9.81;
/// Semi-implicit Euler with steps of h = 1/240 s falls by ½ a t (t + h).
const FELL: Scalar = 0.5 * (1.0 + 1.0 / 240.0);

fn weighing(mass: Scalar, inertia: Scalar) -> RigidBodyBuilder {
    RigidBodyBuilder::dynamic().additional_mass_properties(MassProperties::new(Vec2::ZERO, mass, inertia))
}

fn steps(world: &mut JointedWorld, count: usize) {
    for _ in 0..count {
        world.step().unwrap();
    }
}

fn close(found: Scalar, exact: Scalar, bound: Scalar) {
    assert!((found - exact).abs() <= bound, "{found}, but {exact} by theory, within {bound}");
}

/// A wedge that only slides along x, and a weight that only slides along y down its slope of 45°.
#[test]
fn locked_axes_hold() {
    let mut world = JointedWorld::default();
    let wedge = weighing(2.0, 1.0).lock_rotations().enabled_translations(true, false);
    let wedge = world.physics.insert_body(wedge);
    let weight = weighing(1.0, 1.0).lock_rotations().enabled_translations(false, true);
    let weight = world.physics.insert_body(weight);
    let slope = RailJoint { local_direction_a: Vec2::new(1.0, -1.0), ..RailJoint::default() };
    let id = world.add_joint([wedge, weight], slope).unwrap();
    steps(&mut world, 60);
    // a = g m/(m + M), of both; the slope presses by N = M a √2.
    let a = G / 3.0;
    let [wedge, weight] = [wedge, weight].map(|body| world.physics.bodies[body].translation());
    close(weight.y, -a * FELL, 1e-3);
    close(wedge.x, -a * FELL, 1e-3);
    assert_eq!([wedge.y, weight.x], [0.0, 0.0], "a locked axis does not move at all");
    let [_, force] = world.reaction(id).unwrap();
    close(force.x.hypot(force.y), 2.0 * a * Scalar::sqrt(2.0), 0.02);
}

#[test]
fn a_lock_can_come_and_go() {
    let mut world = JointedWorld::default();
    let beam = world.physics.insert_body(RigidBodyBuilder::fixed());
    let bob = world.physics.insert_body(weighing(1.0, 0.1).translation(Vec2::new(1.0, 0.0)));
    world.add_joint([beam, bob], DistanceJoint { lower: 0.0, upper: 1.0, ..DistanceJoint::default() }).unwrap();
    world.physics.bodies[bob].set_enabled_translations(false, true, true);
    steps(&mut world, 30);
    assert_eq!(world.physics.bodies[bob].translation().x, 1.0);
    assert_eq!(world.len(), 1, "the joint of the lock is not counted");
    assert_eq!(world.joint_ids().count(), 1);
    world.physics.bodies[bob].set_enabled_translations(true, true, true);
    steps(&mut world, 30);
    assert!(world.physics.bodies[bob].translation().x < 0.99, "it swings again");
}

/// A kinematic body that is moved by its poses moves evenly over the substeps, and the joint sees its velocity.
#[test]
fn kinematic_poses_carry_a_load() {
    let mut world = JointedWorld::default();
    let cart = world.physics.insert_body(RigidBodyBuilder::kinematic_position_based());
    let load = world.physics.insert_body(weighing(2.0, 0.5).lock_rotations());
    let id = world.add_joint([cart, load], PivotJoint::default()).unwrap();
    for step in 1..=120_u8 {
        let x = Scalar::from(step) / 60.0;
        world.physics.bodies[cart].set_next_kinematic_translation(Vec2::new(x, 0.0));
        world.step().unwrap();
        close(world.physics.bodies[load].translation().x, x, 1e-3);
        if step > 10 {
            // Evenly: no force but the weight.
            let [_, force] = world.reaction(id).unwrap();
            close(force.x, 0.0, 0.05);
            close(force.y, 2.0 * G, 0.05);
        }
    }
}

/// A motor turns a wheel against a stop at three turns and a half.
#[test]
fn whole_turns_are_counted() {
    let mut world = JointedWorld::default();
    let wall = world.physics.insert_body(RigidBodyBuilder::fixed());
    let wheel = world.physics.insert_body(weighing(1.0, 0.5).can_sleep(false));
    world.add_joint([wall, wheel], PivotJoint::default()).unwrap();
    world.add_joint([wall, wheel], MotorJoint { ratio: 1.0, rate: 20.0, max_torque: 50.0 }).unwrap();
    let stop = 7.0 * core::f64::consts::PI;
    let stop = world.add_joint([wall, wheel], AngleJoint { ratio: 1.0, lower: 0.0, upper: stop as Scalar }).unwrap();
    let mut last = 0.0;
    for _ in 0..60 {
        world.step().unwrap();
        let angle = world.angle(wheel).unwrap();
        assert!((angle - last).abs() < 0.5, "from {last} to {angle}");
        last = angle;
    }
    steps(&mut world, 60);
    close(world.angle(wheel).unwrap() as Scalar, 7.0 * core::f64::consts::PI as Scalar, 1e-3);
    close(world.impulse(stop).unwrap()[0].abs() * 240.0, 50.0, 0.1);
}

/// Two blocks on the ground with a slack rope between them: Rapier knows of no contact between them.
fn at_rest(world: &mut JointedWorld) -> [RigidBodyHandle; 2] {
    let ground = world.physics.insert_body(RigidBodyBuilder::fixed());
    world.physics.insert_collider(ColliderBuilder::cuboid(50.0, 1.0), Some(ground));
    let mut block = |x| {
        let block = RigidBodyBuilder::dynamic().translation(Vec2::new(x, 1.5));
        world.physics.insert(block, ColliderBuilder::cuboid(0.5, 0.5)).0
    };
    [block(-2.0), block(2.0)]
}

#[test]
fn jointed_bodies_sleep_and_wake_together() {
    let mut world = JointedWorld::default();
    let [a, b] = at_rest(&mut world);
    let rope = DistanceJoint { lower: 0.0, upper: 4.5, ..DistanceJoint::default() };
    let rope = world.add_joint([a, b], rope).unwrap();
    let are_asleep = |world: &JointedWorld| [a, b].map(|body| world.physics.bodies[body].is_sleeping());
    steps(&mut world, 300);
    assert_eq!(are_asleep(&world), [true; 2]);
    let at = [a, b].map(|body| *world.physics.bodies[body].position());
    steps(&mut world, 60);
    assert_eq!([a, b].map(|body| *world.physics.bodies[body].position()), at, "sleep moves nothing");
    // Waking one wakes the other.
    world.physics.bodies[a].apply_impulse(Vec2::new(-1.0, 0.0), true);
    steps(&mut world, 1);
    assert_eq!(are_asleep(&world), [false; 2]);
    steps(&mut world, 300);
    assert_eq!(are_asleep(&world), [true; 2]);
    // So does a change of the joint, which then pulls.
    world.joint_mut(rope).unwrap().upper = 3.0;
    steps(&mut world, 10);
    assert_eq!(are_asleep(&world), [false; 2]);
    steps(&mut world, 60);
    let [a, b] = [a, b].map(|body| world.physics.bodies[body].translation());
    close((a - b).length(), 3.0, 0.01);
}

#[test]
fn a_hanging_weight_sleeps_with_its_impulse() {
    let mut world = JointedWorld::default();
    let beam = world.physics.insert_body(RigidBodyBuilder::fixed());
    let weight = world.physics.insert_body(weighing(3.0, 1.0).translation(Vec2::new(0.0, -1.0)));
    let rope = DistanceJoint { lower: 1.0, upper: 1.0, ..DistanceJoint::default() };
    let rope = world.add_joint([beam, weight], rope).unwrap();
    steps(&mut world, 300);
    assert!(world.physics.bodies[weight].is_sleeping());
    close(world.reaction(rope).unwrap()[1].y, 3.0 * G, 0.05);
    let low = world.physics.bodies[weight].translation().y;
    world.physics.wake_up(weight, true);
    steps(&mut world, 10);
    close(world.physics.bodies[weight].translation().y, low, 1e-5);
}

#[test]
fn disabled_bodies_and_joints_do_not_act() {
    let mut world = JointedWorld::default();
    let beam = world.physics.insert_body(RigidBodyBuilder::fixed());
    let bob = world.physics.insert_body(weighing(1.0, 0.1).translation(Vec2::new(0.0, -1.0)));
    let rope = DistanceJoint { lower: 1.0, upper: 1.0, ..DistanceJoint::default() };
    let rope = world.add_joint([beam, bob], rope).unwrap();
    world.physics.bodies[bob].set_enabled(false);
    steps(&mut world, 60);
    assert_eq!(world.physics.bodies[bob].translation(), Vec2::new(0.0, -1.0));
    world.physics.bodies[bob].set_enabled(true);
    steps(&mut world, 60);
    close(world.physics.bodies[bob].translation().y, -1.0, 1e-3);
    world.set_joint_options(rope, JointOptions { enabled: false, ..JointOptions::default() }).unwrap();
    steps(&mut world, 60);
    close(world.physics.bodies[bob].translation().y, -1.0 - G * FELL, 1e-3);
}

#[test]
fn a_body_may_change_its_type() {
    let mut world = JointedWorld::default();
    let beam = world.physics.insert_body(RigidBodyBuilder::fixed());
    let bob = world.physics.insert_body(weighing(1.0, 0.1).translation(Vec2::new(0.0, -1.0)));
    let rope = DistanceJoint { lower: 1.0, upper: 1.0, ..DistanceJoint::default() };
    let rope = world.add_joint([beam, bob], rope).unwrap();
    for body_type in
        [RigidBodyType::Fixed, RigidBodyType::Dynamic, RigidBodyType::KinematicVelocityBased, RigidBodyType::Dynamic]
    {
        world.physics.bodies[bob].set_body_type(body_type, true);
        steps(&mut world, 60);
        close(world.physics.bodies[bob].translation().y, -1.0, 1e-3);
        if body_type == RigidBodyType::Dynamic {
            close(world.reaction(rope).unwrap()[1].y, G, 0.02);
        }
    }
}

/// The centre of mass is half a metre beside the origin of the body: a joint there makes no torque.
#[test]
fn anchors_are_measured_from_the_centre_of_mass() {
    let mut world = JointedWorld::default();
    let beam = world.physics.insert_body(RigidBodyBuilder::fixed());
    let body = RigidBodyBuilder::dynamic().translation(Vec2::new(-0.5, -1.0));
    let (body, _) = world.physics.insert(body, ColliderBuilder::cuboid(0.2, 0.2).translation(Vec2::new(0.5, 0.0)));
    let centre = Vec2::new(0.0, -1.0);
    close(world.local_point(body, centre).unwrap().length(), 0.0, 1e-6);
    let joint = PivotJoint {
        local_anchor_a: world.local_point(beam, centre).unwrap(),
        local_anchor_b: world.local_point(body, centre).unwrap(),
    };
    world.add_joint([beam, body], joint).unwrap();
    steps(&mut world, 120);
    close(world.physics.bodies[body].rotation().angle(), 0.0, 1e-4);
    close(world.physics.bodies[body].center_of_mass().y, -1.0, 1e-3);
}

/// Two overlapping blocks on one pin: contacts between them are off, and nothing pushes them apart.
#[test]
fn contacts_between_joined_bodies_can_be_turned_off() {
    let apart = |are_enabled| {
        let mut world = JointedWorld::default();
        world.physics.gravity = Vec2::ZERO;
        let mut block = |x| {
            let block = RigidBodyBuilder::dynamic().translation(Vec2::new(x, 0.0));
            world.physics.insert(block, ColliderBuilder::cuboid(0.5, 0.5)).0
        };
        let bodies = [block(0.0), block(0.6)];
        let rope = DistanceJoint { lower: 0.0, upper: 5.0, ..DistanceJoint::default() };
        let rope = world.add_joint(bodies, rope).unwrap();
        world.set_contacts_enabled(rope, are_enabled).unwrap();
        steps(&mut world, 60);
        let [a, b] = bodies.map(|body| world.physics.bodies[body].translation());
        (b - a).length()
    };
    close(apart(false), 0.6, 1e-6);
    assert!(apart(true) > 0.95);
}
