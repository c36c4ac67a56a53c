//! Islands at rest fall asleep, stay as they are, and wake as they were.

use constraint_core::joints::{MotorJoint, PivotJoint};
use constraint_core::{Body, JointOptions, Scalar, Sleep, Vec2, World};

use crate::rest::{asleep, bits, changes, hanging, sleepy};
use crate::support::{DT, G, add, steps};
use crate::{WEIGHED, assert_near};

#[test]
fn nothing_sleeps_unless_it_is_told_to() {
    let mut world = World::new();
    assert_eq!(world.sleep(), None);
    let (_, bob, _) = hanging(&mut world, Body::fixed());
    steps(&mut world, 120, DT);
    assert!(!asleep(&world, bob));
}

#[test]
fn a_resting_pendulum_sleeps_and_stays_bitwise() {
    let mut world = sleepy();
    let (ground, bob, joint) = hanging(&mut world, Body::fixed());
    let step = (1..=60).find(|_| {
        steps(&mut world, 1, DT);
        asleep(&world, bob)
    });
    // Half a second, to the rounding of its sum.
    assert!(matches!(step, Some(30 | 31)), "{step:?}");
    assert_eq!(changes(&world), (vec![bob], vec![]));
    assert!(!asleep(&world, ground));
    assert_eq!(world.body(bob).unwrap().linear_velocity(), Vec2::ZERO);
    assert_eq!(world.body(bob).unwrap().angular_velocity(), 0.0);

    let (before, time, impulse) = (bits(&world, bob), world.time(), world.impulse(joint).unwrap());
    steps(&mut world, 600, DT);
    assert_eq!(bits(&world, bob), before);
    assert_eq!(world.events().count(), 0);
    // Its joint goes on telling what it bears, and the time goes on.
    assert_eq!(world.impulse(joint).unwrap(), impulse);
    assert_near(world.reaction(joint).unwrap()[1].y, 2.0 * G, WEIGHED);
    assert!((world.time() - time - 10.0).abs() < 1e-5);
}

#[test]
fn a_swing_does_not_sleep_at_its_turning_points() {
    let mut world = sleepy();
    let ground = add(&mut world, Body::fixed());
    let bob = add(&mut world, Body::dynamic(2.0, 0.5).at(Vec2::X));
    let pivot = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: -Vec2::X };
    world.add_joint([ground, bob], pivot).unwrap();
    for _ in 0..600 {
        steps(&mut world, 1, DT);
        assert!(!asleep(&world, bob));
    }
}

#[test]
fn a_joint_to_an_awake_body_wakes_and_keeps_awake() {
    let mut world = sleepy();
    let (_, bob, _) = hanging(&mut world, Body::fixed());
    let swing = add(&mut world, Body::dynamic(0.1, 0.1).at(Vec2::X).spinning(1.0));
    world.body_mut(swing).unwrap().set_gravity_scale(0.0).unwrap();
    steps(&mut world, 60, DT);
    assert!(asleep(&world, bob) && !asleep(&world, swing));
    // It holds nothing but the centres where they are: the spin goes on, and with it the island.
    let pivot = PivotJoint { local_anchor_a: Vec2::new(1.0, 1.0), local_anchor_b: Vec2::ZERO };
    world.add_joint([bob, swing], pivot).unwrap();
    for _ in 0..120 {
        steps(&mut world, 1, DT);
        assert!(!asleep(&world, bob) && !asleep(&world, swing));
    }
}

#[test]
fn an_island_sleeps_as_a_whole() {
    let mut world = sleepy();
    let ground = add(&mut world, Body::fixed());
    let place = |local_anchor_a| PivotJoint { local_anchor_a, local_anchor_b: Vec2::ZERO };
    let [hub, still] = [0.0, 5.0].map(|x| {
        let hub = add(&mut world, Body::dynamic(50.0, 50.0).at(Vec2::X * x));
        world.add_joint([ground, hub], place(Vec2::X * x)).unwrap();
        hub
    });
    let wheel = add(&mut world, Body::dynamic(1.0, 0.1));
    world.add_joint([hub, wheel], place(Vec2::ZERO)).unwrap();
    world.add_joint([ground, wheel], MotorJoint { ratio: 1.0, rate: 1.0, max_torque: 10.0 }).unwrap();
    steps(&mut world, 120, DT);
    // The hub is as still as the other one, but its wheel turns.
    assert!(asleep(&world, still));
    assert!(!asleep(&world, hub) && !asleep(&world, wheel));
}

#[test]
fn a_lift_keeps_its_load_awake() {
    let mut world = sleepy();
    // Slower than what counts as slow.
    let (lift, load, _) = hanging(&mut world, Body::kinematic().moving(Vec2::Y * 0.01));
    steps(&mut world, 120, DT);
    assert!(!asleep(&world, load));
    // 2 s at 0.01 m/s, from −1 m; less the sag of 6.9e-5.
    assert_near(world.body(load).unwrap().position().y, -0.98, 1e-4);
    world.body_mut(lift).unwrap().set_linear_velocity(Vec2::ZERO).unwrap();
    steps(&mut world, 40, DT);
    assert!(asleep(&world, load));
}

#[test]
fn the_awake_do_not_notice_the_sleeping() {
    // The same three pendulums, of which two come to rest; joints of one type, in one store, in this order.
    let run = |sleep: Option<Sleep>| {
        let mut world = World::new();
        world.set_sleep(sleep).unwrap();
        let (_, first, _) = hanging(&mut world, Body::fixed());
        let (_, swing, _) = hanging(&mut world, Body::fixed().at(Vec2::X * 3.0));
        let (_, last, joint) = hanging(&mut world, Body::fixed().at(Vec2::X * 6.0));
        world.body_mut(swing).unwrap().set_linear_velocity(Vec2::X * 2.0).unwrap();
        let mut trace = Vec::new();
        for step in 0..300 {
            if step == 100 {
                world.joint_mut(joint).unwrap().local_anchor_b = Vec2::Y;
            }
            steps(&mut world, 1, DT);
            trace.push(format!("{:?}", world.body(swing).unwrap().state()));
        }
        assert!([first, last].iter().all(|body| asleep(&world, *body) == sleep.is_some()));
        assert!(!asleep(&world, swing));
        trace
    };
    assert_eq!(run(Some(Sleep::default())), run(None));
}

#[test]
fn what_wakes_still_bears_its_load() {
    // Woken with the impulse that it fell asleep with, also where the step has changed in between.
    for dt in [DT, 0.5 * DT] {
        let mut world = sleepy();
        let (_, bob, joint) = hanging(&mut world, Body::fixed());
        // Another one goes on, so that steps are taken.
        let ball = add(&mut world, Body::dynamic(1.0, 1.0));
        steps(&mut world, 60, DT);
        assert!(asleep(&world, bob) && !asleep(&world, ball));
        let position = world.body(bob).unwrap().position();
        steps(&mut world, 5, dt);
        assert_near(world.reaction(joint).unwrap()[1].y, 2.0 * G, WEIGHED);
        world.wake(bob).unwrap();
        steps(&mut world, 1, dt);
        assert!(!asleep(&world, bob));
        // At once in balance. At half the step the joint is stiffer: of its sag of 6.9e-5 it takes out three quarters, at
        // 0.25 a substep.
        let allowed = if dt < DT { 5.2e-5 } else { 1e-6 };
        assert_near(world.body(bob).unwrap().position().y, position.y, allowed);
        assert_near(world.reaction(joint).unwrap()[1].y, 2.0 * G, WEIGHED);
    }
}

#[test]
fn a_joint_that_breaks_lets_nobody_sleep_in_the_air() {
    let mut world = sleepy();
    let (_, bob, joint) = hanging(&mut world, Body::fixed());
    // Just before it would fall asleep, what holds it becomes too weak.
    steps(&mut world, 25, DT);
    let weak = JointOptions { break_force: 1.0, ..JointOptions::default() };
    world.set_joint_options(joint, weak).unwrap();
    steps(&mut world, 60, DT);
    assert!(world.joint(joint).is_err());
    // All but the first of 60 steps and a quarter of that one, in which it held; 240 roundings of 5e-7.
    assert_near(world.body(bob).unwrap().linear_velocity().y, -G * (1.0 - 0.25 * DT), 2e-4);
}

#[test]
fn a_body_that_leaves_takes_no_sleep_with_it() {
    let mut world = sleepy();
    let (_, bob, _) = hanging(&mut world, Body::fixed());
    steps(&mut world, 60, DT);
    let removed = world.remove_body(bob).unwrap().body;
    let again = add(&mut world, removed);
    assert!(!asleep(&world, again));
    steps(&mut world, 1, DT);
    assert_near(world.body(again).unwrap().linear_velocity().y, -G * DT, 1e-6);
}

#[test]
fn thresholds() {
    let mut world = World::new();
    world.set_gravity(Vec2::ZERO).unwrap();
    let sleep = Sleep { linear_speed: 0.1, angular_speed: 0.2, time: 0.25 };
    world.set_sleep(Some(sleep)).unwrap();
    assert_eq!(world.sleep(), Some(sleep));
    let bodies = [(0.09, 0.19), (0.11, 0.0), (0.0, 0.21)].map(|(speed, spin)| {
        let body = Body::dynamic(1.0, 1.0).moving(Vec2::X * speed).spinning(spin);
        add(&mut world, body)
    });
    steps(&mut world, 17, DT);
    assert_eq!(bodies.map(|body| asleep(&world, body)), [true, false, false]);
    // Where every speed is too fast, nothing sleeps.
    world.set_sleep(Some(Sleep { linear_speed: 0.0, ..sleep })).unwrap();
    world.wake(bodies[0]).unwrap();
    steps(&mut world, 60, DT);
    assert!(!asleep(&world, bodies[0]));

    for (sleep, words) in [
        (Sleep { linear_speed: -1.0, ..sleep }, "linear speed of sleep is -1"),
        (Sleep { angular_speed: Scalar::NAN, ..sleep }, "angular speed of sleep is NaN"),
        (Sleep { time: -1.0, ..sleep }, "time of sleep is -1"),
    ] {
        let message = world.set_sleep(Some(sleep)).unwrap_err().to_string();
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn slow_spells_do_not_add_up() {
    let mut world = World::new();
    world.set_sleep(Some(Sleep { linear_speed: 0.5, angular_speed: 0.5, time: 0.5 })).unwrap();
    let ground = add(&mut world, Body::fixed());
    let bob = add(&mut world, Body::dynamic(2.0, 0.5).at(Vec2::X));
    let pivot = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: -Vec2::X };
    world.add_joint([ground, bob], pivot).unwrap();
    // Nothing touches the swing. It is slow for 0.13 s at each turning point: for more than 0.75 s in all, but never for half a
    // second without a break.
    let mut slow_steps = 0;
    for _ in 0..720 {
        steps(&mut world, 1, DT);
        assert!(!asleep(&world, bob));
        let body = world.body(bob).unwrap();
        slow_steps += usize::from(body.linear_velocity().length() < 0.5 && body.angular_velocity().abs() < 0.5);
    }
    assert!(slow_steps > 45, "{slow_steps}");
}

#[test]
fn a_touch_starts_the_time_to_sleep_anew() {
    let mut world = sleepy();
    let (_, bob, _) = hanging(&mut world, Body::fixed());
    steps(&mut world, 25, DT);
    // It is still awake, and does not move.
    world.wake(bob).unwrap();
    steps(&mut world, 25, DT);
    assert!(!asleep(&world, bob));
    steps(&mut world, 10, DT);
    assert!(asleep(&world, bob));
}

#[test]
fn a_sleeping_joint_that_is_disabled_loses_its_impulse() {
    let mut world = sleepy();
    let (_, bob, joint) = hanging(&mut world, Body::fixed());
    steps(&mut world, 60, DT);
    assert!(asleep(&world, bob) && world.impulse(joint).unwrap() != [0.0, 0.0]);
    world.set_joint_options(joint, JointOptions { enabled: false, ..JointOptions::default() }).unwrap();
    steps(&mut world, 1, DT);
    // It had no part in the last substep.
    world.set_joint_options(joint, JointOptions::default()).unwrap();
    assert_eq!(world.impulse(joint).unwrap(), [0.0, 0.0]);
}
