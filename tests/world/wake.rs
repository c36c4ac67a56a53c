//! What wakes an island that sleeps, and what does not.

use constraint_core::joints::PivotJoint;
use constraint_core::{Body, BodyId, JointId, JointOptions, Vec2, World};

use crate::rest::{asleep, bits, changes, hanging, sleepy};
use crate::support::{DT, add, steps};
use crate::user::Level;

/// Something that an owner does to a world with a pendulum.
type Touch = (&'static str, fn(&mut World, [BodyId; 2], JointId<PivotJoint>));

const WAKING: [Touch; 17] = [
    ("wake", |world, [_, bob], _| world.wake(bob).unwrap()),
    ("wake its holder", |world, [holder, _], _| world.wake(holder).unwrap()),
    ("position", |world, [_, bob], _| world.body_mut(bob).unwrap().set_position(-Vec2::X).unwrap()),
    ("velocity", |world, [_, bob], _| world.body_mut(bob).unwrap().set_linear_velocity(Vec2::X).unwrap()),
    ("spin", |world, [_, bob], _| world.body_mut(bob).unwrap().set_angular_velocity(1.0).unwrap()),
    ("mass", |world, [_, bob], _| world.body_mut(bob).unwrap().set_mass(3.0).unwrap()),
    ("force", |world, [_, bob], _| world.body_mut(bob).unwrap().set_force(Vec2::X).unwrap()),
    ("torque", |world, [_, bob], _| world.body_mut(bob).unwrap().set_torque(1.0).unwrap()),
    ("move the holder", |world, [holder, _], _| world.body_mut(holder).unwrap().set_position(Vec2::X).unwrap()),
    ("drive the holder", |world, [holder, _], _| {
        world.body_mut(holder).unwrap().set_linear_velocity(Vec2::X * 0.01).unwrap();
    }),
    ("joint_mut", |world, _, joint| world.joint_mut(joint).unwrap().local_anchor_b = Vec2::Y * 2.0),
    ("options", |world, _, joint| {
        world.set_joint_options(joint, JointOptions { max_force: 1.0, ..JointOptions::default() }).unwrap();
    }),
    ("remove the joint", |world, _, joint| assert!(world.remove_joint(joint).is_ok())),
    ("add a joint", |world, [_, bob], _| assert!(world.add_joint([bob], Level { height: 0.0 }).is_ok())),
    ("remove the holder", |world, [holder, _], _| assert!(world.remove_body(holder).is_ok())),
    ("gravity", |world, _, _| world.set_gravity(Vec2::X).unwrap()),
    ("no more sleep", |world, _, _| world.set_sleep(None).unwrap()),
];

#[test]
fn every_touch_wakes() {
    for (name, touch) in WAKING {
        let mut world = sleepy();
        let (holder, bob, joint) = hanging(&mut world, Body::kinematic());
        steps(&mut world, 60, DT);
        assert!(asleep(&world, bob), "{name}");
        touch(&mut world, [holder, bob], joint);
        steps(&mut world, 1, DT);
        assert!(!asleep(&world, bob), "{name}");
        assert_eq!(changes(&world), (vec![], vec![bob]), "{name}");
        // It is not asleep again before its time.
        steps(&mut world, 25, DT);
        assert!(!asleep(&world, bob), "{name}");
    }
}

const HARMLESS: [Touch; 7] = [
    ("read", |world, [_, bob], joint| {
        let read = (world.body(bob).is_ok(), world.joint(joint).is_ok(), world.body_mut(bob).is_ok());
        assert_eq!(read, (true, true, true));
    }),
    ("the same force", |world, [_, bob], _| world.body_mut(bob).unwrap().set_force(Vec2::ZERO).unwrap()),
    ("refused", |world, [_, bob], _| assert!(world.body_mut(bob).unwrap().set_mass(0.0).is_err())),
    ("the same gravity", |world, _, _| world.set_gravity(Vec2::new(0.0, -9.81)).unwrap()),
    ("another body", |world, _, _| {
        let other = add(world, Body::dynamic(1.0, 1.0));
        world.remove_body(other).unwrap();
    }),
    ("another joint of the holder", |world, [holder, _], _| {
        let other = add(world, Body::dynamic(1.0, 1.0));
        let pivot = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO };
        world.add_joint([holder, other], pivot).unwrap();
    }),
    ("substeps", |world, _, _| world.set_substeps(8).unwrap()),
];

#[test]
fn nothing_else_wakes() {
    for (name, touch) in HARMLESS {
        let mut world = sleepy();
        let (holder, bob, joint) = hanging(&mut world, Body::kinematic());
        steps(&mut world, 60, DT);
        let before = bits(&world, bob);
        touch(&mut world, [holder, bob], joint);
        steps(&mut world, 2, DT);
        assert!(asleep(&world, bob), "{name}");
        assert_eq!(bits(&world, bob), before, "{name}");
    }
}

#[test]
fn a_touched_body_wakes_at_once_and_its_island_with_the_step() {
    let mut world = sleepy();
    let (_, top, _) = hanging(&mut world, Body::fixed());
    let mut chain = vec![top];
    for link in [2.0, 3.0] {
        let next = add(&mut world, Body::dynamic(2.0, 0.5).at(-Vec2::Y * link));
        let pivot = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::Y };
        world.add_joint([chain[chain.len() - 1], next], pivot).unwrap();
        chain.push(next);
    }
    let (_, other, _) = hanging(&mut world, Body::fixed().at(Vec2::X * 5.0));
    steps(&mut world, 60, DT);
    assert!(chain.iter().all(|body| asleep(&world, *body)) && asleep(&world, other));

    world.body_mut(chain[2]).unwrap().set_force(Vec2::X).unwrap();
    assert!(!asleep(&world, chain[2]) && asleep(&world, chain[0]));
    let before = bits(&world, other);
    steps(&mut world, 1, DT);
    assert_eq!(changes(&world), (vec![], chain.clone()));
    assert!(chain.iter().all(|body| !asleep(&world, *body)));
    assert!(asleep(&world, other));
    assert_eq!(bits(&world, other), before);
}
