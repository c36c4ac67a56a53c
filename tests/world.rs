//! The world, driven by the catalogue's joints and by two of a user's own.

#![allow(clippy::float_cmp)] // what was set, and what must be exactly zero, is compared exactly

#[path = "world/aliases.rs"]
mod aliases;
#[path = "world/bodies.rs"]
mod bodies;
#[path = "world/breaking.rs"]
mod breaking;
#[path = "world/catalogue.rs"]
mod catalogue;
#[path = "world/degenerate.rs"]
mod degenerate;
#[path = "world/determinism.rs"]
mod determinism;
#[path = "world/impulses.rs"]
mod impulses;
#[path = "world/iterated.rs"]
mod iterated;
#[path = "world/joints.rs"]
mod joints;
#[path = "world/light_hub.rs"]
mod light_hub;
#[path = "world/mechanism.rs"]
mod mechanism;
#[path = "world/motion.rs"]
mod motion;
#[path = "world/options.rs"]
mod options;
#[path = "world/own.rs"]
mod own;
#[path = "world/pace.rs"]
mod pace;
mod random;
#[path = "world/refusals.rs"]
mod refusals;
#[path = "world/rest.rs"]
mod rest;
#[path = "world/sleep.rs"]
mod sleep;
#[path = "world/spin.rs"]
mod spin;
#[path = "world/support.rs"]
mod support;
#[path = "world/tools.rs"]
mod tools;
#[path = "world/update.rs"]
mod update;
#[path = "world/user.rs"]
mod user;
#[path = "world/wake.rs"]
mod wake;

use constraint_core::{Scalar, World};

use support::DT;

/// The substep of a world with 4 of them in a step of [`DT`].
const H: Scalar = DT / 4.0;

/// How near a joint's reaction is to the weight of a few kilograms, N, and its moment, N·m. An impulse of 0.1 N·s is rounded to
/// 7e-9, which over h is 2e-6 N; some dozens of roundings are in it.
const WEIGHED: Scalar = 1e-4;

#[track_caller]
fn assert_near(found: Scalar, expected: Scalar, tolerance: Scalar) {
    assert!((found - expected).abs() <= tolerance, "found {found}, expected {expected} ± {tolerance}");
}

#[test]
fn a_world_can_be_shared() {
    fn shared<T: Send + Sync + std::fmt::Debug>(_: &T) {}
    shared(&World::new());
}
