//! Adding, changing and removing joints.

use std::collections::HashSet;

use constraint_core::joints::PivotJoint;
use constraint_core::{Body, Error, InvalidParameter, JointId, JointOptions, Missing, Scalar, Vec2, World};

use crate::support::{DT, G, add, steps};
use crate::user::Level;
use crate::{WEIGHED, assert_near};

#[test]
fn a_joint_tells_what_it_was_given() {
    let mut world = World::new();
    let a = add(&mut world, Body::fixed());
    let b = add(&mut world, Body::dynamic(1.0, 1.0).at(Vec2::new(3.0, 4.0)));
    let given = PivotJoint { local_anchor_a: Vec2::X, local_anchor_b: Vec2::Y };
    let id = world.add_joint([a, b], given).unwrap();
    assert_eq!(*world.joint(id).unwrap(), given);
    assert_eq!(world.joint_bodies(id).unwrap(), [a, b]);
    assert_eq!(world.position_error(id).unwrap(), [2.0, 5.0]);
    assert_eq!(world.impulse(id).unwrap(), [0.0, 0.0]);
    assert_eq!(world.reaction(id).unwrap()[1].x, 0.0);
    assert!(world.joints::<PivotJoint>().map(|(id, _)| id).eq([id]));
    assert_eq!(world.joints::<Level>().count(), 0);
    assert_eq!(world.remove_joint(id).unwrap(), given);
    assert_eq!(world.joints::<PivotJoint>().count(), 0);
}

#[test]
fn a_changed_parameter_acts_at_the_next_step() {
    let mut world = World::new();
    let body = add(&mut world, Body::dynamic(1.0, 1.0));
    let id = world.add_joint([body], Level { height: 0.0 }).unwrap();
    steps(&mut world, 30, DT);
    world.joint_mut(id).unwrap().height = 1.0;
    assert_near(world.position_error(id).unwrap()[0], -1.0, 1e-4);
    steps(&mut world, 60, DT);
    // The level, less the sag of 7e-5.
    assert_near(world.body(body).unwrap().position().y, 1.0, 1e-4);
}

#[test]
fn a_spoiled_parameter_stops_the_step_before_anything_moves() {
    let mut world = World::new();
    let body = add(&mut world, Body::dynamic(1.0, 1.0).moving(Vec2::X));
    let healthy = world.add_joint([body], Level { height: 0.0 }).unwrap();
    let id = world.add_joint([body], Level { height: 0.0 }).unwrap();
    steps(&mut world, 3, DT);
    let (before, impulse) = (world.body(body).unwrap().clone(), world.impulse(healthy).unwrap());

    world.joint_mut(id).unwrap().height = Scalar::NAN;
    for _ in 0..2 {
        let Err(Error::InvalidJoint { id: Some(named), parameter, .. }) = world.step(DT) else { panic!("not refused") };
        assert_eq!(named, id);
        assert!(matches!(parameter, InvalidParameter::Unfit { name: "height", .. }), "{parameter}");
    }
    assert_eq!(*world.body(body).unwrap(), before);
    assert_eq!(world.impulse(healthy).unwrap(), impulse);

    world.joint_mut(id).unwrap().height = 0.0;
    steps(&mut world, 1, DT);
    assert_ne!(*world.body(body).unwrap(), before);
}

#[test]
fn what_remains_keeps_its_impulses() {
    let mut world = World::new();
    let bodies = [1.0, 2.0, 3.0].map(|mass| add(&mut world, Body::dynamic(mass, 1.0)));
    let ids = bodies.map(|body| world.add_joint([body], Level { height: 0.0 }).unwrap());
    steps(&mut world, 60, DT);
    world.remove_joint(ids[0]).unwrap();
    let weights = |world: &World| [ids[1], ids[2]].map(|id| world.reaction(id).unwrap()[0].y);
    // Before and after the store is arranged anew: m g.
    for _ in 0..2 {
        let [second, third] = weights(&world);
        assert_near(second, 2.0 * G, WEIGHED);
        assert_near(third, 3.0 * G, WEIGHED);
        steps(&mut world, 1, DT);
    }
}

#[test]
fn an_id_is_never_another_joint() {
    let mut world = World::new();
    let body = add(&mut world, Body::fixed());
    let old = world.add_joint([body], Level { height: 0.0 }).unwrap();
    world.remove_joint(old).unwrap();
    let new = world.add_joint([body], Level { height: 1.0 }).unwrap();
    assert_ne!(old, new);
    let unknown = Error::UnknownJoint { joint: old.into(), missing: Missing::Removed };
    assert_eq!(world.joint(old).unwrap_err(), unknown);
    assert_eq!(world.joint_mut(old).unwrap_err(), unknown);
    assert_eq!(world.joint_bodies(old).unwrap_err(), unknown);
    assert_eq!(world.joint_options(old).unwrap_err(), unknown);
    assert_eq!(world.set_joint_options(old, JointOptions::default()).unwrap_err(), unknown);
    assert_eq!(world.impulse(old).unwrap_err(), unknown);
    assert_eq!(world.reaction(old).unwrap_err(), unknown);
    assert_eq!(world.position_error(old).unwrap_err(), unknown);
    assert_eq!(world.remove_joint(old).unwrap_err(), unknown);

    let mut other = World::new();
    let place = add(&mut other, Body::fixed());
    let foreign = other.add_joint([place], Level { height: 0.0 }).unwrap();
    let unknown = Error::UnknownJoint { joint: foreign.into(), missing: Missing::OtherWorld };
    assert_eq!(world.joint(foreign).unwrap_err(), unknown);
    assert_eq!(world.joint_mut(foreign).unwrap_err(), unknown);
    assert_eq!(world.remove_joint(foreign).unwrap_err(), unknown);
}

#[test]
fn an_id_asks_nothing_of_its_joint() {
    // `Level` is neither `Copy` nor `Eq` nor `Hash`.
    let mut world = World::new();
    let body = add(&mut world, Body::fixed());
    let ids = [0.0, 1.0].map(|height| world.add_joint([body], Level { height }).unwrap());
    let set: HashSet<JointId<Level>> = ids.into_iter().chain(ids).collect();
    assert_eq!(set.len(), 2);
    assert!(format!("{:?}", ids[0]).contains("Level"));
}
