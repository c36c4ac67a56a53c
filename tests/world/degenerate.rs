//! Where a joint's direction, or its matrix, means nothing: finite always, and right again as soon as it can be.

use constraint_core::joints::{AngleJoint, DistanceJoint, LineJoint, PivotJoint, PulleyJoint, WeldJoint};
use constraint_core::{Body, Scalar, Vec2, World};

use crate::support::{DT, G, add, steps, weightless};
use crate::{WEIGHED, assert_near};

/// A rod, a rope or a strut between two centres.
fn distance(lower: Scalar, upper: Scalar) -> DistanceJoint {
    DistanceJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO, lower, upper }
}

#[test]
fn a_rod_without_a_direction_finds_one() {
    let mut world = weightless();
    let [a, b] = [1.0, 3.0].map(|mass| add(&mut world, Body::dynamic(mass, 0.1).at(Vec2::Y)));
    let rod = world.add_joint([a, b], distance(2.0, 2.0)).unwrap();
    assert_eq!(world.position_error(rod).unwrap(), [-2.0]);
    steps(&mut world, 60, DT);
    // All of the error is gone, at 0.28 of it a substep; the bodies stand, apart by what their masses ask.
    assert_near(world.position_error(rod).unwrap()[0], 0.0, 1e-5);
    let [a, b] = [a, b].map(|id| world.body(id).unwrap());
    assert_near(a.position().distance(Vec2::Y), 1.5, 1e-5);
    assert_near(b.position().distance(Vec2::Y), 0.5, 1e-5);
    assert_near(a.linear_velocity().length() + b.linear_velocity().length(), 0.0, 1e-4);
}

#[test]
fn a_rod_keeps_its_last_direction() {
    let mut world = weightless();
    let ground = add(&mut world, Body::fixed());
    let ball = add(&mut world, Body::dynamic(1.0, 0.1).at(Vec2::Y * 2.0));
    let rod = world.add_joint([ground, ball], distance(2.0, 2.0)).unwrap();
    steps(&mut world, 1, DT);
    world.body_mut(ball).unwrap().set_position(Vec2::ZERO).unwrap();
    steps(&mut world, 60, DT);
    // Back to where it was, not somewhere on the circle.
    assert_near(world.position_error(rod).unwrap()[0], 0.0, 1e-5);
    assert!((world.body(ball).unwrap().position() - Vec2::Y * 2.0).length() < 1e-5);
}

#[test]
fn a_rod_of_no_length_is_a_pin() {
    let mut world = World::new();
    let ground = add(&mut world, Body::fixed());
    let ball = add(&mut world, Body::dynamic(2.0, 0.1));
    let rod = world.add_joint([ground, ball], distance(0.0, 0.0)).unwrap();
    steps(&mut world, 240, DT);
    // One row holds one direction: the one in which gravity has pulled it. It sags by g/ω² = 6.9e-5, as every joint.
    assert!(world.body(ball).unwrap().position().length() < 1e-4, "{:?}", world.body(ball));
    assert_near(world.reaction(rod).unwrap()[1].y, 2.0 * G, 2.0 * WEIGHED);
}

#[test]
fn a_pulley_starts_from_a_point() {
    let mut world = World::new();
    let ground = add(&mut world, Body::fixed());
    let [b, d] = [-1.0, 1.0].map(|x| add(&mut world, Body::dynamic(1.0, 0.1).at(Vec2::X * x)));
    let joint = PulleyJoint {
        local_anchor_a: -Vec2::X,
        local_anchor_b: Vec2::ZERO,
        local_anchor_c: Vec2::X,
        local_anchor_d: Vec2::ZERO,
        ratio: 1.0,
        lower: 0.0,
        upper: 2.0,
    };
    let rope = world.add_joint([ground, b, ground, d], joint).unwrap();
    // Both stretches begin without a length; the rope is slack until they have 1 m each, after 0.45 s.
    steps(&mut world, 20, DT);
    assert_eq!(world.impulse(rope).unwrap(), [0.0]);
    steps(&mut world, 100, DT);
    assert_near(world.body(b).unwrap().position().y, -1.0, 1e-5);
    assert_near(world.body(d).unwrap().position().y, -1.0, 1e-5);
    assert_near(world.reaction(rope).unwrap()[1].y, G, WEIGHED);
}

#[test]
fn a_line_without_a_direction_runs_along_x() {
    let mut world = World::new();
    let ground = add(&mut world, Body::fixed());
    let ball = add(&mut world, Body::dynamic(1.0, 0.1).at(Vec2::ONE));
    let (local_anchor_a, local_anchor_b) = (Vec2::ZERO, Vec2::ZERO);
    let line = LineJoint { local_anchor_a, local_direction_a: Vec2::ZERO, local_anchor_b, lower: -1.0, upper: 1.0 };
    world.add_joint([ground, ball], line).unwrap();
    steps(&mut world, 60, DT);
    // Lifted to it, less the sag of g/ω² = 6.9e-5; the error was 1 m.
    let position = world.body(ball).unwrap().position();
    assert_near(position.y, 0.0, 1e-4);
    assert_near(position.x, 1.0, 1e-6);
}

#[test]
fn what_two_joints_hold_alike_is_held_once() {
    let mut world = World::new();
    let ground = add(&mut world, Body::fixed());
    let bar = add(&mut world, Body::dynamic(2.0, 0.5).at(-Vec2::Y));
    let pivot = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::Y };
    let pivots = [pivot; 2].map(|pivot| world.add_joint([ground, bar], pivot).unwrap());
    let weld = WeldJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::Y, reference_angle: 0.0 };
    let weld = world.add_joint([ground, bar], weld).unwrap();
    let angle = world.add_joint([ground, bar], AngleJoint { ratio: 1.0, lower: 0.0, upper: 0.0 }).unwrap();
    // A push that all of them withstand: 20 N at the centre, 1 m from the pivot.
    world.body_mut(bar).unwrap().set_force(Vec2::X * 20.0).unwrap();
    steps(&mut world, 600, DT);
    let body = world.body(bar).unwrap();
    // Three of them share the load, so that it sags by a third; √(g² + 10²)/ω² = 9.9e-5 is what one alone would.
    assert!((body.position() + Vec2::Y).length() < 1e-4, "{body:?}");
    assert_near(body.angle(), 0.0, 1e-4);
    assert!(body.linear_velocity().length() < 1e-5, "{body:?}");
    // However they share it: together they bear what there is to bear, and no two of them fight.
    let forces = [world.reaction(pivots[0]), world.reaction(pivots[1]), world.reaction(weld), world.reaction(angle)];
    let forces = forces.map(|reaction| reaction.unwrap()[1]);
    assert_near(forces.iter().map(|force| force.y).sum(), 2.0 * G, 2.0 * WEIGHED);
    assert_near(forces.iter().map(|force| force.x).sum(), -20.0, 2.0 * WEIGHED);
    assert_near(forces.iter().map(|force| force.angular).sum(), 0.0, 2.0 * WEIGHED);
    assert!(forces.iter().all(|force| force.x.hypot(force.y) < 30.0), "{forces:?}");
}
