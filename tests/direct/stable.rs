//! What gains no energy at one step of 1/60 s. The energy guard is off.

#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::unnecessary_cast)] // the world's scalar is f32 or f64

use constraint_core::joints::{DampedSpring, DistanceJoint, PivotJoint, RevoluteJoint, WeldJoint};
use constraint_core::{Body, BodyId, Order, Scalar, Softness, Stepping, Vec2};

use crate::random::Random;
use crate::scene::{Scene, between, disc, scaled};

/// What rounding, Newton's tolerance and settling may add, in shares of the scale.
const ROUNDING: f64 = if size_of::<Scalar>() == 8 { 1e-3 } else { 2e-3 };

fn directly(mut scene: Scene) -> Scene {
    scene.world.set_stepping(Stepping::Direct { order: Order::Two }).unwrap();
    scene.world.set_energy_guard(false);
    scene
}

/// How many of so many scenes gain energy in so many seconds. Prints those that do.
fn count(name: &str, number: u64, seconds: Scalar, make: impl Fn(&mut Random) -> Scene) -> usize {
    let gains = (0..number).map(|seed| directly(make(&mut Random(seed))).gain(seconds));
    let gaining: Vec<(usize, f64)> = gains.enumerate().filter(|(_, gain)| *gain > ROUNDING).collect();
    println!("{name}: {} of {number} gain, {gaining:?}", gaining.len());
    gaining.len()
}

fn within(random: &mut Random, reach: Scalar) -> Vec2 {
    Vec2::new(between(random, -reach, reach), between(random, -reach, reach))
}

/// Random trees and nets of bodies that are light and heavy, on long levers.
fn tangle(random: &mut Random) -> Scene {
    let falls = random.below(2) == 0;
    let mut scene = if falls { Scene::new() } else { Scene::weightless() };
    let (kind, is_net) = (random.below(4), random.below(2) == 0);
    let mut bodies: Vec<BodyId> = Vec::new();
    let mut places: Vec<Vec2> = Vec::new();
    for place in 0..10 {
        let on = place - usize::from(place > 0) * (1 + random.below(place.clamp(1, 3)));
        let near = places.get(on).copied().unwrap_or(Vec2::ZERO);
        let center = near + within(random, 2.0);
        let (mass, radius) = (scaled(random, 1.0, 100.0), between(random, 0.2, 1.0));
        let body = if place == 0 && falls {
            Body::fixed().at(center)
        } else {
            disc(mass, radius).at(center).moving(within(random, 1.0)).spinning(between(random, -1.0, 1.0))
        };
        bodies.push(scene.add(body));
        places.push(center);
        let closing = (is_net && place > 2 && random.below(10) < 3).then(|| random.below(place));
        for other in (place > 0).then_some(on).into_iter().chain(closing) {
            join(&mut scene, random, kind, [bodies[other], bodies[place]]);
        }
    }
    scene
}

fn join(scene: &mut Scene, random: &mut Random, kind: usize, bodies: [BodyId; 2]) {
    let [a, b] = bodies.map(|id| scene.world.body(id).unwrap().position());
    let at = a.midpoint(b) + within(random, 1.0);
    let [local_anchor_a, local_anchor_b] = [at - a, at - b];
    match if kind == 3 { random.below(3) } else { kind } {
        0 => {
            scene.world.add_joint(bodies, PivotJoint { local_anchor_a, local_anchor_b }).unwrap();
        }
        1 => {
            let weld = WeldJoint { local_anchor_a, local_anchor_b, reference_angle: 0.0 };
            scene.world.add_joint(bodies, weld).unwrap();
        }
        _ => {
            let rod = within(random, 1.0);
            let (local_anchor_b, length) = (local_anchor_b + rod, rod.length());
            let rod = DistanceJoint { local_anchor_a, local_anchor_b, lower: length, upper: length };
            scene.world.add_joint(bodies, rod).unwrap();
        }
    }
}

#[test]
fn tangles_gain_no_energy() {
    assert_eq!(count("tangles", 32, 5.0, tangle), 0);
}

/// A grid of springs between discs, of 5 to 2,000 Hz for the lightest two.
#[test]
fn nets_of_stiff_springs_gain_no_energy() {
    let net = |random: &mut Random| {
        let mut scene = Scene::weightless();
        let hertz = scaled(random, 5.0, 2000.0);
        let stiffness = (std::f64::consts::TAU as Scalar * hertz).powi(2) * 0.5;
        let at = |place: usize| Vec2::new((place % 4) as Scalar, (place / 4) as Scalar);
        let bodies: Vec<BodyId> = (0..16)
            .map(|place| {
                let body = disc(scaled(random, 1.0, 10.0), 0.3).at(at(place) + within(random, 0.1));
                scene.add(body.moving(within(random, 1.0)))
            })
            .collect();
        for place in 0..16 {
            for next in [place + 1, place + 4] {
                if next < 16 && (next % 4 != 0 || next == place + 4) {
                    let pair = [bodies[place], bodies[next]];
                    let (local_anchor_a, local_anchor_b) = (Vec2::ZERO, Vec2::ZERO);
                    let spring =
                        DampedSpring { local_anchor_a, local_anchor_b, rest_length: 1.0, stiffness, damping: 0.0 };
                    scene.world.add_joint(pair, spring).unwrap();
                    scene.springs.push((pair, stiffness, 1.0));
                }
            }
        }
        scene
    };
    assert_eq!(count("spring nets", 12, 5.0, net), 0);
}

/// A light disc with heavy arms between stops, some turned by motors.
#[test]
fn light_hubs_with_limits_gain_no_energy() {
    let hub = |random: &mut Random| {
        let mut scene = Scene::weightless();
        let hub = scene.add(disc(scaled(random, 0.01, 1.0), 1.0));
        let arms = 3 + random.below(6);
        for number in 0..arms {
            let angle = number as Scalar * std::f64::consts::TAU as Scalar / arms as Scalar;
            let turn = Vec2::from_angle(angle);
            let arm = disc(scaled(random, 1.0, 20.0), 0.3).at(turn * 1.4).rotated(angle);
            let arm = scene.add(arm.spinning(between(random, -2.0, 2.0)));
            let torque = if random.below(2) == 0 { between(random, 0.0, 2.0) } else { 0.0 };
            let hinge = RevoluteJoint {
                local_anchor_a: turn,
                local_anchor_b: Vec2::new(-0.4, 0.0),
                reference_angle: angle,
                target_angle: 0.0,
                spring: Softness::new(0.0, 0.0),
                motor_speed: 1.0,
                max_motor_torque: torque,
                lower: -0.3,
                upper: 0.3,
            };
            // No more than the torque times the speed, while the motor drives.
            scene.power += torque;
            scene.world.add_joint([hub, arm], hinge).unwrap();
        }
        scene
    };
    assert_eq!(count("light hubs", 12, 5.0, hub), 0);
}

/// A disc that two pivots want at places 2 m apart: no energy above 0.12 of the scale, and a joint error of 1 m each.
#[test]
fn joints_that_contradict_each_other_stay_bounded() {
    let mut scene = directly(Scene::new());
    let ground = scene.ground();
    let body = scene.add(disc(1.0, 0.5));
    for x in [-1.0, 1.0] {
        let pivot = PivotJoint { local_anchor_a: Vec2::new(x, 0.0), local_anchor_b: Vec2::ZERO };
        scene.world.add_joint([ground, body], pivot).unwrap();
    }
    let gain = scene.gain(5.0);
    let error = scene.world.max_position_error();
    println!("contradiction: gains {gain}, error {error} m");
    assert!(gain < 0.12, "{gain}");
    assert!((error - 1.0).abs() < 0.05, "{error} m");
}

/// 60 links of 1 kg with 1,000 kg at the end: the default stretches this by centimetres.
#[test]
fn a_rope_with_a_heavy_end_stays_together() {
    let mut scene = directly(Scene::new());
    let mut last = scene.ground();
    let mut at = Vec2::ZERO;
    for link in 0..60 {
        let mass = if link == 59 { 1000.0 } else { 1.0 };
        let next = scene.add(disc(mass, 0.2).at(at + Vec2::new(0.25, 0.0)));
        scene.pin([last, next], at);
        (last, at) = (next, at + Vec2::new(0.5, 0.0));
    }
    let mut most: Scalar = 0.0;
    for _ in 0..120 {
        scene.world.step(crate::scene::DT).unwrap();
        most = most.max(scene.world.max_position_error());
    }
    println!("rope: {most} m");
    assert!(most < 1e-5, "{most} m");
}
