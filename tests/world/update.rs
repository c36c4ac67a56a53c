//! Joints that change themselves between steps.

use constraint_core::joints::RatchetJoint;
use constraint_core::{Body, BodyState, Error, JointOptions, Scalar, Vec2, World, constraint};

use crate::rest::{asleep, sleepy};
use crate::support::{DT, G, add, steps, weightless};
use crate::{WEIGHED, assert_near};

/// A winch: it lifts what hangs on it by so much a step, and no further than up to its end.
#[constraint(|a| a.position.y - self.height, update = Self::wind)]
struct Winch {
    height: Scalar,
    lift: Scalar,
    end: Scalar,
    /// What was seen of the body at the last update.
    seen: BodyState,
    updates: u32,
}

impl Winch {
    fn wind(&mut self, a: &BodyState) {
        self.height = (self.height + self.lift).min(self.end);
        (self.seen, self.updates) = (*a, self.updates + 1);
    }
}

fn winch(lift: Scalar) -> Winch {
    Winch { height: 0.0, lift, end: 0.5, seen: BodyState::default(), updates: 0 }
}

#[test]
fn a_winch_lifts() {
    let mut world = World::new();
    let load = add(&mut world, Body::dynamic(2.0, 1.0));
    let joint = world.add_joint([load], winch(0.01)).unwrap();
    for step in 1..=120_u32 {
        let before = world.body(load).unwrap().state();
        steps(&mut world, 1, DT);
        let winch = world.joint(joint).unwrap();
        assert_eq!((winch.updates, winch.seen), (step, before));
    }
    // At its end, less the sag of g/ω² = 6.9e-5.
    assert_near(world.body(load).unwrap().position().y, 0.5, 1e-4);
    assert_near(world.reaction(joint).unwrap()[0].y, 2.0 * G, WEIGHED);
}

#[test]
fn what_is_disabled_does_not_change() {
    let mut world = World::new();
    let load = add(&mut world, Body::dynamic(2.0, 1.0));
    let joint = world.add_joint([load], winch(0.01)).unwrap();
    world.set_joint_options(joint, JointOptions { enabled: false, ..JointOptions::default() }).unwrap();
    steps(&mut world, 3, DT);
    assert_eq!(world.joint(joint).unwrap().updates, 0);
    world.set_joint_options(joint, JointOptions::default()).unwrap();
    steps(&mut world, 3, DT);
    assert_eq!(world.joint(joint).unwrap().updates, 3);
}

#[test]
fn a_joint_that_sleeps_does_not_update() {
    // Alone in its world, where nothing else moves, and beside a body that stays awake.
    for has_awake_body in [false, true] {
        let mut world = sleepy();
        let load = add(&mut world, Body::dynamic(2.0, 1.0));
        let joint = world.add_joint([load], winch(0.0)).unwrap();
        if has_awake_body {
            add(&mut world, Body::dynamic(1.0, 1.0));
        }
        steps(&mut world, 60, DT);
        assert!(asleep(&world, load));
        let updates = world.joint(joint).unwrap().updates;
        steps(&mut world, 10, DT);
        assert_eq!(world.joint(joint).unwrap().updates, updates);
        // The step that wakes it updates it.
        world.wake(load).unwrap();
        steps(&mut world, 1, DT);
        assert_eq!(world.joint(joint).unwrap().updates, updates + 1);
    }
}

#[test]
fn what_spoils_itself_stops_the_step_before_anything_moves() {
    let mut world = World::new();
    let load = add(&mut world, Body::dynamic(2.0, 1.0).moving(Vec2::X));
    let joint = world.add_joint([load], Winch { end: Scalar::MAX, ..winch(Scalar::MAX) }).unwrap();
    world.joint_mut(joint).unwrap().lift = Scalar::INFINITY;
    world.joint_mut(joint).unwrap().end = Scalar::INFINITY;
    let before = world.body(load).unwrap().clone();
    let error = world.step(DT).unwrap_err();
    assert!(matches!(error, Error::InvalidJoint { id: Some(id), .. } if id == joint), "{error}");
    assert!(error.to_string().contains("`height` is inf"), "{error}");
    assert_eq!(*world.body(load).unwrap(), before);
}

#[test]
fn a_ratchet_turns_one_way() {
    let mut world = weightless();
    let ground = add(&mut world, Body::fixed());
    let wheel = add(&mut world, Body::dynamic(1.0, 2.0).spinning(1.0));
    let joint = world.add_joint([ground, wheel], RatchetJoint { pitch: 0.5, tooth: 0.0 }).unwrap();
    // 1.7 rad forwards: past the tooth at 1.5, freely.
    steps(&mut world, 102, DT);
    let body = world.body(wheel).unwrap();
    assert_near(body.angle(), 1.7, 1e-5);
    assert_eq!(body.angular_velocity(), 1.0);
    assert_eq!(world.joint(joint).unwrap().tooth, 1.5);

    world.body_mut(wheel).unwrap().set_angular_velocity(-1.0).unwrap();
    world.body_mut(wheel).unwrap().set_torque(-3.0).unwrap();
    steps(&mut world, 60, DT);
    // Back to the tooth and no further: a limit that is reached does not give way.
    assert_near(world.body(wheel).unwrap().angle(), 1.5, 1e-6);
    assert_near(world.body(wheel).unwrap().angular_velocity(), 0.0, 1e-6);
    assert_eq!(world.joint(joint).unwrap().tooth, 1.5);
    // The rounding of a velocity of α h = 0.006 over h.
    assert_near(world.reaction(joint).unwrap()[1].angular, 3.0, 1e-3);
}
