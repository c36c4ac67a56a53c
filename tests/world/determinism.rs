//! The same calls in the same order give the same bits, and calls that have nothing to do with each other have no order.

use constraint_core::joints::{AngleJoint, DistanceJoint, LineJoint, MotorJoint, PivotJoint, PulleyJoint, WeldJoint};
use constraint_core::{Body, BodyId, JointOptions, Scalar, Softness, Vec2, World};

use crate::support::{DT, add, steps};
use crate::user::Level;

/// Every bit of how the bodies move: a float's `Debug` tells apart what differs.
fn bits(world: &World) -> Vec<String> {
    world.bodies().map(|(_, body)| format!("{:?}", body.state())).collect()
}

/// A joint of every type between bodies in a row, and what a program does to a world while it runs.
fn eventful() -> World {
    let mut world = World::new();
    let ground = add(&mut world, Body::fixed());
    let bodies: Vec<BodyId> = (1..=8_u8)
        .map(|place| {
            add(&mut world, Body::dynamic(place.into(), 0.3).at(Vec2::X * Scalar::from(place)).damped(0.1, 0.1))
        })
        .collect();
    let half = Vec2::X * 0.5;
    let pivot = PivotJoint { local_anchor_a: half, local_anchor_b: -half };
    let (local_anchor_a, local_anchor_b) = (half, -half);
    world.add_joint([ground, bodies[0]], pivot).unwrap();
    let doomed = world.add_joint([bodies[0], bodies[1]], pivot).unwrap();
    world
        .add_joint([bodies[1], bodies[2]], WeldJoint { local_anchor_a, local_anchor_b, reference_angle: 0.0 })
        .unwrap();
    let angle = AngleJoint { ratio: 2.0, lower: -0.2, upper: 0.2 };
    world.add_joint([bodies[2], bodies[3]], angle).unwrap();
    let rope = DistanceJoint { local_anchor_a, local_anchor_b, lower: 0.0, upper: 0.1 };
    let rope = world.add_joint([bodies[2], bodies[3]], rope).unwrap();
    let line = LineJoint { local_anchor_a, local_direction_a: Vec2::Y, local_anchor_b, lower: -1.0, upper: 1.0 };
    world.add_joint([bodies[3], bodies[4]], line).unwrap();
    let motor = MotorJoint { ratio: 1.0, rate: 3.0, max_torque: 5.0 };
    let motor = world.add_joint([bodies[4], bodies[5]], motor).unwrap();
    let (local_anchor_c, local_anchor_d) = (half, -half);
    let (ratio, lower, upper) = (1.0, 0.0, 1.0);
    let pulley = PulleyJoint { local_anchor_a, local_anchor_b, local_anchor_c, local_anchor_d, ratio, lower, upper };
    world.add_joint([bodies[4], bodies[5], bodies[6], bodies[7]], pulley).unwrap();
    world.add_joint([bodies[6]], Level { height: -1.0 }).unwrap();

    steps(&mut world, 60, DT);
    world.remove_joint(doomed).unwrap();
    world.joint_mut(motor).unwrap().rate = -3.0;
    steps(&mut world, 60, DT * 0.5);
    let softness = Some(Softness::new(3.0, 0.5));
    world.set_joint_options(rope, JointOptions { softness, max_force: 50.0, ..JointOptions::default() }).unwrap();
    world.remove_body(bodies[6]).unwrap();
    let late = add(&mut world, Body::dynamic(1.0, 1.0));
    world.add_joint([late, bodies[7]], pivot).unwrap();
    steps(&mut world, 60, DT);
    world
}

/// What nobody changes stays with the solver from one step to the next; a body that was only looked at is taken in anew.
#[test]
fn whoever_looks_changes_no_bit() {
    let (mut watched, mut alone) = (eventful(), eventful());
    for step in 0..120 {
        let ids: Vec<_> = watched.bodies().map(|(id, _)| id).collect();
        let _ = watched.body_mut(ids[step % ids.len()]).unwrap().state();
        steps(&mut watched, 1, DT);
        steps(&mut alone, 1, DT);
        assert_eq!(bits(&watched), bits(&alone), "step {step}");
    }
}

#[test]
fn the_same_run_gives_the_same_bits() {
    let (first, second) = (eventful(), eventful());
    assert_eq!(bits(&first), bits(&second));
    assert_eq!((first.energy(), first.angular_momentum()), (second.energy(), second.angular_momentum()));
}

#[test]
fn joints_that_share_no_moving_body_have_no_order() {
    /// Three chains of five links from the same ground; the links are added in the given order.
    fn run(order: impl Iterator<Item = (usize, usize)>) -> Vec<String> {
        let mut world = World::new();
        let ground = add(&mut world, Body::fixed());
        let chains = [0.1, 0.2, 0.3].map(|inertia| {
            [1.0, 2.0, 3.0, 4.0, 5.0].map(|x| add(&mut world, Body::dynamic(1.0, inertia).at(Vec2::X * x)))
        });
        let half = Vec2::X * 0.5;
        for (chain, link) in order {
            let above = if link == 0 { ground } else { chains[chain][link - 1] };
            let pivot = PivotJoint { local_anchor_a: half, local_anchor_b: -half };
            world.add_joint([above, chains[chain][link]], pivot).unwrap();
        }
        steps(&mut world, 120, DT);
        bits(&world)
    }
    let chain_by_chain = run((0..3).flat_map(|chain| (0..5).map(move |link| (chain, link))));
    let link_by_link = run((0..5).flat_map(|link| (0..3).map(move |chain| (chain, link))));
    assert_eq!(chain_by_chain, link_by_link);
    // But the links of a chain have one: the upwards order is another iteration.
    let upwards = run((0..5).rev().flat_map(|link| (0..3).map(move |chain| (chain, link))));
    assert_ne!(chain_by_chain, upwards);
}
