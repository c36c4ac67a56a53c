//! A loaded world solves its joints in the same order as the world that was saved, also after joints were removed and added again,
//! so that their order is no longer that of their names.

use constraint_core::joints::{DistanceJoint, PivotJoint, PulleyJoint};
use constraint_core::{Body, BodyId, Constraint, JointId, JointOptions, Scalar, Softness, Vec2, World};

use super::{DT, reloaded};

/// Saves the world and steps it beside the loaded one. All bits of all bodies have to agree.
fn assert_goes_on_alike(world: &mut World) {
    let mut loaded = reloaded(world);
    // `Debug` of a float is exact: it reads back as the same one.
    let told = |world: &World| world.bodies().map(|(_, body)| format!("{body:?}")).collect::<Vec<_>>();
    for step in 0..120 {
        world.step(DT).unwrap();
        loaded.step(DT).unwrap();
        assert_eq!(told(&loaded), told(world), "step {step}");
    }
}

/// Removes some of the joints, adds them again, and takes steps in between.
fn permute<J: Constraint + Copy>(world: &mut World, joints: &[JointId<J>]) {
    world.step(DT).unwrap();
    for &id in joints.iter().skip(1).step_by(3) {
        let bodies = world.joint_bodies(id).unwrap();
        let (joint, options) = (*world.joint(id).unwrap(), world.joint_options(id).unwrap());
        world.remove_joint(id).unwrap();
        world.step(DT).unwrap();
        let id = world.add_joint(bodies, joint).unwrap();
        world.set_joint_options(id, options).unwrap();
    }
    world.step(DT).unwrap();
}

/// Bodies a metre apart along x, the first one fixed.
fn row(world: &mut World) -> Vec<BodyId> {
    let body = |number: u8| {
        let body = if number == 0 { Body::fixed() } else { Body::dynamic(1.0, 0.1) };
        body.at(Vec2::X * Scalar::from(number))
    };
    (0..10).map(|number| world.add_body(body(number)).unwrap()).collect()
}

/// A hub that turns about the ground, with 40 rods around it: too many joints of one body for each to have a colour.
fn wheel<J: Constraint<Bodies<BodyId> = [BodyId; 2]>>(world: &mut World, spoke: impl Fn(Vec2) -> J) -> Vec<JointId<J>> {
    let ground = world.add_body(Body::fixed()).unwrap();
    let hub = world.add_body(Body::dynamic(1.0, 1.0)).unwrap();
    let axle = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO };
    world.add_joint([ground, hub], axle).unwrap();
    let mut add = |number: u8| {
        let at = Vec2::from_angle(Scalar::from(number)) * 2.0;
        let rod = world.add_body(Body::dynamic(1.0, 0.1).at(at).spinning(at.x)).unwrap();
        world.add_joint([hub, rod], spoke(at)).unwrap()
    };
    (0..40).map(&mut add).collect()
}

#[test]
fn joints_with_options_keep_their_order() {
    let mut world = World::new();
    let bodies = row(&mut world);
    let pivot = PivotJoint { local_anchor_a: Vec2::X * 0.5, local_anchor_b: Vec2::X * -0.5 };
    let joints: Vec<_> = bodies.windows(2).map(|pair| world.add_joint([pair[0], pair[1]], pivot).unwrap()).collect();
    for &joint in &joints {
        let options = JointOptions { max_force: 1e6, ..JointOptions::default() };
        world.set_joint_options(joint, options).unwrap();
    }
    permute(&mut world, &joints);
    assert_goes_on_alike(&mut world);
}

#[test]
fn options_set_after_the_last_step_are_loaded_alike() {
    let mut world = World::new();
    let bodies = row(&mut world);
    let pivot = PivotJoint { local_anchor_a: Vec2::X * 0.5, local_anchor_b: Vec2::X * -0.5 };
    let joints: Vec<_> = bodies.windows(2).map(|pair| world.add_joint([pair[0], pair[1]], pivot).unwrap()).collect();
    let mut spokes = wheel(&mut world, |at| DistanceJoint {
        local_anchor_a: at * 0.5,
        local_anchor_b: Vec2::new(0.1, 0.1),
        lower: 0.0,
        upper: 0.8,
    });
    permute(&mut world, &joints);
    permute(&mut world, &spokes.split_off(32));
    let soft = JointOptions { softness: Some(Softness::new(3.0, 0.5)), ..JointOptions::default() };
    for &joint in joints.iter().skip(3).step_by(2) {
        if world.joint(joint).is_ok() {
            world.set_joint_options(joint, soft).unwrap();
        }
    }
    // Colours are free that these joints would take, were they added now.
    world.remove_joint(joints[0]).unwrap();
    for joint in world.joints::<DistanceJoint>().map(|(id, _)| id).skip(20).collect::<Vec<_>>() {
        world.set_joint_options(joint, JointOptions { max_force: 3.0, ..JointOptions::default() }).unwrap();
    }
    assert_goes_on_alike(&mut world);
}

#[test]
fn joints_with_one_body_in_two_places_keep_their_order() {
    let mut world = World::new();
    let bodies = row(&mut world);
    let rope = PulleyJoint {
        local_anchor_a: Vec2::ZERO,
        local_anchor_b: Vec2::Y * 0.1,
        local_anchor_c: Vec2::Y * -0.1,
        local_anchor_d: Vec2::ZERO,
        ratio: 0.5,
        lower: 0.0,
        upper: 1.4,
    };
    let over = |three: &[BodyId]| world.add_joint([three[0], three[1], three[1], three[2]], rope).unwrap();
    let joints: Vec<_> = bodies.windows(3).map(over).collect();
    permute(&mut world, &joints);
    assert_goes_on_alike(&mut world);
}

#[test]
fn joints_beyond_the_colours_of_a_hub_keep_their_order() {
    let mut world = World::new();
    // The ropes pull at the rim, which turns the hub.
    let rope = |at: Vec2| DistanceJoint {
        local_anchor_a: at * 0.5,
        local_anchor_b: Vec2::new(0.1, 0.1),
        lower: 0.0,
        upper: 0.8,
    };
    let joints = wheel(&mut world, rope);
    // The first 32 have a colour each.
    permute(&mut world, &joints[32..]);
    assert_goes_on_alike(&mut world);
}

#[test]
fn joints_that_are_solved_at_once_keep_their_order() {
    let mut world = World::new();
    let joints = wheel(&mut world, |at| PivotJoint { local_anchor_a: at * 0.5, local_anchor_b: at * -0.5 });
    permute(&mut world, &joints);
    assert_goes_on_alike(&mut world);
}
