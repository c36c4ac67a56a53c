//! What a world without friction keeps: momenta, energy, and the ends of a chain together.

#[path = "world/support.rs"]
mod support;

use std::f64::consts::PI;

use constraint_core::joints::{
    AngleJoint, DistanceJoint, GroundPulleyJoint, LineJoint, MotorJoint, PivotJoint, PulleyJoint, WeldJoint,
};
use constraint_core::{Array as _, Body, BodyId, Constraint, JointId, Real, Scalar, Vec2, World, constraint};

use support::{DT, G, add, steps, weightless};

/// Four bodies of 1, 2, 3 and 4 kg that turn about their common centre at 2 rad/s, as if they were one.
///
/// That is a motion which any joint between them allows, so that none of them starts with a blow.
fn turning(world: &mut World) -> [BodyId; 4] {
    let places = [(1.0, -1.0, 0.0), (2.0, 0.4, 0.3), (3.0, 1.5, -0.6), (4.0, 0.2, -1.6)]
        .map(|(mass, x, y): (Scalar, Scalar, Scalar)| (mass, Vec2::new(x, y)));
    let centre = places.iter().map(|(mass, place)| *place * *mass).sum::<Vec2>() / 10.0;
    places.map(|(mass, place)| {
        let arm = place - centre;
        let body = Body::dynamic(mass, 0.3 * mass).at(arm).moving(arm.perp() * 2.0).spinning(2.0);
        add(world, body)
    })
}

/// The drift of the linear momentum as a share of Σ m|v|, and that of the angular one as a share of itself, after 10 s.
fn drifts(mut world: World) -> [Scalar; 2] {
    let size: Scalar = world.bodies().map(|(_, body)| body.mass() * body.linear_velocity().length()).sum();
    let (linear, angular) = (world.linear_momentum(), world.angular_momentum());
    steps(&mut world, 600, DT);
    let moved = world.linear_momentum() - linear;
    [moved.length() / size, (world.angular_momentum() - angular).abs() / angular.abs()]
}

/// 600 steps of 4 substeps, each with at most eight roundings of a momentum by half of the scalar's ε, all one way.
const ROUNDING: Scalar = 600.0 * 4.0 * 8.0 * 0.5 * Scalar::EPSILON;

#[test]
fn joints_that_turn_with_their_bodies_keep_both_momenta() {
    let mut world = weightless();
    let [a, b, c, d] = turning(&mut world);
    let distance = |p: BodyId, q: BodyId| {
        let place = |id| world.body(id).unwrap().position();
        place(p).distance(place(q))
    };
    let (rod, rope) = (distance(a, b), distance(a, b) + 1.5 * distance(c, d));
    let zero = Vec2::ZERO;
    let rod = DistanceJoint { local_anchor_a: zero, local_anchor_b: zero, lower: rod, upper: rod };
    world.add_joint([a, b], rod).unwrap();
    // c is at (1.1, −0.9) from b.
    let (local_direction_a, lower, upper) = (Vec2::new(1.1, -0.9), 1.0, 2.0);
    let line = LineJoint { local_anchor_a: zero, local_direction_a, local_anchor_b: zero, lower, upper };
    world.add_joint([b, c], line).unwrap();
    world.add_joint([c, d], AngleJoint { ratio: 1.0, lower: -0.3, upper: 0.3 }).unwrap();
    world.add_joint([d, a], MotorJoint { ratio: 1.0, rate: 5.0, max_torque: 1.0 }).unwrap();
    let (local_anchor_c, local_anchor_d) = (zero, zero);
    let (local_anchor_a, local_anchor_b, ratio, lower, upper) = (zero, zero, 1.5, 0.0, rope);
    let pulley = PulleyJoint { local_anchor_a, local_anchor_b, local_anchor_c, local_anchor_d, ratio, lower, upper };
    world.add_joint([a, b, c, d], pulley).unwrap();
    let [linear, angular] = drifts(world);
    assert!(linear < ROUNDING, "{linear:e}");
    assert!(angular < ROUNDING, "{angular:e}");
}

/// A pivot, a weld and a pivot, midway between the four bodies of [`turning`].
fn pivots_and_a_weld(substeps: u32) -> World {
    let mut world = weightless();
    world.set_substeps(substeps).unwrap();
    let [a, b, c, d] = turning(&mut world);
    let half = |p: BodyId, q: BodyId| {
        let place = |id| world.body(id).unwrap().position();
        (place(q) - place(p)) * 0.5
    };
    let [ab, bc, cd] = [half(a, b), half(b, c), half(c, d)];
    world.add_joint([a, b], PivotJoint { local_anchor_a: ab, local_anchor_b: -ab }).unwrap();
    world.add_joint([b, c], WeldJoint { local_anchor_a: bc, local_anchor_b: -bc, reference_angle: 0.0 }).unwrap();
    world.add_joint([c, d], PivotJoint { local_anchor_a: cd, local_anchor_b: -cd }).unwrap();
    world
}

#[test]
fn joints_of_two_anchors_keep_the_angular_momentum_but_for_their_gap() {
    // Equal and opposite forces: nothing else can happen to the linear momentum.
    let [linear, coarse] = drifts(pivots_and_a_weld(4));
    assert!(linear < ROUNDING, "{linear:e}");
    // A force λ on either side of a gap c is a couple c × λ. The gap is of the order h²: half the substep, a quarter.
    assert!(coarse < 5e-4, "{coarse:e}");
    let [_, fine] = drifts(pivots_and_a_weld(8));
    assert!(fine < coarse / 3.0, "{coarse:e} {fine:e}");
}

#[test]
fn four_bodies_without_friction_keep_their_energy() {
    let drift = |substeps| {
        let mut world = pivots_and_a_weld(substeps);
        let before = world.kinetic_energy();
        let mut worst: Scalar = 0.0;
        for _ in 0..600 {
            steps(&mut world, 1, DT);
            worst = worst.max((world.kinetic_energy() - before).abs());
        }
        worst / before
    };
    // Ten seconds, three turns. Without gravity the integrator's first-order error has nothing to act on; what remains is
    // the gap in the joints, of the order h².
    let [coarse, fine] = [4, 8].map(drift);
    assert!(coarse < 2e-3, "{coarse:e}");
    assert!(fine < coarse / 3.0, "{coarse:e} {fine:e}");
}

#[test]
fn a_pendulum_keeps_its_energy_for_a_minute() {
    // It starts level and at rest, with 0 J, and exchanges m g l = 19.62 J.
    let drift = |substeps| {
        let mut world = World::new();
        world.set_substeps(substeps).unwrap();
        let ground = add(&mut world, Body::fixed());
        let bob = add(&mut world, Body::dynamic(2.0, 0.5).at(Vec2::X));
        let pivot = PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: -Vec2::X };
        world.add_joint([ground, bob], pivot).unwrap();
        let mut worst: Scalar = 0.0;
        for _ in 0..3600 {
            steps(&mut world, 1, DT);
            worst = worst.max(world.energy().abs());
        }
        worst / (2.0 * G)
    };
    // Semi-implicit Euler swings by a share of the order h about the energy that it keeps; the joint takes a little for
    // ever. At h = 1/240 s that is 1.4 % after a minute and 30 swings, at half of it less than half.
    let [coarse, fine] = [4, 8].map(drift);
    assert!(coarse < 0.02, "{coarse:e}");
    assert!(fine < 0.005, "{fine:e}");
}

/// Links of 1 m and 1 kg, the last of them of `heavy` kg, laid out straight from a fixed end.
fn chain(links: u8, heavy: Scalar, substeps: u32) -> (World, Vec<JointId<PivotJoint>>) {
    let mut world = World::new();
    world.set_substeps(substeps).unwrap();
    let half = Vec2::X * 0.5;
    let mut last = add(&mut world, Body::fixed().at(-half));
    let joints = (1..=links).map(|link| {
        let mass = if link == links { heavy } else { 1.0 };
        let next = add(&mut world, Body::dynamic(mass, mass / 12.0).at(Vec2::X * Scalar::from(link) - half));
        let joint = world.add_joint([last, next], PivotJoint { local_anchor_a: half, local_anchor_b: -half }).unwrap();
        last = next;
        joint
    });
    let joints = joints.collect();
    (world, joints)
}

/// The largest gap in a joint of a chain while it falls, passes its lowest point and rises again: 10 s.
fn greatest_gap((mut world, joints): (World, Vec<JointId<PivotJoint>>)) -> Scalar {
    let mut gap: Scalar = 0.0;
    for _ in 0..600 {
        steps(&mut world, 1, DT);
        for &joint in &joints {
            let [x, y] = world.position_error(joint).unwrap();
            gap = gap.max(x.hypot(y));
        }
    }
    gap
}

/// How far a joint between links of 1 kg gives way at the lowest point, where it bears 3 m g. There K = 1/m + 1/m = 2/kg, and
/// a joint gives way by K λ/ω², where ω = 2π·0.2525/h.
fn sag(heavy: Scalar, substeps: u32) -> Scalar {
    let omega = Scalar::from_f64(2.0 * 0.2525 * PI * f64::from(substeps)) / DT;
    2.0 * 3.0 * heavy * G / (omega * omega)
}

#[test]
fn a_chain_holds_a_thousand_times_its_link() {
    // At 16 substeps it gives way by 25 mm, at 64 by 1.6 mm. As much again is for what one iteration leaves undone. The
    // world's 4 substeps would leave the links apart: 0.4 m by the same sum, and metres in fact.
    for (substeps, most) in [(16, 0.04), (64, 0.004)] {
        let (gap, sag) = (greatest_gap(chain(20, 1000.0, substeps)), sag(1000.0, substeps));
        assert!(gap < 2.0 * sag && gap < most, "{substeps} substeps: {gap} m, where {sag} m is expected");
    }
}

#[test]
fn a_link_holds_ten_thousand_times_its_mass() {
    // One link between the ground and the mass: by the same sum 16 mm at 64 substeps, 1 mm at 256, and the joint at the
    // ground, where K is half of that, gives way by half.
    for (substeps, most) in [(64, 0.02), (256, 0.002)] {
        let (gap, sag) = (greatest_gap(chain(2, 10_000.0, substeps)), sag(10_000.0, substeps));
        assert!(gap < 2.0 * sag && gap < most, "{substeps} substeps: {gap} m, where {sag} m is expected");
    }
}

/// Keeps two bodies above one another: it knows the vertical, so that turning both together breaks it.
#[constraint(|a, b| b.position.x - a.position.x)]
struct Plumb {}

/// Whether the derivation says that these momenta are conserved.
fn says<J: Constraint>() -> [bool; 2] {
    ["linear momentum", "angular momentum"].map(|name| {
        let line = J::DERIVATION.lines().find(|line| line.contains(name)).expect("a line of the derivation");
        !line.contains("not conserved")
    })
}

/// Whether a world keeps them in which the joint holds two bodies that would go their own ways.
fn keeps<J: Constraint>(joint: J) -> [bool; 2] {
    let mut world = weightless();
    let a = add(&mut world, Body::dynamic(1.0, 0.3).at(Vec2::new(0.3, 1.0)).moving(Vec2::new(1.0, 0.5)).spinning(2.0));
    let b =
        add(&mut world, Body::dynamic(2.0, 0.5).at(Vec2::new(0.3, -1.0)).moving(Vec2::new(-0.7, 0.4)).spinning(-1.0));
    let bodies = [a, b];
    world.add_joint(J::Bodies::from_fn(|place| bodies[place]), joint).unwrap();
    let (linear, angular) = (world.linear_momentum(), world.angular_momentum());
    steps(&mut world, 120, DT);
    // In 2 s rounding is far below a thousandth of the several kg·m/s that there are, and what a joint takes far above.
    let moved = (world.linear_momentum() - linear).length();
    [moved < 1e-3, (world.angular_momentum() - angular).abs() < 1e-3]
}

#[test]
fn a_world_keeps_the_momenta_that_the_derivation_says() {
    let (local_anchor_a, local_anchor_b) = (Vec2::new(0.0, 0.2), Vec2::new(0.1, 0.0));
    let rod = DistanceJoint { local_anchor_a, local_anchor_b, lower: 1.8, upper: 1.8 };
    let (ground_a, ground_b) = (Vec2::new(-1.0, 3.0), Vec2::new(1.0, 3.0));
    let pulley = GroundPulleyJoint { ground_a, ground_b, local_anchor_a, local_anchor_b, ratio: 1.0, length: 6.0 };
    let cases = [
        ("DistanceJoint", says::<DistanceJoint>(), keeps(rod), [true, true]),
        ("Plumb", says::<Plumb>(), keeps(Plumb {}), [true, false]),
        ("GroundPulleyJoint", says::<GroundPulleyJoint>(), keeps(pulley), [false, false]),
    ];
    for (name, said, kept, expected) in cases {
        assert_eq!((said, kept), (expected, expected), "{name}");
    }
}
