//! Saved worlds go on as if they had not been saved.
#![cfg(feature = "serde")]
#![allow(clippy::float_cmp, clippy::cast_possible_truncation)]
#![cfg_attr(feature = "f64", allow(clippy::useless_conversion, clippy::unnecessary_cast))]

use constraint_rapier::constraint_core::joints::{DistanceJoint, PivotJoint};
use constraint_rapier::constraint_core::saved::{JointTypes, Registry};
use constraint_rapier::constraint_core::{JointOptions, Scalar, Softness, Vec2};
use constraint_rapier::rapier::prelude::{ColliderBuilder, RigidBodyBuilder};
use constraint_rapier::{Error, JointedWorld};

fn registry() -> Registry<impl JointTypes> {
    Registry::new().with::<PivotJoint>("pivot").with::<DistanceJoint>("distance")
}

/// A swinging chain with a soft rope to a box on the ground that is locked in an axis, and to a removed body before it.
fn machine() -> JointedWorld {
    let mut world = JointedWorld::default();
    let ground = world.physics.insert_body(RigidBodyBuilder::fixed());
    world.physics.insert_collider(ColliderBuilder::cuboid(50.0, 1.0), Some(ground));
    let gone = world.physics.insert_body(RigidBodyBuilder::dynamic());
    let mut last = world.physics.insert_body(RigidBodyBuilder::fixed().translation(Vec2::new(0.0, 8.0)));
    world.add_joint([last, gone], DistanceJoint::default()).unwrap();
    for link in 0..5_u8 {
        let link = RigidBodyBuilder::dynamic().translation(Vec2::new(0.5 + Scalar::from(link), 8.0));
        let (link, _) = world.physics.insert(link, ColliderBuilder::cuboid(0.5, 0.1));
        let offset = if world.is_empty() { 0.0 } else { 0.5 };
        let pivot = PivotJoint { local_anchor_a: Vec2::new(offset, 0.0), local_anchor_b: Vec2::new(-0.5, 0.0) };
        world.add_joint([last, link], pivot).unwrap();
        last = link;
    }
    let slides = RigidBodyBuilder::dynamic().translation(Vec2::new(6.0, 1.5)).enabled_translations(true, false);
    let (slides, _) = world.physics.insert(slides, ColliderBuilder::cuboid(0.5, 0.5));
    let rope = DistanceJoint { lower: 0.0, upper: 5.0, ..DistanceJoint::default() };
    let rope = world.add_joint([last, slides], rope).unwrap();
    let softness = Some(Softness::new(2.0, 0.5));
    world.set_joint_options(rope, JointOptions { softness, ..JointOptions::default() }).unwrap();
    world.physics.remove_body(gone);
    world
}

fn poses(world: &JointedWorld) -> Vec<[Scalar; 4]> {
    let poses = world.physics.bodies.iter().map(|(_, body)| body.position());
    poses.map(|pose| [pose.translation.x, pose.translation.y, pose.rotation.re, pose.rotation.im]).collect()
}

#[test]
fn saved_worlds_go_on_to_the_bit() {
    let mut world = machine();
    for _ in 0..90 {
        world.step().unwrap();
    }
    let text = serde_json::to_string(&world.save(registry()).unwrap()).unwrap();
    let mut loaded = JointedWorld::load(registry(), &mut serde_json::Deserializer::from_str(&text)).unwrap();
    assert_eq!(poses(&loaded), poses(&world));
    assert!(loaded.joint_ids().eq(world.joint_ids()) && loaded.len() == 6);
    for step in 0..120 {
        world.step().unwrap();
        loaded.step().unwrap();
        assert_eq!(poses(&loaded), poses(&world), "step {step}");
    }
    let (id, _) = world.joints::<DistanceJoint>().next().unwrap();
    let [of_loaded, of_saved] = [&loaded, &world].map(|world| world.impulse(id).unwrap().map(Scalar::to_bits));
    assert_eq!(of_loaded, of_saved);
    assert_eq!(loaded.joint_bodies(id).unwrap(), world.joint_bodies(id).unwrap());
    loaded.remove_joint(id).unwrap();
    assert_eq!(loaded.len(), 5);
}

#[test]
fn what_cannot_be_saved_or_loaded_is_refused() {
    let mut world = machine();
    world.step().unwrap();
    let few = Registry::new().with::<PivotJoint>("pivot");
    assert!(matches!(world.save(few).map(drop), Err(Error::Joint(_))));
    let text = serde_json::to_string(&world.save(registry()).unwrap()).unwrap();
    let load = |text: &str| JointedWorld::load(registry(), &mut serde_json::Deserializer::from_str(text)).map(drop);
    load(&text).unwrap();
    for (from, to) in [
        ("\"held\":[{", "\"held\":[{\"bodies\":[0],\"links\":[]},{"),
        ("\"held\":[{\"bodies\":[7,", "\"held\":[{\"bodies\":[77,"),
        ("[\"pivot\"", "[\"other\""),
        ("\"angle\":0.0", "\"angle\":null"),
    ] {
        assert!(text.contains(from), "{from}");
        assert!(load(&text.replacen(from, to, 1)).is_err(), "{from} as {to}");
    }
}
