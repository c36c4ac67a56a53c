//! How bodies move, alone and under joints.

use constraint_core::joints::{PivotJoint, SoftDistanceJoint};
use constraint_core::{Body, BodyId, JointId, JointOptions, Real, Scalar, Softness, Vec2, World};

use crate::support::{DT, G, add, steps, weightless};
use crate::user::Level;
use crate::{H, WEIGHED, assert_near};

/// A body of mass 2, its centre 1 m to the right of the pivot that holds it, at the origin.
fn pendulum(world: &mut World, inertia: Scalar) -> (BodyId, JointId<PivotJoint>) {
    let ground = add(world, Body::fixed());
    let bob = add(world, Body::dynamic(2.0, inertia).at(Vec2::X));
    let pivot = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: -Vec2::X };
    (bob, world.add_joint([ground, bob], pivot).expect("the joint is valid"))
}

/// A mass of 2 that hangs at rest 1 m below its pivot.
fn hanging(world: &mut World) -> (BodyId, JointId<PivotJoint>) {
    let ground = add(world, Body::fixed());
    let bob = add(world, Body::dynamic(2.0, 0.5).at(-Vec2::Y));
    let pivot = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::Y };
    (bob, world.add_joint([ground, bob], pivot).expect("the joint is valid"))
}

#[test]
fn free_fall_is_semi_implicit_euler() {
    let mut world = World::new();
    let ball = add(&mut world, Body::dynamic(1.0, 1.0).moving(Vec2::X));
    let balloon = add(&mut world, Body::dynamic(1.0, 1.0).with_gravity_scale(-0.5));
    steps(&mut world, 60, DT);
    // n substeps of h: −g h² n(n + 1)/2. Rounding: 240 sums near 5, each off by half of 5e-7.
    let h = DT / 4.0;
    let fall = -G * h * h * 240.0 * 241.0 / 2.0;
    assert_near(world.body(ball).unwrap().position().x, 1.0, 1e-5);
    assert_near(world.body(ball).unwrap().position().y, fall, 6e-5);
    assert_near(world.body(balloon).unwrap().position().y, -0.5 * fall, 6e-5);
}

#[test]
fn forces_torques_and_damping() {
    let mut world = weightless();
    let pushed = add(&mut world, Body::dynamic(2.0, 4.0).pushed(Vec2::new(6.0, 0.0), 8.0));
    let slowed = add(&mut world, Body::dynamic(1.0, 1.0).moving(Vec2::X).spinning(1.0).damped(2.0, 4.0));
    steps(&mut world, 60, DT);
    let body = world.body(pushed).unwrap();
    // F/m and τ/I over 1 s; 240 roundings of 1e-7 each.
    assert_near(body.linear_velocity().x, 3.0, 6e-5);
    assert_near(body.angular_velocity(), 2.0, 6e-5);
    let body = world.body(slowed).unwrap();
    let h = DT / 4.0;
    assert_near(body.linear_velocity().x, (1.0 + 2.0 * h).powi(-240), 1e-5);
    assert_near(body.angular_velocity(), (1.0 + 4.0 * h).powi(-240), 1e-5);
}

/// The angle of the compound pendulum of [`pendulum`] after `time`: (I + m l²) θ'' = −m g l cos θ, by Runge and Kutta's
/// fourth order, whose error at this step is below 1e-9.
fn exact_angle(inertia: f64, time: f64) -> f64 {
    let acceleration = |angle: f64| -2.0 * 9.81 * angle.cos() / (inertia + 2.0);
    let (mut angle, mut rate) = (0.0, 0.0);
    let h = time / 2000.0;
    for _ in 0..2000 {
        let k1 = (rate, acceleration(angle));
        let k2 = (rate + 0.5 * h * k1.1, acceleration(angle + 0.5 * h * k1.0));
        let k3 = (rate + 0.5 * h * k2.1, acceleration(angle + 0.5 * h * k2.0));
        let k4 = (rate + h * k3.1, acceleration(angle + h * k3.0));
        angle += h / 6.0 * (k1.0 + 2.0 * k2.0 + 2.0 * k3.0 + k4.0);
        rate += h / 6.0 * (k1.1 + 2.0 * k2.1 + 2.0 * k3.1 + k4.1);
    }
    angle
}

#[test]
#[allow(clippy::useless_conversion)] // with the feature `f64`
fn a_pendulum_converges_to_the_exact_motion() {
    let error = |substeps| {
        let mut world = World::new();
        world.set_substeps(substeps).unwrap();
        let (bob, _) = pendulum(&mut world, 0.5);
        steps(&mut world, 60, DT);
        f64::from(world.body(bob).unwrap().angle()) - exact_angle(0.5, 1.0)
    };
    let (coarse, fine) = (error(4), error(8));
    // 1 s is half a swing: the angle is near −π, and h·ω = 0.012. First order: half the step, half the error.
    assert!(coarse.abs() < 0.02, "{coarse}");
    assert!((1.7..2.3).contains(&(coarse / fine)), "{coarse} {fine}");
}

#[test]
fn a_swing_keeps_its_energy() {
    let mut world = World::new();
    let (_, joint) = pendulum(&mut world, 0.5);
    let mut worst: Scalar = 0.0;
    let mut stretch: Scalar = 0.0;
    for _ in 0..600 {
        world.step(DT).unwrap();
        worst = worst.max(world.energy().abs());
        let [x, y] = world.position_error(joint).unwrap();
        stretch = stretch.max(x.hypot(y));
    }
    // Ten seconds, five swings. It starts with 0 J and exchanges 19.6 J; the integrator is of first order: 2 %.
    assert!(worst < 0.4, "{worst}");
    // At the lowest point, θ' = 4 rad/s. Sag under 2.6 times the weight: 2.6 g/ω² = 1.8e-4 with ω = 2π·60. And the circle
    // is left along its tangent by (hθ')²/2 = 1.4e-4 a substep, of which each takes out 0.28: 5.0e-4.
    assert!(stretch < 7e-4, "{stretch}");
}

#[test]
fn a_hanging_weight_pulls_with_its_weight() {
    let mut world = World::new();
    let (_, joint) = hanging(&mut world);
    steps(&mut world, 120, DT);
    let [ground, bob] = world.reaction(joint).unwrap();
    let [x, y] = world.impulse(joint).unwrap();
    // At rest: m g = 19.62 N, to the rounding of a velocity of 0.04 m/s over h.
    assert_near(bob.y, 2.0 * G, WEIGHED);
    assert_near(ground.y, -2.0 * G, WEIGHED);
    assert_near(bob.x, 0.0, WEIGHED);
    assert_near(bob.angular, 0.0, WEIGHED);
    assert_near(y, 2.0 * G * DT / 4.0, 1e-4);
    assert_near(x, 0.0, 1e-4);
}

#[test]
fn a_joint_stiffens_with_the_substep() {
    let sag = |substeps| {
        let mut world = World::new();
        world.set_substeps(substeps).unwrap();
        let (_, joint) = hanging(&mut world);
        steps(&mut world, 240, DT);
        -world.position_error(joint).unwrap()[1]
    };
    // g/ω² with ω = 2π·0.2525/h: 6.8e-5 m at 4 substeps, a quarter at 8, to the rounding of positions near 1.
    let omega = std::f32::consts::TAU * 60.6;
    let expected = G / Scalar::from(omega * omega);
    assert_near(sag(4), expected, 2e-6);
    assert_near(sag(8), expected / 4.0, 2e-6);
}

/// Ten links of 1 kg and below them 10 kg, at rest on springs. Gives the uppermost joint, which bears 20 kg: 196 N.
///
/// A substep passes a load on by one joint or two, so that only the impulses of the last one hold it. The stretch of a
/// spring does not depend on the length of the substep; that of a rigid joint does.
fn settled_chain(world: &mut World) -> JointId<PivotJoint> {
    let link = |length: u8, mass| Body::dynamic(mass, mass).at(-Vec2::Y * Scalar::from(length));
    let mut bodies = vec![add(world, Body::fixed())];
    bodies.extend((1..=10).map(|length| add(world, link(length, 1.0))));
    bodies.push(add(world, link(11, 10.0)));
    let pivot = PivotJoint { local_anchor_a: -Vec2::Y * 0.5, local_anchor_b: Vec2::Y * 0.5 };
    let joints: Vec<_> = bodies.windows(2).map(|pair| world.add_joint([pair[0], pair[1]], pivot).unwrap()).collect();
    for &joint in &joints {
        let softness = Some(Softness::new(20.0, 1.0));
        world.set_joint_options(joint, JointOptions { softness, ..JointOptions::default() }).unwrap();
    }
    steps(world, 1200, DT);
    assert_near(world.reaction(joints[0]).unwrap()[1].y, 20.0 * G, 0.2);
    joints[0]
}

#[test]
fn a_change_of_step_keeps_the_forces() {
    let mut world = World::new();
    let top = settled_chain(&mut world);
    world.step(DT * 2.0).unwrap();
    // As before, within the rounding of positions near 10 times the stiffness. With the old impulses it is 5 N less.
    assert_near(world.reaction(top).unwrap()[1].y, 20.0 * G, 0.2);
}

#[test]
fn a_change_elsewhere_keeps_the_forces() {
    let mut world = World::new();
    let ground = add(&mut world, Body::fixed());
    let pivot = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO };
    let first = world.add_joint([ground, ground], pivot).unwrap();
    let top = settled_chain(&mut world);
    world.remove_joint(first).unwrap();
    world.step(DT).unwrap();
    assert_near(world.reaction(top).unwrap()[1].y, 20.0 * G, 0.2);
}

#[test]
fn a_kinematic_body_carries_what_it_holds() {
    let mut world = World::new();
    let lift = add(&mut world, Body::kinematic().moving(Vec2::Y));
    let cabin = add(&mut world, Body::dynamic(100.0, 10.0).at(-Vec2::Y).moving(Vec2::Y));
    world.add_joint([lift, cabin], PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::Y }).unwrap();
    steps(&mut world, 60, DT);
    // 240 sums near 1; the cabin sags by 7e-5.
    assert_near(world.body(lift).unwrap().position().y, 1.0, 1e-5);
    assert_eq!(world.body(lift).unwrap().linear_velocity(), Vec2::Y);
    assert_near(world.body(cabin).unwrap().position().y, 0.0, 2e-4);
}

#[test]
fn what_cannot_move_is_inert() {
    let mut world = World::new();
    let a = add(&mut world, Body::fixed());
    let b = add(&mut world, Body::fixed().at(Vec2::X));
    let joint = world.add_joint([a, b], PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO }).unwrap();
    let level = world.add_joint([a], Level { height: 1.0 }).unwrap();
    let twice = world.add_joint([a, a], PivotJoint { local_anchor_a: Vec2::X, local_anchor_b: Vec2::Y }).unwrap();
    steps(&mut world, 10, DT);
    assert_eq!(world.impulse(joint).unwrap(), [0.0, 0.0]);
    assert_eq!(world.impulse(twice).unwrap(), [0.0, 0.0]);
    assert_eq!(world.impulse(level).unwrap(), [0.0]);
    assert_eq!(world.body(b).unwrap().position(), Vec2::X);
}

#[test]
fn what_nothing_turns_does_not_turn() {
    let mut world = World::new();
    let (bob, joint) = pendulum(&mut world, Scalar::INFINITY);
    steps(&mut world, 60, DT);
    let body = world.body(bob).unwrap();
    assert_eq!((body.angle(), body.angular_velocity()), (0.0, 0.0));
    // Held by a point that cannot turn about it, it does not fall: the sag alone.
    assert!((body.position() - Vec2::X).length() < 1e-4);
    assert_near(world.reaction(joint).unwrap()[1].y, 2.0 * G, WEIGHED);
    assert_near(world.kinetic_energy(), 0.0, 1e-6);
}

#[test]
fn an_angle_counts_its_turns() {
    let mut world = weightless();
    let wheel = add(&mut world, Body::dynamic(1.0, 1.0).rotated(1e6).spinning(1.0));
    steps(&mut world, 600, DT);
    let state = world.body(wheel).unwrap().state();
    // A substep turns it by 0.004 rad, where the next `f32` is 0.06 away.
    assert_near(state.angle, 1e6 + 10.0, 0.07);
    let exact = 1_000_010.0_f64;
    // dt as an `f32` is off by 5e-10, over 600 steps; cosine and sine by 1e-7.
    assert_near(state.rotation.cos, Scalar::from_f64(exact.cos()), 1e-5);
    assert_near(state.rotation.sin, Scalar::from_f64(exact.sin()), 1e-5);
}

/// A net of six by six bodies that hangs by two corners: springs along its meshes and across them, at rest at first.
fn net(softness: Softness) -> World {
    let mut world = World::new();
    let mut bodies = Vec::new();
    for (row, column) in (0..36_u8).map(|number| (number / 6, number % 6)) {
        let place = Vec2::new(column.into(), -Scalar::from(row));
        let is_held = row == 0 && (column == 0 || column == 5);
        let body = if is_held { Body::fixed() } else { Body::dynamic(1.0, 0.1) };
        bodies.push((place, add(&mut world, body.at(place))));
    }
    for (number, &(from, one)) in bodies.iter().enumerate() {
        for &(to, other) in &bodies[number + 1..] {
            let rest_length = from.distance(to);
            if rest_length < 1.5 {
                let (local_anchor_a, local_anchor_b) = (Vec2::ZERO, Vec2::ZERO);
                let spring = SoftDistanceJoint { local_anchor_a, local_anchor_b, rest_length, softness };
                world.add_joint([one, other], spring).unwrap();
            }
        }
    }
    world
}

#[test]
fn springs_that_share_bodies_gain_no_energy() {
    // The stiffest that is promised, 0.2/h, and a quarter and a hundredth of it; with all kinds of damping.
    for (share, damping_ratio) in
        [(0.2, 0.0), (0.2, 0.1), (0.2, 1.0), (0.2, 1e3), (0.05, 0.0), (0.002, 0.0), (0.002, 10.0)]
    {
        let mut world = net(Softness::new(share / H, damping_ratio));
        let before = world.energy();
        for _ in 0..300 {
            steps(&mut world, 1, DT);
            // A hundredth of the joule that its 34 kg lose in 3 mm.
            assert!(world.energy() < before + 0.01, "{share}/h Hz, {damping_ratio}: {} J", world.energy() - before);
        }
    }
}
