//! Data that was changed, and worlds that cannot be saved: what is refused, and in which words.

use constraint_core::joints::{DistanceJoint, MouseJoint, PivotJoint};
use constraint_core::saved::Registry;
use constraint_core::{Body, Error, JointOptions, Missing, Scalar, Stepping, Vec2, World, constraint};
use serde::{Deserialize, Serialize};

use crate::{DT, registry, reloaded, scene};

/// What loading says to data that has been changed.
#[track_caller]
fn refused(from: &str, to: &str, words: &str) {
    let mut world = World::new();
    let [a, b] = [1.0, 2.0].map(|mass| world.add_body(Body::dynamic(mass, 1.0)).unwrap());
    let rope = DistanceJoint { local_anchor_a: Vec2::X, local_anchor_b: Vec2::ZERO, lower: 0.0, upper: 3.0 };
    world.add_joint([a, b], rope).unwrap();
    world.step(DT).unwrap();
    let text = serde_json::to_string(&registry().save(&world).unwrap()).unwrap();
    let changed = text.replacen(from, to, 1);
    assert_ne!(text, changed);
    let error = registry().load(&mut serde_json::Deserializer::from_str(&changed)).unwrap_err().to_string();
    assert!(error.contains(words), "`{error}` does not say `{words}`");
}

#[test]
fn data_that_means_nothing() {
    refused("\"distance\"", "\"string\"", "no type of joint is called `string`");
    refused("\"mass\":1.0", "\"mass\":-1.0", "mass of a body is -1");
    refused("\"substeps\":4", "\"substeps\":0", "0 substeps");
    refused("\"max_angular_speed\":null", "\"max_angular_speed\":0.0", "greatest angular speed is 0");
    refused("\"version\":4", "\"version\":9", "saved in version 9");
    refused("\"bodies\":[{", "\"bodies\":[{\"index\":7,\"generation\":0},{", "has 3 bodies, not 2");
    refused("\"bodies\":[{\"index\":0", "\"bodies\":[{\"index\":5", "holds a body that is not there");
    refused("\"free\":[]", "\"free\":[0]", "place 0 is not free");
    refused("\"max_force\":\"inf\"", "\"max_force\":-2.0", "max force of a joint is -2");
    refused("\"impulses\":[", "\"impulses\":[0.0,", "impulses");
    refused("\"Colour\":0", "\"Colour\":64", "do not have free");
    refused("\"h\":0.00", "\"h\":0e-", "substep of no length");
}

#[test]
fn types_that_are_not_listed() {
    let world = scene(Stepping::Substeps).world;
    let error = Registry::new().with::<PivotJoint>("pivot").save(&world).map(|_| ()).unwrap_err();
    assert!(matches!(error, Error::UnregisteredJoint { joint } if joint.ends_with("DistanceJoint")), "{error}");
    let text = error.to_string();
    assert!(text.contains("type `DistanceJoint`") && text.contains("Registry::with"), "{text}");
    let twice = Registry::new().with::<PivotJoint>("a").with::<DistanceJoint>("a");
    assert_eq!(twice.save(&World::new()).map(|_| ()).unwrap_err(), Error::NameTwice { name: "a" });
    assert!(twice.load(&mut serde_json::Deserializer::from_str("[]")).is_err());
}

/// A removed joint leaves its id, so its type has to be listed too. The text names the type as a user imports it.
#[test]
fn types_of_removed_joints_have_to_be_listed() {
    let mut world = World::new();
    let ball = world.add_body(Body::dynamic(1.0, 1.0)).unwrap();
    let grip = MouseJoint::at(&world, [ball], Vec2::ZERO).unwrap();
    let grip = world.add_joint([ball], grip).unwrap();
    world.step(DT).unwrap();
    world.remove_joint(grip).unwrap();
    world.step(DT).unwrap();
    let error = registry().save(&world).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("has, or had, joints of the type `MouseJoint`"), "{error}");

    let registry = Registry::new().with_catalogue();
    let text = serde_json::to_string(&registry.save(&world).unwrap()).unwrap();
    let mut loaded = registry.load(&mut serde_json::Deserializer::from_str(&text)).unwrap();
    assert!(matches!(loaded.joint(grip), Err(Error::UnknownJoint { missing: Missing::Removed, .. })));
    // The old id stays an id of nothing.
    let next = MouseJoint::at(&loaded, [ball], Vec2::ZERO).unwrap();
    assert_ne!(loaded.add_joint([ball], next).unwrap(), grip);
}

/// An upper limit that may be infinite, and a list of such limits.
#[constraint(|a, b| (b.position.distance(a.position)).within(..=self.most))]
#[derive(Serialize, Deserialize)]
struct Plain {
    most: Scalar,
    notes: Vec<(String, Option<Scalar>)>,
}

/// The same, saved by the crate's own module.
#[constraint(|a, b| (b.position.distance(a.position)).within(..=self.most))]
#[derive(Serialize, Deserialize)]
struct Worded {
    #[serde(with = "constraint_core::saved::number")]
    most: Scalar,
}

/// JSON writes infinity as `null` and then does not load it, so saving fails and names the field.
#[test]
fn an_infinite_field_fails_when_it_is_saved_as_text() {
    let registry = Registry::new().with::<Plain>("plain").with::<Worded>("worded");
    let saved = |plain: Option<Plain>, most| {
        let mut world = World::new();
        let [a, b] = [1.0, 2.0].map(|mass| world.add_body(Body::dynamic(mass, 1.0)).unwrap());
        plain.map(|joint| world.add_joint([a, b], joint).unwrap());
        let id = world.add_joint([a, b], Worded { most }).unwrap();
        serde_json::to_string(&registry.save(&world).unwrap()).map(|text| (text, id)).map_err(|error| error.to_string())
    };
    let infinite = Scalar::INFINITY;
    let error = saved(Some(Plain { most: infinite, notes: vec![] }), 1.0).unwrap_err();
    assert!(error.contains("a joint `plain` has an infinite `most`"), "{error}");
    assert!(error.contains("constraint_core::saved::number"), "{error}");
    // Inside an option, `null` would load as `None`.
    let notes = vec![("at most".to_owned(), Some(infinite))];
    let error = saved(Some(Plain { most: 2.0, notes }), 1.0).unwrap_err();
    assert!(error.contains("infinite `notes`"), "{error}");

    let notes = vec![("none".to_owned(), None), ("at most".to_owned(), Some(2.0))];
    let (text, id) = saved(Some(Plain { most: 2.0, notes }), infinite).unwrap();
    let loaded = registry.load(&mut serde_json::Deserializer::from_str(&text)).unwrap();
    assert!(loaded.joint(id).unwrap().most.is_infinite());
}

/// The JSON of a world with two ropes that have options.
fn ropes() -> serde_json::Value {
    let mut world = World::new();
    let bodies = [1.0, 2.0, 3.0].map(|mass| world.add_body(Body::dynamic(mass, 1.0)).unwrap());
    let rope = DistanceJoint { local_anchor_a: Vec2::X, local_anchor_b: Vec2::ZERO, lower: 0.0, upper: 3.0 };
    for pair in [[0, 1], [1, 2]] {
        let joint = world.add_joint(pair.map(|body: usize| bodies[body]), rope).unwrap();
        let options = JointOptions { max_force: 7.0, break_force: 1e-6, ..JointOptions::default() };
        world.set_joint_options(joint, options).unwrap();
    }
    world.step(DT).unwrap();
    serde_json::to_value(registry().save(&world).unwrap()).unwrap()
}

/// The world of the [`ropes`], after a change of its data.
fn changed(change: impl FnOnce(&mut serde_json::Value)) -> Result<World, String> {
    let mut json = ropes();
    change(&mut json);
    registry().load(json).map_err(|error| error.to_string())
}

#[test]
fn what_a_file_says_twice_is_refused() {
    type Change = fn(&mut serde_json::Value);
    assert_eq!(changed(|_| ()).unwrap().joints::<DistanceJoint>().count(), 2);
    let cases: [(Change, &str); 5] = [
        // A joint type: its first joints would be ghosts, which hold bodies and cannot be removed.
        (|json| json[1] = [json[1][0].clone(), json[1][0].clone()].into(), "DistanceJoint` are listed twice"),
        // A colour of joints that share a body.
        (
            |json| {
                let first = json[1][0][1]["joints"]["places"][0][1]["kept"]["turn"].clone();
                json[1][0][1]["joints"]["places"][1][1]["kept"]["turn"] = first;
            },
            "has a colour that its bodies do not have free",
        ),
        // A place in the order of joints that are solved one by one.
        (
            |json| {
                for joint in 0..2 {
                    let turn = &mut json[1][0][1]["joints"]["places"][joint][1]["kept"]["turn"];
                    *turn = serde_json::json!({"Overflow": 0});
                }
            },
            "listed twice: (\"without a colour\"",
        ),
        // A place that has given all of its keys, as free.
        (
            |json| {
                json[0]["bodies"]["places"].as_array_mut().unwrap().push(serde_json::json!([u32::MAX, null]));
                json[0]["bodies"]["free"] = [3].into();
            },
            "place 3 is not free",
        ),
        // A joint that has broken.
        (
            |json| {
                let key = serde_json::json!({"index": 0, "generation": 0});
                json[1][0][1]["broken"] = [key.clone(), key].into();
            },
            "listed twice: Key",
        ),
    ];
    for (change, words) in cases {
        let error = changed(change).map(|_| ()).unwrap_err();
        assert!(error.contains(words), "`{error}` does not say `{words}`");
    }
    // A joint type under two names of the registry.
    let mut json = ropes();
    let mut other = json[1][0].clone();
    other[0] = "rope".into();
    json[1].as_array_mut().unwrap().push(other);
    let error = registry().with::<DistanceJoint>("rope").load(json).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("DistanceJoint` are listed twice"), "{error}");
}

/// One bit is off, as after a parser that rounds twice.
#[test]
fn a_format_that_loses_bits_is_refused() {
    for (at, lost) in [28.274_333_882_308_134, 3.741_657_386_773_941_8, 1.105_170_918_075_647_5].into_iter().enumerate()
    {
        let error = changed(|json| json[0]["every_bit"][at] = lost.into()).map(|_| ()).unwrap_err();
        assert!(error.contains("float_roundtrip") && error.contains(&lost.to_string()), "{error}");
    }
}

/// JSON would have `null` for its anchor, which no world loads.
#[test]
fn a_world_with_a_spoiled_joint_is_not_saved() {
    let mut scene = scene(Stepping::Substeps);
    scene.world.step(DT).unwrap();
    let good = scene.world.joint(scene.rope).unwrap().local_anchor_a;
    scene.world.joint_mut(scene.rope).unwrap().local_anchor_a.x = Scalar::NAN;
    let error = registry().save(&scene.world).map(|_| ()).unwrap_err();
    assert!(matches!(error, Error::InvalidJoint { id: Some(id), .. } if id == scene.rope), "{error}");
    assert!(error.to_string().contains("local_anchor_a"), "{error}");
    scene.world.joint_mut(scene.rope).unwrap().local_anchor_a = good;
    assert!(registry().save(&scene.world).is_ok());
}

/// Whatever number a file takes, later worlds have others, and can be saved and loaded themselves.
#[test]
fn worlds_after_a_loaded_one_have_ids_of_their_own() {
    let last = (1_u64 << 53) - 1;
    let loaded = changed(|json| json[0]["number"] = last.into()).unwrap();
    let (old, _) = loaded.bodies().next().unwrap();
    for _ in 0..100 {
        let mut world = World::new();
        let new = world.add_body(Body::fixed()).unwrap();
        assert_ne!(new, old);
        assert!(world.body(old).is_err() && loaded.body(new).is_err());
        assert!(reloaded(&world).body(new).is_ok());
    }
    // The number that the next world would have had.
    let mut next = 0;
    changed(|json| next = json[0]["number"].as_u64().unwrap() + 100).unwrap();
    let loaded = changed(|json| json[0]["number"] = next.into()).unwrap();
    let (old, _) = loaded.bodies().next().unwrap();
    for _ in 0..1000 {
        let mut world = World::new();
        assert_ne!(world.add_body(Body::fixed()).unwrap(), old);
    }
    let error = changed(|json| json[0]["number"] = (last + 1).into()).map(|_| ()).unwrap_err();
    assert!(error.contains("number of the world is 9007199254740992"), "{error}");
}
