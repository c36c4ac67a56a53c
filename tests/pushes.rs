//! Impulses, forces of one step, points of bodies, and picking, against closed forms.

#![allow(clippy::float_cmp)] // what is a small number of binary digits is exact

use constraint_core::joints::{DistanceJoint, PivotJoint, RevoluteJoint};
use constraint_core::{Body, BodyId, Error, JointOptions, Scalar, Vec2, World, consts};

const DT: Scalar = 1.0 / 60.0;

fn weightless() -> World {
    let mut world = World::new();
    world.set_gravity(Vec2::ZERO).unwrap();
    world
}

fn near(found: Vec2, expected: Vec2) {
    // A few roundings of numbers of this size.
    let tolerance = 8.0 * Scalar::EPSILON * (1.0 + expected.length());
    assert!(found.distance(expected) <= tolerance, "{found} instead of {expected}");
}

#[test]
fn an_impulse_changes_the_velocity_at_once() {
    let mut world = weightless();
    let body = world.add_body(Body::dynamic(4.0, 0.5).at(Vec2::new(1.0, 2.0)).moving(Vec2::X).spinning(1.0)).unwrap();
    world.body_mut(body).unwrap().apply_impulse(Vec2::new(2.0, -8.0)).unwrap();
    near(world.body(body).unwrap().linear_velocity(), Vec2::new(1.5, -2.0));
    world.body_mut(body).unwrap().apply_angular_impulse(0.25).unwrap();
    assert_eq!(world.body(body).unwrap().angular_velocity(), 1.5);
    // 0.5 m to the right of the centre, upwards: r × J = 0.5 · 2 N·m·s.
    world.body_mut(body).unwrap().apply_impulse_at(Vec2::new(0.0, 2.0), Vec2::new(1.5, 7.0)).unwrap();
    near(world.body(body).unwrap().linear_velocity(), Vec2::new(1.5, -1.5));
    assert_eq!(world.body(body).unwrap().angular_velocity(), 3.5);
    let pinned = world.add_body(Body::dynamic(1.0, Scalar::INFINITY)).unwrap();
    world.body_mut(pinned).unwrap().apply_impulse_at(Vec2::Y, Vec2::X).unwrap();
    assert_eq!(world.body(pinned).unwrap().angular_velocity(), 0.0, "nothing turns it");
}

#[test]
fn a_force_acts_for_one_step_beside_the_constant_one() {
    let mut world = weightless();
    let body = Body::dynamic(2.0, 0.5).pushed(Vec2::new(0.0, 4.0), 1.0);
    let body = world.add_body(body).unwrap();
    let mut push = world.body_mut(body).unwrap();
    push.apply_force(Vec2::new(6.0, 0.0)).unwrap();
    push.apply_force_at(Vec2::new(0.0, 2.0), Vec2::new(0.5, 0.0)).unwrap();
    push.apply_torque(-3.0).unwrap();
    // What is set afterwards is the constant part.
    push.set_force(Vec2::new(0.0, 8.0)).unwrap();
    world.step(0.1).unwrap();
    let found = world.body(body).unwrap();
    near(found.linear_velocity(), 0.1 / 2.0 * Vec2::new(6.0, 8.0 + 2.0));
    near(Vec2::X * found.angular_velocity(), Vec2::X * 0.1 / 0.5 * (1.0 + 0.5 * 2.0 - 3.0));
    assert_eq!((found.force(), found.torque()), (Vec2::new(0.0, 8.0), 1.0));
    world.step(0.1).unwrap();
    near(world.body(body).unwrap().linear_velocity(), 0.1 / 2.0 * Vec2::new(6.0, 2.0 * 8.0 + 2.0));
}

/// A force of one step is the same as a constant one that is set before a step and taken back after it, to the bit, also in joints.
#[test]
fn a_force_of_each_step_moves_as_a_constant_one() {
    let chain = || {
        let mut world = World::new();
        let ground = world.add_body(Body::fixed()).unwrap();
        let mut last = ground;
        for link in 0..5_u8 {
            let at = Vec2::new(0.5 + Scalar::from(link), 0.0);
            let body = world.add_body(Body::dynamic(1.0, 0.1).at(at)).unwrap();
            let pin = PivotJoint::at(&world, [last, body], at - Vec2::X * 0.5).unwrap();
            world.add_joint([last, body], pin).unwrap();
            last = body;
        }
        (world, last)
    };
    let ((mut each, end), (mut constant, same_end)) = (chain(), chain());
    constant.body_mut(same_end).unwrap().set_force(Vec2::new(3.0, 1.0)).unwrap();
    for _ in 0..120 {
        each.body_mut(end).unwrap().apply_force(Vec2::new(3.0, 1.0)).unwrap();
        each.step(DT).unwrap();
        constant.step(DT).unwrap();
        let pairs = each.bodies().zip(constant.bodies());
        pairs.for_each(|((_, a), (_, b))| assert_eq!(a.state(), b.state()));
    }
    assert_eq!(each.energy_removed(end), Ok(0.0));
}

#[test]
fn a_failed_step_keeps_the_force_for_the_next_one() {
    let mut world = weightless();
    let body = world.add_body(Body::dynamic(1.0, 1.0)).unwrap();
    world.body_mut(body).unwrap().apply_force(Vec2::X).unwrap();
    world.step(Scalar::NAN).unwrap_err();
    assert_eq!(world.body(body).unwrap().force(), Vec2::ZERO);
    world.step(1.0).unwrap();
    near(world.body(body).unwrap().linear_velocity(), Vec2::X);
    // The place of a removed body is used again: its force is not.
    world.body_mut(body).unwrap().apply_force(Vec2::X).unwrap();
    world.remove_body(body).unwrap();
    let next = world.add_body(Body::dynamic(1.0, 1.0)).unwrap();
    world.step(1.0).unwrap();
    assert_eq!(world.body(next).unwrap().linear_velocity(), Vec2::ZERO);
}

#[test]
fn pushes_are_refused_at_the_door() {
    let mut world = weightless();
    let ids = [Body::fixed(), Body::kinematic(), Body::dynamic(1.0, 1.0)].map(|body| world.add_body(body).unwrap());
    for id in &ids[..2] {
        let mut body = world.body_mut(*id).unwrap();
        let refused = [
            body.apply_impulse(Vec2::X),
            body.apply_impulse_at(Vec2::X, Vec2::Y),
            body.apply_angular_impulse(1.0),
            body.apply_force(Vec2::X),
            body.apply_force_at(Vec2::X, Vec2::Y),
            body.apply_torque(1.0),
        ];
        assert!(refused.iter().all(|push| matches!(push, Err(Error::NotOfKind { .. }))), "{refused:?}");
    }
    for bad in [Scalar::NAN, Scalar::INFINITY] {
        let (vector, mut body) = (Vec2::new(0.0, bad), world.body_mut(ids[2]).unwrap());
        let refused = [
            body.apply_impulse(vector),
            body.apply_impulse_at(vector, Vec2::Y),
            body.apply_impulse_at(Vec2::X, vector),
            body.apply_angular_impulse(bad),
            body.apply_force(vector),
            body.apply_force_at(vector, Vec2::Y),
            body.apply_force_at(Vec2::X, vector),
            body.apply_torque(bad),
            body.apply_impulse(Vec2::X * Scalar::MAX).and_then(|()| body.apply_impulse(Vec2::X * Scalar::MAX)),
        ];
        assert!(refused.iter().all(|push| matches!(push, Err(Error::NotFinite { .. }))), "{refused:?}");
        body.set_linear_velocity(Vec2::ZERO).unwrap();
        assert!(matches!(world.body_at(vector, 1.0), Err(Error::NotFinite { .. })));
    }
    assert!(matches!(world.body_at(Vec2::ZERO, -1.0), Err(Error::Negative { .. })));
    assert!(matches!(world.body_at(Vec2::ZERO, Scalar::NAN), Err(Error::Negative { .. })));
    world.step(1.0).unwrap();
    assert_eq!(world.body(ids[2]).unwrap().linear_velocity(), Vec2::ZERO, "nothing that was refused acts");
}

/// 1,000 km from the origin a scalar of 32 bits is 62 mm wide. A body keeps its centre in 64 bits, and so its points.
#[test]
fn points_of_bodies_are_exact_far_from_the_origin() {
    let centre = [1.0e6 + 0.012_345, -2.0e6];
    let body = Body::dynamic(1.0, 1.0).centred_at(centre).rotated(consts::FRAC_PI_2);
    let world = Vec2::new(1.0e6, -2.0e6);
    // Turned by a quarter: what is at −12.345 mm along x is at +12.345 mm along −y of the body.
    // The centre itself is rounded by 1e-10 m there.
    assert!(body.local_point(world).distance(Vec2::new(0.0, 0.012_345)) < 1e-8);
    let turning = body.spinning(100.0);
    assert!(turning.velocity_at(world).distance(Vec2::new(0.0, -1.2345)) < 1e-6);
    let near_by = Body::fixed().at(Vec2::new(3.0, 4.0)).rotated(0.7);
    for local in [Vec2::ZERO, Vec2::new(0.3, -2.0), Vec2::new(-5.0, 1.0)] {
        near(near_by.local_point(near_by.world_point(local)), local);
        near(near_by.world_point(local), near_by.state().point(local));
    }
}

/// Two links of a chain on the ground, the second one with a rod.
fn links() -> (World, [BodyId; 3]) {
    let mut world = World::new();
    let ground = world.add_body(Body::fixed()).unwrap();
    let a = world.add_body(Body::dynamic(1.0, 0.1).at(Vec2::new(1.0, 0.0))).unwrap();
    let b = world.add_body(Body::dynamic(1.0, 0.1).at(Vec2::new(4.0, 0.0))).unwrap();
    world.add_joint([ground, a], PivotJoint::at(&world, [ground, a], Vec2::ZERO).unwrap()).unwrap();
    let ends = [Vec2::new(2.0, 0.5), Vec2::new(3.0, 0.5)];
    world.add_joint([a, b], DistanceJoint::at(&world, [a, b], ends).unwrap()).unwrap();
    (world, [ground, a, b])
}

#[test]
fn picking_finds_the_nearest_centre_or_anchor() {
    let (mut world, [_, a, b]) = links();
    let at = |world: &World, x, y, radius| world.body_at(Vec2::new(x, y), radius).unwrap();
    assert_eq!(at(&world, 1.1, 0.0, 0.2), Some(a));
    assert_eq!(at(&world, 4.0, -0.19, 0.2), Some(b));
    assert_eq!(at(&world, 4.0, -0.21, 0.2), None);
    // The hinge is the ground's as well, which is not found, though its centre is there.
    assert_eq!(at(&world, 0.0, 0.1, 0.2), Some(a));
    // The rod's ends.
    assert_eq!(at(&world, 2.1, 0.5, 0.2), Some(a));
    assert_eq!(at(&world, 2.9, 0.5, 0.2), Some(b));
    assert_eq!(at(&world, 2.4, 0.5, 0.2), None, "the line between the ends is no anchor");
    assert_eq!(at(&world, 100.0, 0.0, Scalar::INFINITY), Some(b));
    // The radius is inclusive, and of zero finds what is exactly there.
    assert_eq!(at(&world, 4.0, 0.25, 0.25), Some(b));
    assert_eq!(at(&world, 4.0, 0.0, 0.0), Some(b));
    assert_eq!(at(&world, 3.0, 0.5, 0.0), Some(b));
    // Joints that are disabled are not drawn.
    let (rod, _) = world.joints::<DistanceJoint>().next().unwrap();
    world.set_joint_options(rod, JointOptions { enabled: false, ..JointOptions::default() }).unwrap();
    assert_eq!(at(&world, 2.9, 0.5, 0.2), None);
}

#[test]
fn picking_in_a_world_without_dynamic_bodies_finds_nothing() {
    let mut world = World::new();
    let [a, b] = [Body::fixed(), Body::kinematic()].map(|body| world.add_body(body).unwrap());
    world.add_joint([a, b], RevoluteJoint::default()).unwrap();
    assert_eq!(world.body_at(Vec2::ZERO, Scalar::INFINITY), Ok(None));
}
