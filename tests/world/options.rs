//! What every joint has besides its own parameters.

use std::f64::consts::TAU;

use constraint_core::joints::PivotJoint;
use constraint_core::{Body, BodyId, JointId, JointOptions, Real, Scalar, Softness, Vec2, World};

use crate::assert_near;
use crate::support::{DT, add, steps, weightless};
use crate::user::Level;

fn levelled(world: &mut World, body: Body) -> (BodyId, JointId<Level>) {
    let body = add(world, body);
    (body, world.add_joint([body], Level { height: 0.0 }).unwrap())
}

#[test]
fn softness_makes_a_spring_of_its_frequency() {
    let mut world = weightless();
    world.set_substeps(40).unwrap();
    let (body, joint) = levelled(&mut world, Body::dynamic(3.0, 1.0).at(Vec2::Y));
    let soft = JointOptions { softness: Some(Softness::new(1.0, 0.0)), ..JointOptions::default() };
    world.set_joint_options(joint, soft).unwrap();
    assert_eq!(world.joint_options(joint).unwrap(), soft);
    // cos(2πt), which implicit Euler damps at the rate ω²h/2 = 0.0082 1/s.
    for (time, expected) in [(15, 0.0), (15, -1.0), (15, 0.0), (15, 1.0)] {
        steps(&mut world, time, DT);
        assert_near(world.body(body).unwrap().position().y, expected, 0.012);
    }
}

#[test]
fn a_damped_spring_creeps_as_it_should() {
    let mut world = weightless();
    world.set_substeps(40).unwrap();
    let (body, joint) = levelled(&mut world, Body::dynamic(3.0, 1.0).at(Vec2::Y));
    let soft = JointOptions { softness: Some(Softness::new(0.5, 1.0)), ..JointOptions::default() };
    world.set_joint_options(joint, soft).unwrap();
    steps(&mut world, 60, DT);
    // Critically damped from rest: (1 + ωt) e^{−ωt}; first order in ωh = 0.0013.
    let omega = 0.5 * TAU;
    let exact = (1.0 + omega) * (-omega).exp();
    assert_near(world.body(body).unwrap().position().y, Scalar::from_f64(exact), 1e-3);
}

#[test]
fn a_joint_pulls_no_harder_than_its_max_force() {
    let mut world = World::new();
    let (body, joint) = levelled(&mut world, Body::dynamic(2.0, 1.0));
    let weak = JointOptions { max_force: 5.0, ..JointOptions::default() };
    world.set_joint_options(joint, weak).unwrap();
    steps(&mut world, 60, DT);
    // Falls at g − F/m for 1 s: 240 substeps of gravity, warm start, solve and relax, each off by up to 2.4e-7.
    assert_near(world.body(body).unwrap().linear_velocity().y, -9.81 + 2.5, 3e-4);
    assert_near(world.reaction(joint).unwrap()[0].y, 5.0, 1e-4);

    world.set_joint_options(joint, JointOptions { max_force: 0.0, ..weak }).unwrap();
    world.body_mut(body).unwrap().set_linear_velocity(Vec2::ZERO).unwrap();
    steps(&mut world, 60, DT);
    // Free fall: 240 substeps, each off by up to 4.8e-7.
    assert_near(world.body(body).unwrap().linear_velocity().y, -9.81, 2e-4);
}

#[test]
fn the_bound_is_on_all_rows_together() {
    let mut world = weightless();
    let ground = add(&mut world, Body::fixed());
    let body = add(&mut world, Body::dynamic(1.0, Scalar::INFINITY).pushed(Vec2::new(3.0, 4.0), 0.0));
    let joint =
        world.add_joint([ground, body], PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO }).unwrap();
    world.set_joint_options(joint, JointOptions { max_force: 2.5, ..JointOptions::default() }).unwrap();
    steps(&mut world, 60, DT);
    // Half of the push, against its direction, is held back; the other half accelerates.
    let velocity = world.body(body).unwrap().linear_velocity();
    assert_near(velocity.x, 1.5, 2e-4);
    assert_near(velocity.y, 2.0, 2e-4);
}

#[test]
fn a_disabled_joint_does_nothing() {
    let mut world = World::new();
    let (body, joint) = levelled(&mut world, Body::dynamic(1.0, 1.0));
    steps(&mut world, 1, DT);
    let off = JointOptions { enabled: false, ..JointOptions::default() };
    world.set_joint_options(joint, off).unwrap();
    assert_eq!(world.impulse(joint).unwrap(), [0.0]);
    steps(&mut world, 60, DT);
    assert_near(world.body(body).unwrap().linear_velocity().y, -9.81, 2e-4);
    assert_eq!(world.impulse(joint).unwrap(), [0.0]);
    assert_eq!(world.reaction(joint).unwrap()[0].y, 0.0);

    world.set_joint_options(joint, JointOptions::default()).unwrap();
    // Pulled back by 3 m/s from 4.9 m below, and then at its level, less the sag of 7e-5.
    steps(&mut world, 180, DT);
    assert_near(world.body(body).unwrap().position().y, 0.0, 1e-4);
}

#[test]
fn an_option_that_never_acts_changes_no_bit() {
    let run = |max_force| {
        let mut world = World::new();
        let ground = add(&mut world, Body::fixed());
        let pivot = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: -Vec2::X };
        let bodies = [1.0, 2.0].map(|mass| add(&mut world, Body::dynamic(mass, 0.1).at(Vec2::X)));
        let joints = bodies.map(|body| world.add_joint([ground, body], pivot).unwrap());
        world.set_joint_options(joints[0], JointOptions { max_force, ..JointOptions::default() }).unwrap();
        steps(&mut world, 120, DT);
        bodies.map(|body| format!("{:?}", world.body(body).unwrap().state()))
    };
    assert_eq!(run(1e9), run(Scalar::INFINITY));
}
