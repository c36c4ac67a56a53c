//! Joints of a user's own: springs, motors and bounds as rows.

use std::f64::consts::TAU;

use constraint_core::{Body, BodyId, JointId, JointOptions, Real, Scalar, Softness, Vec2, World};

use crate::support::{DT, G, add, steps, weightless};
use crate::user::{Level, Mouse, Wheel};
use crate::{H, WEIGHED, assert_near};

const INFINITY: Scalar = Scalar::INFINITY;

/// A wheel of 3 kg on a strut of 2 Hz that points up from a chassis, which is fixed.
fn wheel(world: &mut World, damping_ratio: Scalar, motor: [Scalar; 2]) -> (BodyId, JointId<Wheel>) {
    let chassis = add(world, Body::fixed().rotated(0.5));
    let (sin, cos) = Scalar::sin_cos(0.5);
    let wheel = add(world, Body::dynamic(3.0, 2.0));
    let joint = Wheel {
        local_anchor_a: Vec2::ZERO,
        // Up, as the chassis sees it.
        local_axis_a: Vec2::new(sin, cos),
        local_anchor_b: Vec2::ZERO,
        suspension: Softness::new(2.0, damping_ratio),
        lower: -INFINITY,
        upper: INFINITY,
        motor_speed: motor[0],
        max_motor_torque: motor[1],
    };
    (wheel, world.add_joint([chassis, wheel], joint).unwrap())
}

/// x'' + 2ζω x' + ω² x = 0 from x = 1 at rest, ζ < 1.
fn oscillation(hertz: f64, zeta: f64, time: f64) -> f64 {
    let omega = TAU * hertz;
    let damped = omega * (1.0 - zeta * zeta).sqrt();
    (-zeta * omega * time).exp() * ((damped * time).cos() + zeta * omega / damped * (damped * time).sin())
}

/// The largest error of a spring of 2 Hz over 1 s, as a row of a wheel, and as the option of a joint.
#[allow(clippy::useless_conversion)] // with the feature `f64`
fn spring_errors(substeps: u32, zeta: f64) -> [f64; 2] {
    let softness = Softness::new(2.0, Scalar::from_f64(zeta));
    let mut world = weightless();
    world.set_substeps(substeps).unwrap();
    let (sprung, _) = wheel(&mut world, softness.damping_ratio, [0.0, 0.0]);
    world.body_mut(sprung).unwrap().set_position(Vec2::Y).unwrap();
    let optional = add(&mut world, Body::dynamic(3.0, 1.0).at(Vec2::Y));
    let level = world.add_joint([optional], Level { height: 0.0 }).unwrap();
    let options = JointOptions { softness: Some(softness), ..JointOptions::default() };
    world.set_joint_options(level, options).unwrap();
    let mut worst = [0.0_f64; 2];
    for step in 1..=60 {
        steps(&mut world, 1, DT);
        let exact = oscillation(2.0, zeta, f64::from(step) / 60.0);
        for (worst, id) in worst.iter_mut().zip([sprung, optional]) {
            *worst = worst.max((f64::from(world.body(id).unwrap().position().y) - exact).abs());
        }
    }
    worst
}

#[test]
fn a_row_that_is_a_spring_converges_to_the_exact_oscillation() {
    for zeta in [0.0, 0.2] {
        let [coarse, fine] = [16, 32].map(|substeps| spring_errors(substeps, zeta));
        // Implicit Euler takes ω²h/2 = 0.041 1/s from an undamped swing, less of a damped one.
        assert!(fine[0] < 0.041, "{fine:?}");
        // First order: half the step, half the error.
        assert!((1.9..2.1).contains(&(coarse[0] / fine[0])), "{coarse:?} {fine:?}");
        // As a row or as an option it is the same spring, to the rounding of 2,000 substeps.
        assert!((fine[0] - fine[1]).abs() < 1e-4, "{fine:?}");
    }
}

#[test]
fn a_wheel_settles_on_its_strut() {
    let mut world = World::new();
    let (body, joint) = wheel(&mut world, 1.0, [0.0, 0.0]);
    steps(&mut world, 240, DT);
    // Down by g/ω² with ω = 2π·2, to the rounding of g h over ω²h; across nothing.
    let sag = Scalar::from_f64(9.81 / (2.0 * TAU).powi(2));
    let position = world.body(body).unwrap().position();
    assert_near(position.y, -sag, 1e-5);
    assert_near(position.x, 0.0, 1e-6);
    assert_near(world.reaction(joint).unwrap()[1].y, 3.0 * G, WEIGHED);

    // A stop on the way lifts it, and bears what the spring does not. Reached from beyond, a stop gives way as every
    // joint does: by (g − 0.02 ω²)/(2π·60.6)² = 4.6e-5.
    world.joint_mut(joint).unwrap().lower = -0.02;
    steps(&mut world, 240, DT);
    let height = world.body(body).unwrap().position().y;
    assert_near(height, -0.02, 5e-5);
    let [across, spring, stop, motor] = world.impulse(joint).unwrap();
    let spring_force = -3.0 * G * height / sag;
    // The rounding of g h over h, times 3 kg.
    assert_near(spring / H, spring_force, WEIGHED);
    assert_near(stop / H, 3.0 * G - spring_force, WEIGHED);
    assert_near(across / H, 0.0, WEIGHED);
    assert_eq!(motor, 0.0);
}

#[test]
fn a_wheel_is_driven_within_its_torque() {
    let mut world = World::new();
    let (body, _) = wheel(&mut world, 1.0, [5.0, 4.0]);
    // 2 rad/s² for 1 s, then as long as it takes; 240 roundings of 1e-7.
    steps(&mut world, 60, DT);
    assert_near(world.body(body).unwrap().angular_velocity(), 2.0, 3e-5);
    steps(&mut world, 120, DT);
    assert_near(world.body(body).unwrap().angular_velocity(), 5.0, 1e-6);
}

fn held(world: &mut World, body: Body, mouse: Mouse) -> (BodyId, JointId<Mouse>) {
    let body = add(world, body);
    (body, world.add_joint([body], mouse).unwrap())
}

#[test]
fn a_vector_row_pulls_along_a_straight_line() {
    let mut world = weightless();
    world.set_substeps(32).unwrap();
    let mouse = Mouse {
        local_anchor: Vec2::ZERO,
        target: Vec2::new(3.0, 4.0),
        softness: Softness::new(1.0, 0.3),
        max_force: INFINITY,
    };
    let (body, _) = held(&mut world, Body::dynamic(2.0, 1.0), mouse);
    for step in 1..=60 {
        steps(&mut world, 1, DT);
        let left = Scalar::from_f64(oscillation(1.0, 0.3, f64::from(step) / 60.0));
        let position = world.body(body).unwrap().position();
        // First order in ωh = 0.0033, of 5 m.
        assert_near(position.dot(Vec2::new(0.6, 0.8)), 5.0 * (1.0 - left), 0.03);
        assert_near(position.perp_dot(Vec2::new(0.6, 0.8)), 0.0, 1e-5);
    }
}

#[test]
fn a_vector_row_is_bounded_by_its_length() {
    let mut world = weightless();
    let mouse = Mouse {
        local_anchor: Vec2::ZERO,
        target: Vec2::new(300.0, 400.0),
        softness: Softness::new(2.0, 1.0),
        max_force: 5.0,
    };
    let (body, joint) = held(&mut world, Body::dynamic(2.0, 1.0), mouse);
    steps(&mut world, 60, DT);
    // 5 N towards the target for 1 s, 2.5 m/s; its direction turns by nothing, 240 roundings of 1e-7.
    let velocity = world.body(body).unwrap().linear_velocity();
    assert_near(velocity.x, 1.5, 4e-5);
    assert_near(velocity.y, 2.0, 4e-5);
    let [pull] = world.reaction(joint).unwrap();
    assert_near(pull.x.hypot(pull.y), 5.0, 1e-5);
}

#[test]
fn a_hand_swings_what_it_holds_by_a_corner() {
    let mut world = World::new();
    let corner = Vec2::new(0.3, 0.4);
    let mouse = Mouse { local_anchor: corner, target: Vec2::X, softness: Softness::new(4.0, 1.0), max_force: 1000.0 };
    let (body, joint) = held(&mut world, Body::dynamic(2.0, 0.1).damped(0.0, 3.0), mouse);
    // The slowest swing dies at (3/s)·I/(2(I + m l²)) = 0.25/s or faster: e^−15 is left after 60 s.
    steps(&mut world, 3600, DT);
    let state = world.body(body).unwrap().state();
    let [pull] = world.reaction(joint).unwrap();
    // Its weight is below the hand: 0.5 m from it, straight down.
    assert_near(pull.y, 2.0 * G, 2.0 * WEIGHED);
    assert_near(pull.x, 0.0, 2.0 * WEIGHED);
    assert_near(state.point(corner).x, 1.0, 1e-4);
    assert_near(state.position.x, 1.0, 1e-4);
    assert_near(state.point(corner).y - state.position.y, 0.5, 1e-5);
}
