//! What a world does for every joint, where it is stepped by sequential impulses.

use constraint_core::joints::{DistanceJoint, PulleyJoint};
use constraint_core::{
    Body, BodyId, BodyState, Cause, Event, JointOptions, Scalar, SequentialImpulses, Sleep, Stepping, Vec2, World,
    constraint,
};

use crate::rest::{asleep, bits, hanging};
use crate::support::{DT, G, add, steps};
use crate::user::Level;
use crate::{WEIGHED, assert_near};

/// A world that is stepped as Nape would.
fn iterated() -> World {
    let mut world = World::new();
    world.set_stepping(Stepping::SequentialImpulses(SequentialImpulses::default())).unwrap();
    world
}

#[test]
fn a_joint_breaks_after_the_step_that_was_too_much() {
    for (break_force, breaks) in [(19.64, false), (19.60, true)] {
        let mut world = iterated();
        let body = add(&mut world, Body::dynamic(2.0, 1.0));
        let joint = world.add_joint([body], Level { height: 0.0 }).unwrap();
        world.set_joint_options(joint, JointOptions { break_force, ..JointOptions::default() }).unwrap();
        steps(&mut world, 1, DT);
        let force = world.events().find_map(|event| match event {
            Event::Broken { cause: Cause::Force(force), removed: true, .. } => Some(force),
            _ => None,
        });
        assert_eq!(force.is_some(), breaks);
        // The weight, to the rounding of g h over h.
        if let Some(force) = force {
            assert_near(force, 2.0 * G, 1e-4);
        }
        steps(&mut world, 1, DT);
        // It has held for one step, and the body falls from the next one on.
        let fallen = if breaks { -G * DT } else { 0.0 };
        assert_near(world.body(body).unwrap().linear_velocity().y, fallen, 1e-6);
    }
}

#[test]
fn a_joint_breaks_at_its_error() {
    let mut world = iterated();
    let body = add(&mut world, Body::dynamic(2.0, 1.0).at(Vec2::Y));
    let joint = world.add_joint([body], Level { height: 0.0 }).unwrap();
    // Ten times half of the error are taken out before it is looked at: 2⁻¹⁰ m are left, less than a millimetre.
    world.set_joint_options(joint, JointOptions { break_error: 0.002, ..JointOptions::default() }).unwrap();
    steps(&mut world, 1, DT);
    assert_eq!(world.events().count(), 0);
    world.set_joint_options(joint, JointOptions { break_error: 0.0005, ..JointOptions::default() }).unwrap();
    world.body_mut(body).unwrap().set_position(Vec2::Y).unwrap();
    steps(&mut world, 1, DT);
    let Some(Event::Broken { cause: Cause::Error(error), .. }) = world.events().next() else { panic!("it holds") };
    assert_near(error, 1.0 / 1024.0, 1e-6);
}

#[test]
fn a_bounded_error_is_taken_out_a_share_at_a_time() {
    let mut world = iterated();
    world.set_gravity(Vec2::ZERO).unwrap();
    let body = add(&mut world, Body::dynamic(2.0, 1.0).at(Vec2::Y));
    let joint = world.add_joint([body], Level { height: 0.0 }).unwrap();
    world.set_joint_options(joint, JointOptions { max_error: 0.01, ..JointOptions::default() }).unwrap();
    for step in 1..=18_u8 {
        steps(&mut world, 1, DT);
        // Ten times half of a centimetre a step; 180 roundings of 6e-8.
        assert_near(world.body(body).unwrap().position().y, 1.0 - 0.05 * Scalar::from(step), 1.1e-5);
    }
}

#[test]
fn what_rests_sleeps_and_wakes_in_balance() {
    let mut world = iterated();
    world.set_sleep(Some(Sleep::default())).unwrap();
    let (_, bob, joint) = hanging(&mut world, Body::fixed());
    steps(&mut world, 60, DT);
    assert!(asleep(&world, bob));
    let before = bits(&world, bob);
    steps(&mut world, 60, DT);
    assert_eq!(bits(&world, bob), before);
    assert_near(world.reaction(joint).unwrap()[1].y, 2.0 * G, WEIGHED);
    world.wake(bob).unwrap();
    steps(&mut world, 1, DT);
    assert!(!asleep(&world, bob));
    // The impulse is the one that it slept with: nothing falls, nothing is corrected.
    assert_near(world.body(bob).unwrap().position().y, -1.0, 1e-6);
    assert_near(world.body(bob).unwrap().linear_velocity().y, 0.0, 1e-6);
}

/// A rope through a block, which takes itself in.
#[constraint(
    |block, weight, anchor| {
        let run = block.position.distance(anchor.position) + block.position.distance(weight.position);
        run.within(..=self.length)
    },
    update = Self::haul,
)]
struct Hoist {
    length: Scalar,
}

impl Hoist {
    fn haul(&mut self, _: &BodyState, _: &BodyState, _: &BodyState) {
        self.length -= 0.001;
    }
}

#[test]
fn a_joint_that_holds_a_body_twice_updates_and_breaks() {
    for mut world in [World::new(), iterated()] {
        let ground = add(&mut world, Body::fixed());
        let load = add(&mut world, Body::dynamic(2.0, 1.0).at(-Vec2::Y * 2.0));
        // The weight is the block itself: its second stretch has no length.
        let hoist = world.add_joint([load, load, ground], Hoist { length: 2.0 }).unwrap();
        steps(&mut world, 500, DT);
        assert_near(world.joint(hoist).unwrap().length, 1.5, 1e-4);
        // Raised with the rope, to the slop of a millimetre where there is one.
        assert_near(world.body(load).unwrap().position().y, -1.5, 1.5e-3);
        world.set_joint_options(hoist, JointOptions { break_force: 19.0, ..JointOptions::default() }).unwrap();
        steps(&mut world, 1, DT);
        assert!(matches!(world.events().next(), Some(Event::Broken { joint, .. }) if joint == hoist));
        steps(&mut world, 1, DT);
        assert!(world.joint(hoist).is_err());
    }
}

/// What a tool reads of joints that hold a body twice.
#[test]
fn a_joint_that_holds_a_body_twice_is_read_as_the_others() {
    let mut world = iterated();
    let bodies: [BodyId; 2] = [-1.0, 1.0].map(|x| add(&mut world, Body::dynamic(1.0, 0.1).at(Vec2::X * x)));
    let (local_anchor_a, local_anchor_b) = (Vec2::ZERO, Vec2::ZERO);
    let (local_anchor_c, local_anchor_d) = (Vec2::ZERO, Vec2::Y);
    let (ratio, lower, upper) = (1.0, 0.0, 1.0);
    let rope = PulleyJoint { local_anchor_a, local_anchor_b, local_anchor_c, local_anchor_d, ratio, lower, upper };
    let rope = world.add_joint([bodies[0], bodies[1], bodies[0], bodies[1]], rope).unwrap();
    let error = 2.0 + Scalar::sqrt(5.0) - 1.0;
    assert_near(world.position_error_any(rope.into()).unwrap()[0], error, 1e-6);
    let rod = DistanceJoint { local_anchor_a, local_anchor_b, lower, upper };
    world.add_joint(bodies, rod).unwrap();
    assert_near(world.max_position_error(), error, 1e-6);
}
