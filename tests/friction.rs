//! `row.max_force_of(factor, other)`: Coulomb friction in one closure, against closed forms.

#![allow(clippy::float_cmp, clippy::cast_precision_loss)] // the very bits; few bodies

use constraint_core::prelude::*;
use constraint_core::{BodyId, Error, ForceOf, SequentialImpulses, Stepping};

const G: Scalar = 9.81;
const DT: Scalar = 1.0 / 60.0;
/// Semi-implicit Euler with substeps of h moves by ½ a t (t + h).
const H: Scalar = DT / 4.0;

/// A box on a slope, by its centre: it does not sink in, and friction holds it back.
#[constraint(|slope, a| {
    let d = slope.local_point(a.position);
    let gap = d.y.within(0.0..);
    (gap, d.x.at_rate(0.0).max_force_of(self.friction, gap))
})]
#[derive(Clone, Debug)]
struct OnSlope {
    friction: Scalar,
}

/// The same of the middle of two bodies. Where both are one body, it takes the dense path.
#[constraint(|slope, a, b| {
    let d = slope.local_point(0.5 * (a.position + b.position));
    let gap = d.y.within(0.0..);
    (gap, d.x.at_rate(0.0).max_force_of(self.friction, gap))
})]
#[derive(Clone, Debug)]
struct MiddleOnSlope {
    friction: Scalar,
}

/// A wheel on the ground: its rim slips when the ground's grip is not enough.
#[constraint(|wheel| {
    let gap = wheel.position.y - self.radius;
    let slip = wheel.position.x + self.radius * wheel.angle;
    (slip.at_rate(0.0).max_force_of(self.friction, gap), gap)
})]
#[derive(Clone, Debug)]
struct Tyre {
    radius: Scalar,
    friction: Scalar,
}

/// A journal bearing: the pin holds, and rubs by its whole force at its radius.
#[constraint(|a, b| {
    let pin = b.position - a.position;
    (pin, (b.angle - a.angle).at_rate(0.0).max_force_of(self.friction * self.radius, pin))
})]
#[derive(Clone, Debug)]
struct Bearing {
    friction: Scalar,
    radius: Scalar,
}

fn close(found: Scalar, exact: Scalar, bound: Scalar) {
    assert!((found - exact).abs() <= bound, "{found}, but {exact} by theory, within {bound}");
}

/// A slope that rises by `angle` to the right, and boxes on it that start uphill at `speed`.
fn slope(angle: Scalar, count: usize, speed: Scalar) -> (World, BodyId, Vec<BodyId>) {
    let mut world = World::new();
    let slope = world.add_body(Body::fixed().rotated(angle)).unwrap();
    let start = Vec2::from_angle(angle) * speed;
    let bodies = (0..count).map(|at| {
        let mass = 1.0 + at as Scalar;
        world.add_body(Body::dynamic(mass, 0.1 * mass).moving(start)).unwrap()
    });
    let bodies = bodies.collect();
    (world, slope, bodies)
}

fn steps(world: &mut World, count: usize) {
    for _ in 0..count {
        world.step(DT).unwrap();
    }
}

/// How far a body is up the slope, m.
fn along(world: &World, body: BodyId, angle: Scalar) -> Scalar {
    world.body(body).unwrap().position().dot(Vec2::from_angle(angle))
}

#[test]
fn a_box_sticks_above_the_tangent_and_slides_below() {
    let angle: Scalar = 0.5;
    let (mut world, slope, boxes) = slope(angle, 2, 0.0);
    // tan 0.5 = 0.5463
    let [steep, slick] = [0.65, 0.3];
    let stuck = world.add_joint([slope, boxes[0]], OnSlope { friction: steep }).unwrap();
    let sliding = world.add_joint([slope, boxes[1]], OnSlope { friction: slick }).unwrap();
    steps(&mut world, 120);
    // In the first iteration there is no force of one before, and so no friction. What speed that gives is lost again by
    // Coulomb's law: v²/(2 (μ cos a − sin a) g) with v = g h sin a.
    let start = (G * H * angle.sin()).powi(2) / (2.0 * G * (steep * angle.cos() - angle.sin()));
    close(along(&world, boxes[0], angle), 0.0, start);
    assert!(world.body(boxes[0]).unwrap().linear_velocity().length() < 1e-5);
    let a = G * (angle.sin() - slick * angle.cos());
    // What it gains in the first substep stays: at most μ g h cos a.
    close(along(&world, boxes[1], angle), -0.5 * a * 2.0 * (2.0 + H), 2.0 * slick * G * H * angle.cos());
    // Coulomb's law, of the forces that are found.
    for (joint, mass, friction) in [(stuck, 1.0, None), (sliding, 2.0, Some(slick))] {
        let [normal, tangent] = world.impulse(joint).unwrap().map(|impulse| impulse / H);
        close(normal, mass * G * angle.cos(), 1e-3 * mass * G);
        close(tangent, friction.map_or(mass * G * angle.sin(), |friction| friction * normal), 1e-3 * mass * G);
    }
}

#[test]
fn a_box_comes_to_rest_by_friction() {
    let (mut world, ground, boxes) = slope(0.0, 1, 3.0);
    world.add_joint([ground, boxes[0]], OnSlope { friction: 0.5 }).unwrap();
    steps(&mut world, 30);
    // Halfway: v = v₀ − μ g t
    close(world.body(boxes[0]).unwrap().linear_velocity().x, 3.0 - 0.5 * G * 0.5, 0.03);
    steps(&mut world, 90);
    // v₀²/2μg, less what the substep of the start does: v₀ h and half of that.
    close(along(&world, boxes[0], 0.0), 9.0 / G, 0.03);
    assert!(world.body(boxes[0]).unwrap().linear_velocity().length() < 1e-5);
}

#[test]
fn a_wheel_rolls_within_its_traction_and_spins_beyond() {
    let (mass, inertia, radius, friction) = (2.0, 0.25, 0.5, 0.4);
    for torque in [1.0, 8.0] {
        let mut world = World::new();
        let wheel = world.add_body(Body::dynamic(mass, inertia).at(Vec2::new(0.0, radius))).unwrap();
        world.body_mut(wheel).unwrap().set_torque(-torque).unwrap();
        let tyre = world.add_joint([wheel], Tyre { radius, friction }).unwrap();
        steps(&mut world, 60);
        let rolls = torque * radius / (inertia + mass * radius * radius);
        let grip = friction * G;
        let a = rolls.min(grip);
        assert_eq!(rolls < grip, torque == 1.0, "one rolls, one spins");
        let alpha = (torque - mass * a * radius) / inertia;
        let body = world.body(wheel).unwrap();
        // Without a force of the ground in the first substep, the wheel spins up by T h/I there.
        close(body.linear_velocity().x, a, 0.03);
        close(-body.angular_velocity(), alpha, 0.15);
        close(world.impulse(tyre).unwrap()[0] / H, mass * a, 0.02 * mass * a);
    }
}

#[test]
fn a_bearing_rubs_by_the_length_of_a_vector() {
    let (mass, inertia, friction, radius) = (3.0, 0.2, 0.1, 0.05);
    let mut world = World::new();
    world.set_gravity(Vec2::new(0.6, -0.8) * G).unwrap();
    let axle = world.add_body(Body::fixed()).unwrap();
    let wheel = world.add_body(Body::dynamic(mass, inertia).spinning(4.0)).unwrap();
    let bearing = world.add_joint([axle, wheel], Bearing { friction, radius }).unwrap();
    steps(&mut world, 60);
    // ω = ω₀ − μ r m g t/I
    let alpha = friction * radius * mass * G / inertia;
    close(world.body(wheel).unwrap().angular_velocity(), 4.0 - alpha, 0.01);
    close(world.impulse(bearing).unwrap()[2].abs() / H, friction * radius * mass * G, 1e-3);
    steps(&mut world, 360);
    assert!(world.body(wheel).unwrap().angular_velocity().abs() < 1e-5, "at rest after 5.4 s");
}

/// Many boxes in lanes move as each does alone, to the bit.
#[test]
fn lanes_rub_as_single_joints_do() {
    let angle: Scalar = 0.4;
    let friction = |at: usize| 0.02 * at as Scalar;
    let (mut together, ground, boxes) = slope(angle, 37, 1.0);
    for (at, &body) in boxes.iter().enumerate() {
        together.add_joint([ground, body], OnSlope { friction: friction(at) }).unwrap();
    }
    steps(&mut together, 60);
    for (at, &body) in boxes.iter().enumerate() {
        let (mut alone, ground, others) = slope(angle, 37, 1.0);
        alone.add_joint([ground, others[at]], OnSlope { friction: friction(at) }).unwrap();
        steps(&mut alone, 60);
        assert_eq!(alone.body(others[at]).unwrap().position(), together.body(body).unwrap().position(), "box {at}");
    }
}

/// The dense path solves by the laws of the rows, with the same bound.
#[test]
fn one_body_in_two_places_rubs_as_in_one() {
    let angle: Scalar = 0.5;
    for friction in [0.2, 0.6] {
        let (mut world, ground, boxes) = slope(angle, 2, 0.0);
        // Both weigh the same.
        let twin = world.add_body(Body::dynamic(1.0, 0.1)).unwrap();
        world.add_joint([ground, boxes[0]], OnSlope { friction }).unwrap();
        world.add_joint([ground, twin, twin], MiddleOnSlope { friction }).unwrap();
        steps(&mut world, 60);
        let [one, two] = [boxes[0], twin].map(|body| along(&world, body, angle));
        // Both round differently, in 240 substeps.
        close(two, one, 1e-4);
    }
}

#[test]
fn sequential_impulses_rub_as_well() {
    let angle: Scalar = 0.5;
    let (mut world, ground, boxes) = slope(angle, 1, 0.0);
    world.set_stepping(Stepping::SequentialImpulses(SequentialImpulses::default())).unwrap();
    world.add_joint([ground, boxes[0]], OnSlope { friction: 0.3 }).unwrap();
    steps(&mut world, 60);
    let a = G * (angle.sin() - 0.3 * angle.cos());
    close(along(&world, boxes[0], angle), -0.5 * a * (1.0 + DT), 0.02);
}

#[test]
fn a_factor_is_not_negative() {
    let (mut world, ground, boxes) = slope(0.0, 1, 0.0);
    for friction in [-0.1, Scalar::NAN] {
        let refused = world.add_joint([ground, boxes[0]], OnSlope { friction });
        assert!(matches!(refused, Err(Error::InvalidJoint { .. })), "{friction}");
    }
    // No bound at all: it never slides.
    world.add_joint([ground, boxes[0]], OnSlope { friction: Scalar::INFINITY }).unwrap();
    steps(&mut world, 10);
}

#[test]
fn laws_and_derivations_tell_the_bound() {
    let [gap, slip] = OnSlope { friction: 0.25 }.laws::<f64>();
    assert_eq!((gap.max_force_of, gap.max_force, slip.max_force), (None, None, None));
    assert_eq!(slip.max_force_of, Some(ForceOf { factor: 0.25, row: 0 }));
    let [slip, gap] = Tyre { radius: 0.5, friction: 0.25 }.laws::<f64>();
    assert_eq!((slip.max_force_of.map(|bound| bound.row), gap.max_force_of), (Some(1), None));
    let text = OnSlope::DERIVATION;
    assert!(text.contains("|λ₀|/h times friction"), "{text}");
}
