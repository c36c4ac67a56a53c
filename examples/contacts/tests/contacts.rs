//! Piles stand and sleep, slopes hold and let go, balls bounce.

use constraint_contacts::Collisions;
use constraint_core::Sleep;
use constraint_core::prelude::*;
use parry2d::shape::SharedShape;

const G: f32 = 9.81;

/// A world with a floor, whose top is y = 0, turned by an angle.
fn floor(angle: f32, friction: f32) -> (World, Collisions) {
    let (mut world, mut collisions) = (World::new(), Collisions::default());
    let down = Vec2::from_angle(angle).rotate(Vec2::new(0.0, -1.0));
    let floor = world.add_body(Body::fixed().at(down).rotated(angle)).unwrap();
    collisions.add(floor, SharedShape::cuboid(50.0, 1.0), friction, 0.0);
    (world, collisions)
}

/// A box of 1 m and 1 kg, or a disc of as much.
fn cube(world: &mut World, collisions: &mut Collisions, at: Vec2, angle: f32, friction: f32) -> BodyId {
    let body = world.add_body(Body::dynamic(1.0, 1.0 / 6.0).at(at).rotated(angle)).unwrap();
    collisions.add(body, SharedShape::cuboid(0.5, 0.5), friction, 0.0);
    body
}

fn pyramid() -> (World, Collisions, Vec<(BodyId, Vec2)>) {
    let (mut world, mut collisions) = floor(0.0, 0.6);
    let mut boxes = Vec::new();
    for row in 0..10_u8 {
        for place in 0..10 - row {
            let at = Vec2::new(1.1 * (f32::from(place) - 0.5 * f32::from(9 - row)), 0.5 + f32::from(row));
            boxes.push((cube(&mut world, &mut collisions, at, 0.0, 0.6), at));
        }
    }
    (world, collisions, boxes)
}

/// A minute without sleep: nothing creeps or leans. Contacts give way by 3 g h² with h = 1/240 s for each box that one bears, 5e-4 m.
#[test]
fn a_pyramid_stands_for_a_minute() {
    let (mut world, mut collisions, boxes) = pyramid();
    for _ in 0..3600 {
        collisions.step(&mut world, 1.0 / 60.0).unwrap();
    }
    for (id, at) in boxes {
        let now = world.body(id).unwrap().position();
        assert!(now.distance(at) < 0.02, "{at} has moved to {now}");
    }
}

#[test]
fn a_pyramid_falls_asleep() {
    let (mut world, mut collisions, boxes) = pyramid();
    world.set_sleep(Some(Sleep { linear_speed: 0.05, angular_speed: 0.05, time: 0.5 })).unwrap();
    for _ in 0..600 {
        collisions.step(&mut world, 1.0 / 60.0).unwrap();
    }
    assert!(boxes.iter().all(|&(id, _)| world.body(id).unwrap().is_asleep()));
    // A blow wakes what it reaches.
    let (top, _) = boxes[54];
    world.body_mut(top).unwrap().apply_impulse(Vec2::new(3.0, 0.0)).unwrap();
    for _ in 0..10 {
        collisions.step(&mut world, 1.0 / 60.0).unwrap();
    }
    assert!(world.body(top).unwrap().position().x > 0.05);
}

/// On a slope of 20° a box rests where μ > tan 20° = 0.364, and slides with a = g (sin 20° − μ cos 20°) where it is less.
#[test]
fn a_box_on_a_slope_sticks_or_slides() {
    let angle = 20.0_f32.to_radians();
    for (friction, exact) in [(0.4, 0.0), (0.3, 0.5 * G * (angle.sin() - 0.3 * angle.cos()) * 4.0)] {
        let (mut world, mut collisions) = floor(angle, friction);
        let start = Vec2::from_angle(angle).rotate(Vec2::new(0.0, 0.5));
        let cube = cube(&mut world, &mut collisions, start, angle, friction);
        for _ in 0..120 {
            collisions.step(&mut world, 1.0 / 60.0).unwrap();
        }
        let way = start.distance(world.body(cube).unwrap().position());
        // A contact that begins has no friction in its first substep of h = 1/240 s: μ g cos α h t is 0.023 m. Euler's steps add ½ a t h.
        assert!((way - exact).abs() < 0.03, "μ = {friction}: {way} m, {exact} by theory");
    }
}

/// A ball that falls from 1 m with e = 0.8 comes back to e² m.
#[test]
fn a_ball_bounces() {
    let (mut world, mut collisions) = floor(0.0, 0.5);
    let ball = world.add_body(Body::dynamic(1.0, 0.1).at(Vec2::new(0.0, 1.5))).unwrap();
    collisions.add(ball, SharedShape::ball(0.5), 0.5, 0.8);
    let mut highest: f32 = 0.0;
    for step in 0..55 {
        collisions.step(&mut world, 1.0 / 60.0).unwrap();
        if step > 30 {
            highest = highest.max(world.body(ball).unwrap().position().y - 0.5);
        }
    }
    // The speed at which it meets the floor is known to a step: g/60 of 4.4 m/s, and twice that of the height.
    assert!((highest - 0.64).abs() < 0.06, "{highest}");
}
