//! What tests of a world say often.

use constraint_core::{Body, BodyId, Scalar, Vec2, World};

/// The step at which tests run unless they say otherwise, s.
pub(crate) const DT: Scalar = 1.0 / 60.0;

/// The world's gravity, m/s².
pub(crate) const G: Scalar = 9.81;

/// A world without gravity.
pub(crate) fn weightless() -> World {
    let mut world = World::new();
    world.set_gravity(Vec2::ZERO).expect("zero is finite");
    world
}

pub(crate) fn add(world: &mut World, body: Body) -> BodyId {
    world.add_body(body).expect("the body is valid")
}

pub(crate) fn steps(world: &mut World, count: usize, dt: Scalar) {
    for _ in 0..count {
        world.step(dt).expect("the world is valid");
    }
}
