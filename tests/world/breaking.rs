//! Joints that break, and joints that act on a part of their error.

use std::f64::consts::TAU;

use constraint_core::joints::{PivotJoint, PulleyJoint, RevoluteJoint};
use constraint_core::{
    AnyJointId, Body, BodyId, Cause, Constraint, Error, Event, JointId, JointOptions, Missing, OnBreak, Real, Scalar,
    Sleep, Softness, Vec2, World,
};

use crate::H;
use crate::support::{DT, G, add, steps, weightless};
use crate::user::Level;
use crate::{WEIGHED, assert_near};

const NONE: JointOptions = JointOptions {
    softness: None,
    max_force: Scalar::INFINITY,
    max_error: Scalar::INFINITY,
    break_force: Scalar::INFINITY,
    break_error: Scalar::INFINITY,
    on_break: OnBreak::Remove,
    enabled: true,
};

/// A body of 2 kg whose height is held, with these options.
fn held(world: &mut World, options: JointOptions) -> (BodyId, JointId<Level>) {
    let body = add(world, Body::dynamic(2.0, 1.0));
    let joint = world.add_joint([body], Level { height: 0.0 }).unwrap();
    world.set_joint_options(joint, options).unwrap();
    (body, joint)
}

/// The only event of the last step: a broken joint.
#[track_caller]
fn broken(world: &World) -> (AnyJointId, Cause, bool) {
    let events: Vec<Event> = world.events().collect();
    let [Event::Broken { joint, cause, removed }] = events[..] else { panic!("{events:?}") };
    (joint, cause, removed)
}

#[test]
fn the_default_breaks_nothing() {
    assert_eq!(JointOptions::default(), NONE);
    assert_eq!(OnBreak::default(), OnBreak::Remove);
}

#[test]
fn a_joint_breaks_under_more_than_its_force_and_not_under_less() {
    // The weight is 19.62 N, found to the rounding of a velocity of 0.04 m/s over h.
    let mut world = World::new();
    held(&mut world, JointOptions { break_force: 19.64, ..NONE });
    for _ in 0..240 {
        steps(&mut world, 1, DT);
        assert_eq!(world.events().count(), 0);
    }
    let mut world = World::new();
    let (body, joint) = held(&mut world, JointOptions { break_force: 19.60, ..NONE });
    steps(&mut world, 1, DT);
    let (id, cause, removed) = broken(&world);
    assert!(id == joint && removed);
    let Cause::Force(force) = cause else { panic!("{cause:?}") };
    assert_near(force, 2.0 * G, WEIGHED);
    // It has held for the first of four substeps, and falls for the other three.
    assert_near(world.body(body).unwrap().linear_velocity().y, -3.0 * G * H, 1e-6);
}

#[test]
fn a_pendulum_tears_off_where_its_pull_says() {
    let mut world = World::new();
    world.set_substeps(32).unwrap();
    let ground = add(&mut world, Body::fixed());
    let bob = add(&mut world, Body::dynamic(2.0, 0.5).at(Vec2::X));
    let pivot = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: -Vec2::X };
    let joint = world.add_joint([ground, bob], pivot).unwrap();
    // Fallen by the angle φ, l = 1, I + m l² = 2.5: ω² = 1.6 g sin φ; the pull is m(g sin φ + ω²) = 5.2 g sin φ along the
    // arm and m(g − 0.8 g) cos φ = 0.4 g cos φ across it. For φ = 30°:
    let pull = Scalar::from_f64(9.81 * 2.6_f64.hypot(0.4 * 0.75_f64.sqrt()));
    world.set_joint_options(joint, JointOptions { break_force: pull, ..NONE }).unwrap();
    let step = (0..60).position(|_| {
        steps(&mut world, 1, DT);
        world.events().count() > 0
    });
    assert!(step.is_some());
    let Cause::Force(force) = broken(&world).1 else { panic!("not by force") };
    // Within a substep the pull grows by 5.2 g cos φ ω h = 0.06 N.
    assert!(force > pull && force < pull + 0.1, "{force} {pull}");
    // ω = √(0.8 g), of first order in ωh = 0.0015; once torn off it turns evenly.
    let spin = world.body(bob).unwrap().angular_velocity();
    assert_near(spin, -Scalar::sqrt(0.8 * G), 5e-3);
    steps(&mut world, 30, DT);
    assert_eq!(world.body(bob).unwrap().angular_velocity(), spin);
}

#[test]
fn a_joint_breaks_at_its_stretch() {
    let mut world = World::new();
    world.set_substeps(40).unwrap();
    // It stretches by g/ω² (1 − cos ωt), which is g/ω² at a quarter of a second.
    let stretch = Scalar::from_f64(9.81 / TAU.powi(2));
    let soft = JointOptions { softness: Some(Softness::new(1.0, 0.0)), break_error: stretch, ..NONE };
    held(&mut world, soft);
    let step = (1..60).find(|_| {
        steps(&mut world, 1, DT);
        world.events().count() > 0
    });
    // Step 15 ends at that time; implicit Euler takes ω²ht/4 = 1e-3 of the swing by then, which comes after it.
    assert!(matches!(step, Some(15 | 16)), "{step:?}");
    let Cause::Error(error) = broken(&world).1 else { panic!("not by its error") };
    // A substep adds g/ω h = 6.5e-4 m.
    assert!(error > stretch && error < stretch + 7e-4, "{error} {stretch}");
}

/// A bob on a hinge at the origin, its arm of 1 m level.
fn hinged(spring: Softness, options: JointOptions) -> (World, JointId<RevoluteJoint>) {
    let mut world = World::new();
    let hinge = RevoluteJoint {
        local_anchor_a: Vec2::ZERO,
        local_anchor_b: -Vec2::X,
        reference_angle: 0.0,
        target_angle: 0.0,
        spring,
        motor_speed: 0.0,
        max_motor_torque: 0.0,
        lower: -Scalar::INFINITY,
        upper: Scalar::INFINITY,
    };
    let ends = [Body::fixed(), Body::dynamic(1.0, 0.1).at(Vec2::X)].map(|body| add(&mut world, body));
    let joint = world.add_joint(ends, hinge).unwrap();
    world.set_joint_options(joint, options).unwrap();
    (world, joint)
}

#[test]
fn a_spring_that_is_none_is_no_error() {
    let (none, weak) = (Softness::new(0.0, 1.0), Softness::new(0.1, 0.0));
    let (mut world, _) = hinged(none, JointOptions { break_error: 0.01, ..NONE });
    // It falls and comes up on the other side: 180° and back.
    for _ in 0..120 {
        steps(&mut world, 1, DT);
        assert_eq!(world.events().count(), 0);
        // ω²r of 19.6 m/s² and gravity stretch it by 29/ω² of its stiffness, 2π·60.6 Hz: 2e-4 m.
        assert!(world.max_position_error() < 1e-3, "{} m", world.max_position_error());
    }
    let (mut world, joint) = hinged(weak, JointOptions { break_error: 1.0, ..NONE });
    let step = (1..60).find(|_| {
        steps(&mut world, 1, DT);
        world.events().count() > 0
    });
    // Falling freely, but for a spring of a tenth of a hertz, it is at a radian in half a second.
    assert!(step.is_some_and(|step| (25..40).contains(&step)), "{step:?}");
    assert_eq!(broken(&world).0, AnyJointId::from(joint));
}

#[test]
fn a_bound_on_the_error_is_one_of_rows_without_springs() {
    // The spring is off by up to three radians; the hinge by less than a millimetre, and is not bounded.
    let run = |max_error| {
        let (mut world, joint) = hinged(Softness::new(0.1, 0.0), JointOptions { max_error, ..NONE });
        steps(&mut world, 60, DT);
        (world.position_error(joint).unwrap(), world.impulse(joint).unwrap())
    };
    assert_eq!(run(0.01), run(1e9));
    // With the spring's error in the norm, both would have been scaled down.
    assert!(run(0.01).0[0].abs() > 1.0, "{:?}", run(0.01).0);
}

#[test]
fn what_broke_is_there_until_the_next_step() {
    let mut world = World::new();
    let (body, joint) = held(&mut world, JointOptions { break_force: 1.0, ..NONE });
    steps(&mut world, 1, DT);
    assert_eq!(broken(&world).0, joint);
    assert_eq!(*world.joint(joint).unwrap(), Level { height: 0.0 });
    assert_eq!(world.joint_bodies(joint).unwrap(), [body]);
    // What broke it, to the rounding of v over h.
    assert_near(world.reaction(joint).unwrap()[0].y, 2.0 * G, WEIGHED);
    steps(&mut world, 1, DT);
    assert_eq!(world.events().count(), 0);
    assert_eq!(world.joint(joint).unwrap_err(), Error::UnknownJoint { joint: joint.into(), missing: Missing::Removed });
}

#[test]
fn a_joint_can_be_disabled_instead() {
    let mut world = World::new();
    let options = JointOptions { break_force: 1.0, on_break: OnBreak::Disable, ..NONE };
    let (_, joint) = held(&mut world, options);
    steps(&mut world, 1, DT);
    let (id, _, removed) = broken(&world);
    assert!(id == joint && !removed);
    assert_eq!(world.joint_options(joint).unwrap(), options);
    steps(&mut world, 1, DT);
    assert_eq!(world.events().count(), 0);
    assert_eq!(world.joint_options(joint).unwrap(), JointOptions { enabled: false, ..options });
    assert_eq!(world.impulse(joint).unwrap(), [0.0]);

    // Enabled again, it breaks again.
    world.set_joint_options(joint, options).unwrap();
    steps(&mut world, 1, DT);
    assert_eq!(broken(&world).0, joint);
    // Mended before the next step, it holds.
    world.set_joint_options(joint, NONE).unwrap();
    steps(&mut world, 60, DT);
    assert_near(world.reaction(joint).unwrap()[0].y, 2.0 * G, WEIGHED);
    assert!(world.joint_options(joint).unwrap().enabled);
}

#[test]
fn a_joint_that_yields_does_not_break() {
    let mut world = World::new();
    let (body, joint) = held(&mut world, JointOptions { max_force: 5.0, break_force: 5.01, ..NONE });
    steps(&mut world, 60, DT);
    assert!(world.joint(joint).is_ok());
    // 240 substeps of gravity, warm start, solve and relax, each off by up to 2.4e-7.
    assert_near(world.body(body).unwrap().linear_velocity().y, -G + 2.5, 3e-4);
}

#[test]
fn a_refused_step_breaks_nothing() {
    let mut world = World::new();
    let options = JointOptions { break_force: 1.0, ..NONE };
    let (_, joint) = held(&mut world, options);
    let wild = add(&mut world, Body::dynamic(1.0, 1.0).moving(Vec2::X * Scalar::MAX).at(Vec2::X * Scalar::MAX));
    assert_eq!(world.step(DT).unwrap_err(), Error::Diverged { body: wild });
    assert_eq!(world.events().count(), 0);
    world.remove_body(wild).unwrap();
    steps(&mut world, 1, DT);
    assert_eq!(broken(&world).0, joint);
}

#[test]
fn several_break_in_the_order_of_the_joints() {
    let mut world = World::new();
    let joints = [3.0, 100.0, 1.0].map(|break_force| held(&mut world, JointOptions { break_force, ..NONE }).1);
    steps(&mut world, 1, DT);
    let found: Vec<AnyJointId> = world
        .events()
        .map(|event| match event {
            Event::Broken { joint, .. } => joint,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(found, [joints[0], joints[2]]);
}

#[test]
fn a_bounded_error_is_taken_out_as_slowly_as_it_says() {
    let mut world = weightless();
    let (body, joint) = held(&mut world, JointOptions { max_error: 0.01, ..NONE });
    world.body_mut(body).unwrap().set_position(Vec2::Y).unwrap();
    // A substep takes (hω)² / (1 + hω(2ζ + hω)) of the error that it sees, with hω = 2π·0.2525 and ζ = 1.6.
    let turn = 0.2525 * TAU;
    let rate = turn * turn / (1.0 + turn * (3.2 + turn));
    for step in 1..=60 {
        steps(&mut world, 1, DT);
        let expected = 1.0 - 0.01 * rate * 4.0 * f64::from(step);
        // 240 roundings of 6e-8.
        assert_near(world.body(body).unwrap().position().y, Scalar::from_f64(expected), 1.5e-5);
    }
    steps(&mut world, 120, DT);
    // The last centimetre goes as ever.
    assert_near(world.position_error(joint).unwrap()[0], 0.0, 1e-6);
    assert_near(world.body(body).unwrap().linear_velocity().y, 0.0, 1e-6);
}

#[test]
fn a_bounded_spring_pulls_evenly() {
    let mut world = weightless();
    world.set_substeps(40).unwrap();
    let soft = JointOptions { softness: Some(Softness::new(1.0, 0.0)), max_error: 0.1, ..NONE };
    let (body, _) = held(&mut world, soft);
    world.body_mut(body).unwrap().set_position(Vec2::Y * 5.0).unwrap();
    steps(&mut world, 30, DT);
    // ω² · 0.1 m for half a second; an implicit step feels its own motion: less by ω²h t/2 = 0.4 %.
    let expected = -Scalar::from_f64(TAU.powi(2) * 0.1 * 0.5);
    assert_near(world.body(body).unwrap().linear_velocity().y, expected, 0.012);
}

#[test]
fn bounds_that_are_not_reached_change_no_bit() {
    let run = |options: JointOptions| {
        let mut world = World::new();
        let ground = add(&mut world, Body::fixed());
        let pivot = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: -Vec2::X };
        let bodies = [1.0, 2.0].map(|mass| add(&mut world, Body::dynamic(mass, 0.1).at(Vec2::X)));
        let joints = bodies.map(|body| world.add_joint([ground, body], pivot).unwrap());
        world.set_joint_options(joints[0], options).unwrap();
        steps(&mut world, 120, DT);
        bodies.map(|body| format!("{:?}", world.body(body).unwrap().state()))
    };
    assert_eq!(run(JointOptions { max_error: 1.0, break_force: 1e9, break_error: 1.0, ..NONE }), run(NONE));
}

/// A joint keeps its colour whatever its options, so nothing is solved in another order.
#[test]
fn bounds_that_are_not_reached_change_no_bit_of_a_net() {
    let bounds = JointOptions { max_force: 1e9, max_error: 1e3, break_force: 1e9, break_error: 1e3, ..NONE };
    let run = |options: JointOptions| {
        let mut world = World::new();
        let side = 8_u8;
        let mut bodies = Vec::new();
        let mut joints = Vec::new();
        for place in 0..side * side {
            let at = Vec2::new(Scalar::from(place / side), -Scalar::from(place % side));
            let body = if place % side == 0 { Body::fixed() } else { Body::dynamic(1.0, 0.2) };
            bodies.push(add(&mut world, body.at(at)));
            for (step, way) in [(1, -Vec2::Y), (side, Vec2::X)] {
                if place >= step && (step > 1 || place % side > 0) {
                    let pivot = PivotJoint { local_anchor_a: 0.5 * way, local_anchor_b: -0.5 * way };
                    let pair = [place - step, place].map(|place| bodies[usize::from(place)]);
                    joints.push(world.add_joint(pair, pivot).unwrap());
                }
            }
        }
        // Some have bounds from the start, some for a while, some in the end.
        for (number, &joint) in joints.iter().enumerate().filter(|(number, _)| number % 3 > 0) {
            world.set_joint_options(joint, if number % 2 == 0 { options } else { NONE }).unwrap();
        }
        for &joint in joints.iter().step_by(5) {
            steps(&mut world, 2, DT);
            world.set_joint_options(joint, options).unwrap();
        }
        for &joint in joints.iter().step_by(4) {
            steps(&mut world, 2, DT);
            world.set_joint_options(joint, NONE).unwrap();
        }
        let states: Vec<_> = bodies.iter().map(|body| format!("{:?}", world.body(*body).unwrap().state())).collect();
        let impulses: Vec<_> = joints.iter().map(|joint| world.impulse(*joint).unwrap()).collect();
        (states, format!("{impulses:?}"))
    };
    assert_eq!(run(bounds), run(NONE));
}

#[test]
fn bounds_that_mean_nothing() {
    let mut world = World::new();
    let (_, joint) = held(&mut world, NONE);
    let nan = Scalar::NAN;
    let cases = [
        (JointOptions { max_error: -1.0, ..NONE }, "max error of a joint is -1"),
        (JointOptions { max_error: nan, ..NONE }, "max error of a joint is NaN"),
        (JointOptions { break_force: -1.0, ..NONE }, "break force of a joint is -1"),
        (JointOptions { break_force: nan, ..NONE }, "break force of a joint is NaN"),
        (JointOptions { break_error: -1.0, ..NONE }, "break error of a joint is -1"),
        (JointOptions { break_error: nan, ..NONE }, "break error of a joint is NaN"),
    ];
    for (options, words) in cases {
        let message = world.set_joint_options(joint, options).unwrap_err().to_string();
        assert!(message.contains(words), "{message}");
    }
    assert_eq!(world.joint_options(joint).unwrap(), NONE);
}

#[test]
fn a_body_that_fell_asleep_as_its_joint_broke_wakes_and_falls() {
    let mut world = World::new();
    // The joint holds the body for the only substep of the first step and breaks at its end. So the body is at rest then.
    world.set_substeps(1).unwrap();
    world.set_sleep(Some(Sleep { time: 0.5 * DT, ..Sleep::default() })).unwrap();
    let (body, joint) = held(&mut world, JointOptions { break_force: 1.0, ..NONE });
    steps(&mut world, 1, DT);
    let events: Vec<Event> = world.events().collect();
    let [Event::Broken { joint: broken, .. }, Event::FellAsleep { body: asleep }] = events[..] else {
        panic!("{events:?}")
    };
    assert!(broken == joint && asleep == body);
    steps(&mut world, 10, DT);
    // Ten roundings of a velocity of less than 2 m/s.
    assert_near(world.body(body).unwrap().linear_velocity().y, -10.0 * G * DT, 20.0 * Scalar::EPSILON);
}

/// `build` makes a world without gravity, a body with a force on it, and a joint that breaks under this force.
///
/// A step that is refused breaks nothing: the joint holds in the next step if the force is gone by then.
fn assert_refused_step_breaks_nothing<J: Constraint>(build: impl Fn() -> (World, BodyId, JointId<J>)) {
    let (mut world, _, joint) = build();
    steps(&mut world, 1, DT);
    assert_eq!(broken(&world).0, joint);

    let (mut world, loaded, joint) = build();
    let wild = add(&mut world, Body::dynamic(1.0, 1.0).moving(Vec2::X * Scalar::MAX).at(Vec2::X * Scalar::MAX));
    assert_eq!(world.step(DT).unwrap_err(), Error::Diverged { body: wild });
    assert!(world.impulse(joint).unwrap().as_ref().iter().all(|&impulse| impulse == 0.0));
    // Neither of these changes touches the joint.
    world.remove_body(wild).unwrap();
    world.body_mut(loaded).unwrap().set_force(Vec2::ZERO).unwrap();
    for _ in 0..10 {
        steps(&mut world, 1, DT);
        assert_eq!(world.events().count(), 0);
    }
    assert!(world.joint(joint).is_ok());
}

#[test]
fn a_refused_step_breaks_no_joint_for_the_next_step() {
    assert_refused_step_breaks_nothing(|| {
        let mut world = weightless();
        let (body, joint) = held(&mut world, JointOptions { break_force: 50.0, ..NONE });
        world.body_mut(body).unwrap().set_force(Vec2::Y * 100.0).unwrap();
        (world, body, joint)
    });
}

#[test]
fn a_refused_step_breaks_no_joint_with_one_body_in_two_places() {
    assert_refused_step_breaks_nothing(|| {
        let mut world = weightless();
        let ground = add(&mut world, Body::fixed());
        let block = add(&mut world, Body::dynamic(2.0, 1.0).at(Vec2::Y * -2.0).pushed(Vec2::Y * -200.0, 0.0));
        // Both stretches of the rope hold the block, with 100 N each.
        let rope = PulleyJoint {
            local_anchor_a: -Vec2::X,
            local_anchor_b: -Vec2::X,
            local_anchor_c: Vec2::X,
            local_anchor_d: Vec2::X,
            ratio: 1.0,
            lower: 4.0,
            upper: 4.0,
        };
        let rope = world.add_joint([ground, block, ground, block], rope).unwrap();
        world.set_joint_options(rope, JointOptions { break_force: 50.0, ..NONE }).unwrap();
        (world, block, rope)
    });
}
