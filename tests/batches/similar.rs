//! Islands of which no two need be alike: those of like size stand side by side.

use constraint_core::joints::{AngleJoint, DampedSpring, DistanceJoint, MotorJoint, PivotJoint, RevoluteJoint};
use constraint_core::{Body, BodyId, Scalar, Sleep, Softness, Vec2, World};

use super::random::Random;
use super::{DT, ENOUGH, agree, expected, islands_joined_and_left_batches, new_world, told};

/// Links that each hang on one of the two before. If they are `mixed`, one in three is on a rope or on a hinge with stops, and they
/// may be on the ground, on springs to posts of their own, joined to a ring, and driven by motors.
fn add_tree(world: &mut World, r: &mut Random, ground: BodyId, links: usize, mixed: bool) {
    let at = Vec2::new(r.below(50) as Scalar, r.below(9) as Scalar);
    let mut tree: Vec<BodyId> = Vec::new();
    for link in 0..links {
        let place = at + Vec2::Y * -(link as Scalar) + 0.1 * r.vector();
        let body = Body::dynamic(2.0 + r.scalar(), 1.0 + r.scalar()).at(place).moving(r.vector()).damped(0.5, 0.5);
        tree.push(world.add_body(body.spinning(r.scalar())).unwrap());
        let Some(on) = link.checked_sub(1) else { continue };
        let ends = [tree[on.saturating_sub(r.below(2))], tree[link]];
        // Now and then the other way round: which body of a joint comes first is no matter.
        let ends = if r.below(20) == 0 { [ends[1], ends[0]] } else { ends };
        let (local_anchor_a, local_anchor_b) = (r.vector(), r.vector());
        let spring = Softness::new(2.0, 0.5);
        match if mixed { r.below(12) } else { 9 } {
            0 | 1 => drop(world.add_joint(ends, rope(local_anchor_a, local_anchor_b, 1.0)).unwrap()),
            2 => {
                let hinge = RevoluteJoint {
                    local_anchor_a,
                    local_anchor_b,
                    reference_angle: 0.0,
                    target_angle: 0.0,
                    spring,
                    motor_speed: 0.0,
                    max_motor_torque: 0.0,
                    lower: -0.3,
                    upper: 0.5 + r.scalar(),
                };
                world.add_joint(ends, hinge).unwrap();
            }
            _ => drop(world.add_joint(ends, PivotJoint { local_anchor_a, local_anchor_b }).unwrap()),
        }
    }
    let mut end = || tree[r.below(links)];
    let ends = [end(), end()];
    if mixed {
        match r.below(9) {
            0 => drop(world.add_joint([ground, ends[0]], rope(at, Vec2::ZERO, 1.0)).unwrap()),
            1 => {
                let post = world.add_body(Body::fixed().at(at)).unwrap();
                let (local_anchor_a, local_anchor_b) = (r.vector(), r.vector());
                let spring =
                    DampedSpring { local_anchor_a, local_anchor_b, rest_length: 1.0, stiffness: 9.0, damping: 1.0 };
                world.add_joint([ends[0], post], spring).unwrap();
            }
            2 if ends[0] != ends[1] => drop(world.add_joint(ends, rope(Vec2::ZERO, Vec2::ZERO, 4.0)).unwrap()),
            3 if ends[0] != ends[1] => {
                world.add_joint(ends, MotorJoint { ratio: 1.0, rate: r.scalar(), max_torque: 0.2 }).unwrap();
            }
            4 if ends[0] != ends[1] => {
                world.add_joint(ends, AngleJoint { ratio: 1.0, lower: -0.1, upper: 0.2 }).unwrap();
            }
            _ => {}
        }
    }
}

const fn rope(local_anchor_a: Vec2, local_anchor_b: Vec2, upper: Scalar) -> DistanceJoint {
    DistanceJoint { local_anchor_a, local_anchor_b, lower: 0.0, upper }
}

/// So many trees of 3 to 6 links.
pub(super) fn trees(count: usize, mixed: bool) -> World {
    let (mut world, mut r) = (new_world(), Random(4));
    world.set_batching(ENOUGH);
    world.set_any_similar();
    let ground = world.add_body(Body::fixed()).unwrap();
    for _ in 0..count {
        let links = 3 + r.below(4);
        add_tree(&mut world, &mut r, ground, links, mixed);
    }
    world
}

#[test]
fn motion_is_independent_of_batching_similar_islands() {
    islands_joined_and_left_batches(&agree(|| trees(30, true), 200, |_| {}, |_, _| {}));
}

#[test]
fn motion_is_independent_of_batching_sleeping_similar_islands_of_one_type() {
    let sleep = Sleep { linear_speed: 0.8, angular_speed: 0.8, time: 0.1 };
    islands_joined_and_left_batches(&agree(
        || trees(60, false),
        150,
        |world| world.set_sleep(Some(sleep)).unwrap(),
        |_, _| {},
    ));
}

/// A group of trees of all sizes, few or many: lanes stay without a joint, or without a body.
#[test]
fn any_number_of_similar_islands_can_be_batched() {
    for count in 0..35 {
        let mut worlds = [ENOUGH, usize::MAX].map(|enough| {
            let mut world = trees(count, count % 2 == 0);
            world.set_batching(enough);
            world
        });
        for _ in 0..20 {
            for world in &mut worlds {
                world.step(DT).unwrap();
            }
            assert!(told(&worlds[0]) == told(&worlds[1]), "{count} trees");
        }
    }
}

/// All of one size fill their lanes, whatever hangs on what.
#[test]
fn trees_of_one_size_stand_side_by_side() {
    let (mut world, mut r) = (new_world(), Random(6));
    let ground = world.add_body(Body::fixed()).unwrap();
    for _ in 0..64 {
        add_tree(&mut world, &mut r, ground, 8, false);
    }
    world.step(DT).unwrap();
    assert_eq!(world.joints_in_batches(), expected(64 * 7));
}

/// An island that loses a joint leaves its batch. It is then similar to others that lost one.
#[test]
fn an_identical_island_that_loses_a_joint_becomes_similar() {
    let mut world = super::begun(0);
    let (mut r, ground) = (Random(7), world.bodies().next().unwrap().0);
    (0..64).for_each(|_| super::add_puppet(&mut world, &mut r, ground));
    let legs: Vec<_> = world.joints::<RevoluteJoint>().map(|(id, _)| id).collect();
    let ropes: Vec<_> = world.joints::<DistanceJoint>().map(|(id, _)| id).collect();
    for (number, (leg, rope)) in legs.into_iter().zip(ropes).enumerate() {
        match number % 3 {
            0 => world.remove_joint(leg).map(drop).unwrap(),
            1 => world.remove_joint(rope).map(drop).unwrap(),
            _ => {}
        }
    }
    world.step(DT).unwrap();
    assert!(world.joints_in_batches() >= expected(300), "{}", world.joints_in_batches());
}
