//! The world, driven by the catalogue's joints and by two of a user's own.

#![allow(clippy::float_cmp)] // what was set, and what must be exactly zero, is compared exactly

#[path = "world/aliases.rs"]
mod aliases;
#[path = "world/bodies.rs"]
mod bodies;
#[path = "world/catalogue.rs"]
mod catalogue;
#[path = "world/degenerate.rs"]
mod degenerate;
#[path = "world/impulses.rs"]
mod impulses;
#[path = "world/joints.rs"]
mod joints;
#[path = "world/motion.rs"]
mod motion;
#[path = "world/options.rs"]
mod options;
#[path = "world/own.rs"]
mod own;
#[path = "world/refusals.rs"]
mod refusals;
#[path = "world/support.rs"]
mod support;
#[path = "world/user.rs"]
mod user;

use constraint_core::World;

#[test]
fn a_world_can_be_shared() {
    fn shared<T: Send + Sync + std::fmt::Debug>(_: &T) {}
    shared(&World::new());
}
