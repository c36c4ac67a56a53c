//! What every test of a world says often.

use constraint_core::{Body, BodyId, Scalar, Vec2, World};

/// The step at which tests run unless they say otherwise, s.
pub(crate) const DT: Scalar = 1.0 / 60.0;

/// The substep of a world with 4 of them in a step of [`DT`].
pub(crate) const H: Scalar = DT / 4.0;

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

#[track_caller]
pub(crate) fn assert_near(found: Scalar, expected: Scalar, tolerance: Scalar) {
    assert!((found - expected).abs() <= tolerance, "found {found}, expected {expected} ± {tolerance}");
}
