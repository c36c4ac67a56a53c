//! Every refusal, that it names the thing and the way out, and that it leaves the world as it was.

use std::error::Error as _;

use constraint_core::joints::{AngleJoint, DampedSpring, MotorJoint, PivotJoint, WeldJoint};
use constraint_core::{
    Body, BodyId, Constraint, Error, JointOptions, Missing, OnBreak, Scalar, SequentialImpulses, Softness, Stepping,
    Vec2, World,
};

use crate::rest::{asleep, hanging, sleepy};
use crate::support::{DT, add, steps, weightless};
use crate::user::{Level, Mouse};

const NAN: Scalar = Scalar::NAN;
const INFINITY: Scalar = Scalar::INFINITY;

#[track_caller]
fn assert_says(error: &Error, words: &[&str]) {
    let text = error.to_string();
    for word in words {
        assert!(text.contains(word), "`{text}` does not say `{word}`");
    }
}

#[test]
fn bodies_that_mean_nothing() {
    let dynamic = || Body::dynamic(1.0, 1.0);
    let cases = [
        (Body::dynamic(0.0, 1.0), "mass of a body is 0"),
        (Body::dynamic(-1.0, 1.0), "mass of a body is -1"),
        (Body::dynamic(NAN, 1.0), "mass of a body is NaN"),
        (Body::dynamic(INFINITY, 1.0), "mass of a body is inf"),
        // A subnormal, whose reciprocal is infinite.
        (Body::dynamic(Scalar::MIN_POSITIVE / 1e6, 1.0), "reciprocal"),
        (Body::dynamic(1.0, 0.0), "inertia of a body is 0"),
        (Body::dynamic(1.0, NAN), "inertia of a body is NaN"),
        (dynamic().at(Vec2::new(0.0, INFINITY)), "position of a body is inf"),
        (dynamic().rotated(NAN), "angle of a body is NaN"),
        (dynamic().moving(Vec2::new(NAN, 0.0)), "linear velocity of a body is NaN"),
        (dynamic().spinning(-INFINITY), "angular velocity of a body is -inf"),
        (dynamic().pushed(Vec2::NAN, 0.0), "force on a body is NaN"),
        (dynamic().pushed(Vec2::ZERO, NAN), "torque on a body is NaN"),
        (dynamic().damped(-1.0, 0.0), "linear damping of a body is -1"),
        (dynamic().damped(0.0, INFINITY), "angular damping of a body is inf"),
        (dynamic().with_gravity_scale(NAN), "gravity scale of a body is NaN"),
        (Body::fixed().moving(Vec2::X), "Body::kinematic"),
        (Body::fixed().spinning(1.0), "a fixed body has no velocity"),
    ];
    let mut world = World::new();
    for (body, words) in cases {
        assert_says(&world.add_body(body).unwrap_err(), &[words]);
    }
    assert_eq!(world.bodies().count(), 0);
    let lift = add(&mut world, Body::kinematic());
    assert_says(&world.body_mut(lift).unwrap().set_mass(1.0).unwrap_err(), &["kinematic", "mass", "Body::dynamic"]);
}

#[test]
fn joints_that_mean_nothing() {
    let mut world = World::new();
    let body = add(&mut world, Body::dynamic(1.0, 1.0));
    let lift = add(&mut world, Body::kinematic());
    let pivot = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::X };

    let spoiled = PivotJoint { local_anchor_b: Vec2::NAN, ..pivot };
    let error = world.add_joint([lift, body], spoiled).unwrap_err();
    assert_says(&error, &["PivotJoint", "local_anchor_b", "NaN", "finite"]);
    assert!(error.source().is_some());

    assert_eq!(world.joints::<PivotJoint>().count(), 0);
}

/// What a world with two bodies says to a joint of theirs.
fn refusal<J: Constraint<Bodies<BodyId> = [BodyId; 2]>>(joint: J) -> Error {
    let mut world = World::new();
    let bodies = [0.0, 1.0].map(|x| add(&mut world, Body::dynamic(1.0, 1.0).at(Vec2::X * x)));
    let error = world.add_joint(bodies, joint).expect_err("refused");
    assert_eq!(world.joints::<J>().count(), 0);
    error
}

#[test]
fn parameters_that_mean_nothing() {
    let angle = AngleJoint { ratio: 1.0, lower: 0.0, upper: 1.0 };
    let crossed = AngleJoint { lower: 2.0, ..angle };
    assert_says(&refusal(crossed), &["AngleJoint", "`lower..=upper`", "is 2..=1,", "must not be above its upper one"]);
    assert_says(&refusal(AngleJoint { lower: NAN, ..angle }), &["NaN", "lower end"]);
    assert_says(&refusal(AngleJoint { lower: INFINITY, upper: INFINITY, ..angle }), &["inf", "below infinity"]);
    assert_says(&refusal(AngleJoint { upper: NAN, ..angle }), &["NaN", "upper end"]);
    assert_says(&refusal(AngleJoint { ratio: INFINITY, ..angle }), &["`ratio` is inf", "finite"]);

    let motor = MotorJoint { ratio: 1.0, rate: 1.0, max_torque: 1.0 };
    assert_says(
        &refusal(MotorJoint { max_torque: -1.0, ..motor }),
        &["MotorJoint", "max_torque", "-1", "zero or more"],
    );
    assert_says(&refusal(MotorJoint { max_torque: NAN, ..motor }), &["max_torque", "NaN"]);
    assert_says(&refusal(MotorJoint { rate: NAN, ..motor }), &["`rate` is NaN", "finite"]);

    let (local_anchor_a, local_anchor_b) = (Vec2::ZERO, Vec2::new(1.0, NAN));
    let weld = WeldJoint { local_anchor_a, local_anchor_b, reference_angle: 0.0 };
    assert_says(&refusal(weld), &["WeldJoint", "`local_anchor_b.y` is NaN"]);
}

#[test]
fn a_spring_that_means_nothing() {
    let mut world = World::new();
    let body = add(&mut world, Body::dynamic(1.0, 1.0));
    let mouse = |softness, max_force| Mouse { local_anchor: Vec2::ZERO, target: Vec2::ZERO, softness, max_force };
    let cases = [
        (mouse(Softness::new(-1.0, 1.0), 1.0), "softness.hertz"),
        (mouse(Softness::new(1.0, NAN), 1.0), "softness.damping_ratio"),
        (mouse(Softness::new(INFINITY, 1.0), 1.0), "softness.hertz"),
        (mouse(Softness::new(1.0, 1.0), -1.0), "max_force"),
    ];
    for (mouse, words) in cases {
        assert_says(&world.add_joint([body], mouse).unwrap_err(), &["Mouse", words]);
    }
    world.add_joint([body], mouse(Softness::new(0.0, 0.0), INFINITY)).unwrap();
}

#[test]
fn a_joint_that_was_spoiled_says_which_and_what_to_do() {
    let mut world = World::new();
    let body = add(&mut world, Body::dynamic(1.0, 1.0));
    let joint = world.add_joint([body], Level { height: 0.0 }).unwrap();
    world.joint_mut(joint).unwrap().height = NAN;
    let error = world.step(DT).unwrap_err();
    assert_says(&error, &["Level", "`height` is NaN", "`joint_mut`", "remove"]);
    assert_says(&error, &[&format!("{joint:?}")]);
}

#[test]
fn unknown_names() {
    let mut world = World::new();
    let removed = add(&mut world, Body::fixed());
    let joint = world.add_joint([removed], Level { height: 0.0 }).unwrap();
    world.remove_body(removed).unwrap();
    assert_says(&world.body(removed).unwrap_err(), &["BodyId", "removed"]);
    assert_says(&world.joint(joint).unwrap_err(), &["Level", "removed"]);
    assert_says(&World::new().body(removed).unwrap_err(), &["another world"]);
}

#[test]
fn names_of_another_world_are_unknown_where_their_slot_is_taken() {
    // Both worlds have the same bodies and the same joint, in the same slots.
    let mut other = sleepy();
    let (_, their_bob, their_joint) = hanging(&mut other, Body::fixed());
    let mut world = sleepy();
    let (ground, bob, joint) = hanging(&mut world, Body::fixed());
    steps(&mut world, 60, DT);
    assert!(asleep(&world, bob));
    let before = world.body(bob).unwrap().clone();

    let unknown = Error::UnknownBody { body: their_bob, missing: Missing::OtherWorld };
    assert_eq!(world.body(their_bob).unwrap_err(), unknown);
    assert_eq!(world.body_mut(their_bob).unwrap_err(), unknown);
    assert_eq!(world.wake(their_bob).unwrap_err(), unknown);
    assert_eq!(world.remove_body(their_bob).unwrap_err(), unknown);
    assert_eq!(world.add_joint([ground, their_bob], *world.joint(joint).unwrap()).unwrap_err(), unknown);
    let unknown = Error::UnknownJoint { joint: their_joint.into(), missing: Missing::OtherWorld };
    assert_eq!(world.joint(their_joint).unwrap_err(), unknown);
    assert_eq!(world.joint_mut(their_joint).unwrap_err(), unknown);
    assert_eq!(world.set_joint_options(their_joint, JointOptions::default()).unwrap_err(), unknown);
    assert_eq!(world.impulse(their_joint).unwrap_err(), unknown);
    assert_eq!(world.remove_joint(their_joint).unwrap_err(), unknown);

    // Nothing has gone, moved or woken.
    steps(&mut world, 1, DT);
    assert_eq!((world.bodies().count(), world.joints::<PivotJoint>().count()), (2, 1));
    assert_eq!((world.body(bob).unwrap(), asleep(&world, bob)), (&before, true));
}

#[test]
fn options_that_mean_nothing() {
    let mut world = World::new();
    let body = add(&mut world, Body::dynamic(1.0, 1.0));
    let joint = world.add_joint([body], Level { height: 0.0 }).unwrap();
    let default = JointOptions::default();
    let soft = |hertz, damping_ratio| JointOptions { softness: Some(Softness::new(hertz, damping_ratio)), ..default };
    let cases = [
        (soft(0.0, 1.0), "frequency of a joint's softness is 0"),
        (soft(NAN, 1.0), "frequency of a joint's softness is NaN"),
        (soft(INFINITY, 1.0), "frequency of a joint's softness is inf"),
        (soft(1.0, -1.0), "damping ratio of a joint's softness is -1"),
        (soft(1.0, INFINITY), "damping ratio of a joint's softness is inf"),
        (JointOptions { max_force: -1.0, ..default }, "max force of a joint is -1"),
        (JointOptions { max_force: NAN, ..default }, "max force of a joint is NaN"),
    ];
    for (options, words) in cases {
        assert_says(&world.set_joint_options(joint, options).unwrap_err(), &[words]);
    }
    assert_eq!(world.joint_options(joint).unwrap(), default);
}

#[test]
fn steps_that_mean_nothing() {
    let mut world = World::new();
    let ball = add(&mut world, Body::dynamic(1.0, 1.0).moving(Vec2::X));
    let before = world.body(ball).unwrap().clone();
    for (dt, words) in [(0.0, "step is 0"), (-1.0, "step is -1"), (NAN, "step is NaN"), (INFINITY, "step is inf")] {
        assert_says(&world.step(dt).unwrap_err(), &[words]);
    }
    assert_says(&world.step(Scalar::MIN_POSITIVE / 2.0).unwrap_err(), &["length of a substep", "reciprocal"]);
    assert_says(&world.set_gravity(Vec2::NAN).unwrap_err(), &["gravity is NaN"]);
    assert_says(&world.set_substeps(0).unwrap_err(), &["0 substeps"]);
    assert_eq!((world.gravity(), world.substeps()), (Vec2::new(0.0, -9.81), 4));
    assert_eq!(*world.body(ball).unwrap(), before);
}

#[test]
fn a_step_into_infinity_is_refused() {
    let mut world = weightless();
    let calm = add(&mut world, Body::dynamic(1.0, 1.0).moving(Vec2::X));
    let held = world.add_joint([calm], Level { height: 0.0 }).unwrap();
    let wild = add(&mut world, Body::dynamic(1.0, 1.0).moving(Vec2::X * Scalar::MAX).at(Vec2::X * Scalar::MAX));
    let before = world.body(calm).unwrap().clone();
    let error = world.step(DT).unwrap_err();
    assert_eq!(error, Error::Diverged { body: wild });
    assert_says(&error, &["NaN or infinity", "lower its velocity"]);
    assert_eq!(*world.body(calm).unwrap(), before);
    assert_eq!(world.impulse(held).unwrap(), [0.0]);

    world.remove_body(wild).unwrap();
    steps(&mut world, 60, DT);
    assert_eq!(world.body(calm).unwrap().linear_velocity(), Vec2::X);
}

/// Steps and places near the largest number: either an error, or readings that are numbers.
#[test]
fn readings_are_finite_after_extreme_steps() {
    let mut world = World::new();
    let far = Scalar::MAX.powf(0.65);
    let lift = add(&mut world, Body::kinematic().moving(Vec2::X).spinning(1.0));
    let ground = add(&mut world, Body::fixed().at(Vec2::new(0.0, far)));
    let other = add(&mut world, Body::fixed().at(Vec2::new(0.0, -far)));
    let spring = |rest_length| DampedSpring {
        local_anchor_a: Vec2::Y,
        local_anchor_b: Vec2::ZERO,
        rest_length,
        stiffness: far,
        damping: 1.0,
    };
    let springs =
        [[lift, ground], [ground, other], [lift, lift]].map(|ends| world.add_joint(ends, spring(1.0)).unwrap());
    let options = JointOptions { break_force: 1.0, on_break: OnBreak::Disable, ..JointOptions::default() };
    world.set_joint_options(springs[2], options).unwrap();
    let pivot = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::X };
    let pivot = world.add_joint([lift, ground], pivot).unwrap();
    add(&mut world, Body::dynamic(far, far).at(Vec2::X).moving(Vec2::X * far.sqrt()).with_gravity_scale(0.0));
    for stepping in [Stepping::Substeps, Stepping::SequentialImpulses(SequentialImpulses::default())] {
        world.set_stepping(stepping).unwrap();
        for dt in [1.0, far, Scalar::MAX, 1e-30, DT].map(|dt| dt.min(Scalar::MAX)) {
            let _ = world.step(dt);
            let mut readings = vec![world.kinetic_energy(), world.energy(), world.angular_momentum()];
            readings.extend(world.linear_momentum().to_array());
            readings.push(world.max_position_error());
            for spring in springs {
                readings.extend(world.impulse(spring).unwrap());
                readings.extend(world.position_error(spring).unwrap());
                readings.extend(
                    world.reaction(spring).unwrap().map(|wrench| [wrench.x, wrench.y, wrench.angular]).as_flattened(),
                );
            }
            readings.extend(world.impulse(pivot).unwrap());
            readings.extend(world.position_error(pivot).unwrap());
            assert!(readings.iter().all(|reading| reading.is_finite()), "{readings:?} after a step of {dt}");
            assert!(world.time().is_finite());
            assert!(world.bodies().all(|(_, body)| body.position().is_finite() && body.linear_velocity().is_finite()));
        }
    }
    // The time is a reading as well.
    let mut world = World::new();
    world.step(Scalar::MAX).unwrap();
    assert_says(&world.step(Scalar::MAX).unwrap_err(), &["time of the world after the step is inf"]);
    assert!(world.time().is_finite());
}
