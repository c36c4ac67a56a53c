//! What a crate that depends on us and on others can rely on.

#![cfg(test)]

use constraint_core::joints::PivotJoint;
use constraint_core::saved::Registry;
// All of it: a user's glob import must leave every method call unambiguous.
use constraint_core::*;
use rapier2d::prelude::RigidBodyBuilder;

/// One `Vec2`, with no conversion: both crates resolve to one version of glam.
#[test]
fn vectors_pass_between_rapier_and_us() {
    let mut world = World::new();
    let ours = world.add_body(Body::dynamic(1.0, 0.1).at(Vec2::new(1.0, 2.0))).unwrap();
    let theirs = RigidBodyBuilder::dynamic().translation(world.body(ours).unwrap().position()).build();
    let position: Vec2 = theirs.translation();
    assert_eq!(position, world.body(ours).unwrap().position());
}

#[test]
fn a_glob_import_leaves_methods_unambiguous() {
    let mut world = World::new();
    world.add_body(Body::fixed()).unwrap();
    assert_eq!(world.bodies().count(), 1);
}

/// `serde_json` rounds numbers twice by default: the error names the feature that it lacks.
#[test]
fn the_default_serde_json_is_refused_by_name() {
    let registry = Registry::new().with::<PivotJoint>("pivot");
    let text = serde_json::to_string(&registry.save(&World::new()).unwrap()).unwrap();
    let error = registry.load(&mut serde_json::Deserializer::from_str(&text)).unwrap_err().to_string();
    assert!(error.contains("turn on its feature `float_roundtrip`"), "{error}");
}
