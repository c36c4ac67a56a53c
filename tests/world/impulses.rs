//! Stepping by sequential impulses.

use std::f64::consts::TAU;

use constraint_core::joints::{DistanceJoint, MotorJoint, PivotJoint, PulleyJoint, WeldJoint};
use constraint_core::{
    Body, BodyId, Error, JointOptions, Real, Scalar, SequentialImpulses, Softness, Stepping, Vec2, World,
};

use crate::assert_near;
use crate::support::{DT, G, add, steps};
use crate::user::Level;

const DEFAULT: SequentialImpulses =
    SequentialImpulses { velocity_iterations: 10, position_iterations: 10, correction: 0.5, slop: 0.001 };

fn world(options: SequentialImpulses) -> World {
    let mut world = World::new();
    world.set_stepping(Stepping::SequentialImpulses(options)).unwrap();
    world
}

/// Links of 0.5 m and 1 kg in a row from the origin along x, each held to the one before it by its end.
fn chain(world: &mut World, links: usize) -> Vec<BodyId> {
    let mut last = add(world, Body::fixed());
    let mut hook = Vec2::ZERO;
    let mut place = Vec2::X * 0.25;
    let mut bodies = Vec::new();
    for _ in 0..links {
        let link = add(world, Body::dynamic(1.0, 0.02).at(place));
        world.add_joint([last, link], PivotJoint { local_anchor_a: hook, local_anchor_b: -Vec2::X * 0.25 }).unwrap();
        bodies.push(link);
        (last, hook, place) = (link, Vec2::X * 0.25, place + Vec2::X * 0.5);
    }
    bodies
}

/// The longest error of any pivot, m.
fn longest_error(world: &World) -> Scalar {
    let error = |[x, y]: [Scalar; 2]| x.hypot(y);
    world.joints::<PivotJoint>().map(|(id, _)| error(world.position_error(id).unwrap())).fold(0.0, Scalar::max)
}

/// The largest error of the angle of a pendulum over 2 s, at `n` steps in a 60th of a second, and of its joint.
fn pendulum_errors(n: u32, options: SequentialImpulses) -> [Scalar; 2] {
    let mut world = world(options);
    let bob = chain(&mut world, 1)[0];
    let (mut angle, mut rate) = (0.0_f64, 0.0_f64);
    // θ'' = −m g l cos θ/(I + m l²), by Runge and Kutta's fourth order with a step of a 240th: its error is below 1e-8.
    let acceleration = |angle: f64| -9.81 * 0.25 * angle.cos() / (0.02 + 0.0625);
    let mut worst = [0.0; 2];
    for _ in 0..120 {
        steps(&mut world, n as usize, DT / Scalar::from_f64(n.into()));
        for _ in 0..4 {
            let h = 1.0 / 240.0;
            let (k1, l1) = (rate, acceleration(angle));
            let (k2, l2) = (rate + 0.5 * h * l1, acceleration(angle + 0.5 * h * k1));
            let (k3, l3) = (rate + 0.5 * h * l2, acceleration(angle + 0.5 * h * k2));
            let (k4, l4) = (rate + h * l3, acceleration(angle + h * k3));
            angle += h * (k1 + 2.0 * (k2 + k3) + k4) / 6.0;
            rate += h * (l1 + 2.0 * (l2 + l3) + l4) / 6.0;
        }
        let found = world.body(bob).unwrap().angle();
        worst[0] = worst[0].max((found - Scalar::from_f64(angle)).abs());
        worst[1] = worst[1].max(longest_error(&world));
    }
    worst
}

#[test]
fn a_pendulum_converges_to_its_exact_motion() {
    let exact = SequentialImpulses { position_iterations: 20, slop: 0.0, ..DEFAULT };
    let [coarse, fine] = [16, 32].map(|n| pendulum_errors(n, exact));
    // First order: half the step, half the error.
    assert!((1.85..2.15).contains(&(coarse[0] / fine[0])), "{coarse:?} {fine:?}");
    // A tenth above what was measured.
    assert!(fine[0] < 2.4e-2, "{fine:?}");
    // A step leaves the circle by v²h²/2l < 1e-5 m, of which 20 halvings leave the rounding of 0.5 m.
    assert!(fine[1] < 1e-6, "{fine:?}");
}

#[test]
fn a_joint_is_as_wrong_as_its_slop_allows() {
    // A step leaves the circle by v²h²/2l < 3 mm; ten halvings bring it below the slop, and there it stays.
    let [_, error] = pendulum_errors(1, DEFAULT);
    assert!(error < 0.001, "{error}");
    let [_, left] = pendulum_errors(1, SequentialImpulses { position_iterations: 0, ..DEFAULT });
    assert!(left > 0.01, "without a correction it drifts: {left}");
}

#[test]
fn a_chain_stays_together() {
    let mut world = world(SequentialImpulses { velocity_iterations: 30, position_iterations: 30, ..DEFAULT });
    chain(&mut world, 10);
    let mut worst: Scalar = 0.0;
    for _ in 0..300 {
        steps(&mut world, 1, DT);
        worst = worst.max(longest_error(&world));
    }
    // What one link is moved by spoils its neighbours. The end's whip, at 10 m/s and more, leaves 4.7 mm once; the slop is 1.
    assert!(worst < 0.005, "{worst}");
}

#[test]
fn a_chain_comes_to_the_motion_of_substeps() {
    let end = |stepping: Stepping, n: u32| {
        let mut world = World::new();
        world.set_stepping(stepping).unwrap();
        let last = *chain(&mut world, 4).last().unwrap();
        steps(&mut world, 30 * n as usize, DT / Scalar::from_f64(n.into()));
        world.body(last).unwrap().position()
    };
    let many = SequentialImpulses { velocity_iterations: 60, position_iterations: 20, slop: 0.0, ..DEFAULT };
    let reference = end(Stepping::Substeps, 64);
    let [coarse, fine] = [8, 16].map(|n| end(Stepping::SequentialImpulses(many), n).distance(reference));
    // First order, towards motion that is itself off by a few 1e-4 m at 256 substeps a step.
    assert!(fine < 0.6 * coarse && fine < 3e-3, "{coarse} {fine}");
}

/// x'' + 2ζω x' + ω² x = 0 from x = 1 at rest, ζ < 1.
fn oscillation(hertz: f64, zeta: f64, time: f64) -> f64 {
    let omega = TAU * hertz;
    let damped = omega * (1.0 - zeta * zeta).sqrt();
    (-zeta * omega * time).exp() * ((damped * time).cos() + zeta * omega / damped * (damped * time).sin())
}

/// The largest error of a spring of 2 Hz over a second.
fn spring_error(n: u32, velocity_iterations: u32) -> Scalar {
    let mut world = world(SequentialImpulses { velocity_iterations, ..DEFAULT });
    world.set_gravity(Vec2::ZERO).unwrap();
    let body = add(&mut world, Body::dynamic(3.0, 1.0).at(Vec2::Y));
    let level = world.add_joint([body], Level { height: 0.0 }).unwrap();
    let softness = Some(Softness::new(2.0, 0.2));
    world.set_joint_options(level, JointOptions { softness, ..JointOptions::default() }).unwrap();
    let mut worst: Scalar = 0.0;
    for step in 1..=60 {
        steps(&mut world, n as usize, DT / Scalar::from_f64(n.into()));
        let exact = Scalar::from_f64(oscillation(2.0, 0.2, f64::from(step) / 60.0));
        worst = worst.max((world.body(body).unwrap().position().y - exact).abs());
    }
    worst
}

#[test]
fn a_soft_joint_converges_and_is_not_corrected() {
    let [coarse, fine] = [16, 32].map(|n| spring_error(n, 10));
    // First order. Implicit Euler takes ω²h/2 = 0.041 1/s.
    assert!((1.9..2.1).contains(&(coarse / fine)), "{coarse} {fine}");
    assert!(fine < 0.041, "{fine}");
    // One spring is solved by one iteration: more of them only round, 1,920 times.
    assert_near(spring_error(32, 1), fine, 2000.0 * Scalar::EPSILON);
}

#[test]
fn what_hangs_bears_its_weight() {
    let mut world = world(DEFAULT);
    let ground = add(&mut world, Body::fixed());
    let [welded, roped] = [-1.0, 1.0].map(|x| add(&mut world, Body::dynamic(2.0, 0.1).at(Vec2::new(x, -1.0))));
    let (local_anchor_a, local_anchor_b) = (Vec2::new(-1.0, -1.0), Vec2::ZERO);
    let weld = world.add_joint([ground, welded], WeldJoint { local_anchor_a, local_anchor_b, reference_angle: 0.0 });
    let rope = DistanceJoint { local_anchor_a: Vec2::X, local_anchor_b, lower: 0.0, upper: 1.5 };
    let rope = world.add_joint([ground, roped], rope).unwrap();
    steps(&mut world, 240, DT);
    // A rigid joint does not sag at all: its velocity is zero at each step.
    assert_near(world.body(welded).unwrap().position().y, -1.0, 1e-6);
    assert_near(world.reaction(weld.unwrap()).unwrap()[1].y, 2.0 * G, 1e-3);
    // The rope may reach its end, and no further than rounding.
    assert_near(world.body(roped).unwrap().position().y, -1.5, 1e-6);
    assert_near(world.reaction(rope).unwrap()[1].y, 2.0 * G, 1e-3);
}

#[test]
fn a_motor_is_no_error_of_position() {
    let mut world = world(DEFAULT);
    let ground = add(&mut world, Body::fixed());
    let wheel = add(&mut world, Body::dynamic(1.0, 3.0));
    world.add_joint([ground, wheel], PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO }).unwrap();
    world.add_joint([ground, wheel], MotorJoint { ratio: 1.0, rate: 8.0, max_torque: 6.0 }).unwrap();
    steps(&mut world, 60, DT);
    // τ/I for a second, and the way of n steps of h, α h² n(n + 1)/2: 60 roundings of 2 rad/s.
    assert_near(world.body(wheel).unwrap().angular_velocity(), 2.0, 2e-5);
    assert_near(world.body(wheel).unwrap().angle(), 2.0 * DT * DT * 60.0 * 61.0 / 2.0, 2e-5);
}

#[test]
fn a_body_in_two_places_is_corrected_once() {
    let mut world = world(SequentialImpulses { slop: 0.0, correction: 1.0, position_iterations: 1, ..DEFAULT });
    world.set_gravity(Vec2::ZERO).unwrap();
    let [a, b] = [0.0, -3.0].map(|y| add(&mut world, Body::dynamic(1.0, 0.1).at(Vec2::Y * y)));
    let [local_anchor_a, local_anchor_c] = [-Vec2::X, Vec2::X];
    let (local_anchor_b, local_anchor_d) = (local_anchor_a, local_anchor_c);
    let rope = PulleyJoint {
        local_anchor_a,
        local_anchor_b,
        local_anchor_c,
        local_anchor_d,
        ratio: 1.0,
        lower: 0.0,
        upper: 4.0,
    };
    let rope = world.add_joint([a, b, a, b], rope).unwrap();
    assert_near(world.position_error(rope).unwrap()[0], 2.0, 0.0);
    steps(&mut world, 1, DT);
    // The rope is straight: one correction is exact, to the rounding of 6 m. Without the cross terms it would be twice that.
    assert_near(world.position_error(rope).unwrap()[0], 0.0, 2e-6);
    assert_eq!(world.body(a).unwrap().linear_velocity(), Vec2::ZERO);
}

#[test]
fn options_that_mean_nothing() {
    let mut world = World::new();
    let mut refused = |options: SequentialImpulses| {
        let error = world.set_stepping(Stepping::SequentialImpulses(options)).unwrap_err();
        assert_eq!(world.stepping(), Stepping::Substeps);
        error
    };
    assert_eq!(refused(SequentialImpulses { velocity_iterations: 0, ..DEFAULT }), Error::NoIterations);
    assert!(
        refused(SequentialImpulses { correction: 1.5, ..DEFAULT }).to_string().contains("1.5, but must be from 0 to 1")
    );
    assert!(
        refused(SequentialImpulses { slop: -1.0, ..DEFAULT }).to_string().contains("slop of position errors is -1")
    );
    assert!(matches!(refused(SequentialImpulses { correction: Scalar::NAN, ..DEFAULT }), Error::NotAShare { .. }));
    assert_eq!(SequentialImpulses::default(), DEFAULT);
}
