//! The world, driven by joints written by hand: what the attribute emits is proven elsewhere.

#![allow(clippy::float_cmp)] // what was set, and what must be exactly zero, is compared exactly

mod bodies;
mod joints;
mod mock;
mod motion;
mod options;
mod refusals;

use constraint_core::{Body, BodyId, Scalar, Vec2, World};

/// A world without gravity.
fn weightless() -> World {
    let mut world = World::new();
    world.set_gravity(Vec2::ZERO).expect("zero is finite");
    world
}

fn add(world: &mut World, body: Body) -> BodyId {
    world.add_body(body).expect("the body is valid")
}

fn steps(world: &mut World, count: usize, dt: Scalar) {
    for _ in 0..count {
        world.step(dt).expect("the world is valid");
    }
}

#[track_caller]
fn assert_near(found: Scalar, expected: Scalar, tolerance: Scalar) {
    assert!((found - expected).abs() <= tolerance, "found {found}, expected {expected} ± {tolerance}");
}

#[test]
fn a_world_can_be_shared() {
    fn shared<T: Send + Sync + std::fmt::Debug>(_: &T) {}
    shared(&World::new());
}
