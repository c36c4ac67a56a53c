//! Twins of the same parameters and masses: what a step has once for all of them is taken apart when one of them changes.

use constraint_core::joints::{DistanceJoint, PivotJoint};
use constraint_core::{Body, BodyId, JointId, Scalar, Vec2, World};

use super::puppets::joint;
use super::random::Random;
use super::{DT, ENOUGH, expected, new_world, told};

/// Two links on a rope from the ground, each arm moving in its own way.
fn add_arm(world: &mut World, r: &mut Random, ground: BodyId) {
    let links = [0.0, 1.0].map(|down| Body::dynamic(2.0, 0.5).at(Vec2::Y * -down).moving(r.vector()));
    let [upper, lower] = links.map(|link| world.add_body(link).unwrap());
    let rope = DistanceJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO, lower: 0.5, upper: 1.0 };
    world.add_joint([ground, upper], rope).unwrap();
    let pivot = PivotJoint { local_anchor_a: Vec2::Y * -0.5, local_anchor_b: Vec2::Y * 0.5 };
    world.add_joint([upper, lower], pivot).unwrap();
}

fn arms(count: usize, threshold: usize) -> World {
    let (mut world, mut r) = (new_world(), Random(5));
    world.set_batching(threshold);
    let ground = world.add_body(Body::fixed()).unwrap();
    (0..count).for_each(|_| add_arm(&mut world, &mut r, ground));
    world
}

/// The same random numbers do the same to equal worlds.
fn change(world: &mut World, r: &mut Random) {
    let ground = world.bodies().next().unwrap().0;
    let links: Vec<BodyId> = world.bodies().skip(1).map(|(id, _)| id).collect();
    let link = links[r.below(links.len())];
    let pivot: JointId<PivotJoint> = joint(world, r).unwrap();
    let rope: JointId<DistanceJoint> = joint(world, r).unwrap();
    let kind = r.below(9);
    match kind {
        0 => world.joint_mut(pivot).unwrap().local_anchor_a.y -= 0.1,
        // What it was, or another zero, which no sum tells from the first one, but a bit does.
        1 => world.joint_mut(pivot).unwrap().local_anchor_a = Vec2::Y * -0.5,
        2 => world.joint_mut(pivot).unwrap().local_anchor_b.x = -0.0,
        3 => world.joint_mut(rope).unwrap().upper = 1.0 + r.scalar() * 0.5,
        4 => world.body_mut(link).unwrap().set_mass(2.0 + r.scalar()).unwrap(),
        5 => world.body_mut(link).unwrap().set_inertia(if r.below(2) == 0 { 0.5 } else { Scalar::INFINITY }).unwrap(),
        // There the rope has no length, and acts along its last direction.
        6 => world.body_mut(link).unwrap().set_position(Vec2::ZERO).unwrap(),
        7 => world.remove_joint(pivot).map(drop).unwrap(),
        _ => (0..8).for_each(|_| add_arm(world, r, ground)),
    }
}

#[test]
fn who_changes_does_so_alone() {
    let mut worlds = [ENOUGH, usize::MAX].map(|threshold| arms(80, threshold));
    for world in &mut worlds {
        world.step(DT).unwrap();
    }
    assert_eq!(worlds[0].joints_in_batches(), expected(160));
    for step in 0..150 {
        for world in &mut worlds {
            change(world, &mut Random(step));
            world.step(DT).unwrap();
        }
        assert!(told(&worlds[0]) == told(&worlds[1]), "step {step}");
    }
    assert!(worlds[0].joints_in_batches() >= expected(80));
}
