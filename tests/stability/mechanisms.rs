//! Machines, animals and ropes: linkages, gears, ragdolls, springs and walkers with masses of 0.01 to 100 kg.

use constraint_core::joints::{AngleJoint, DistanceJoint, MotorJoint, PivotJoint, SoftDistanceJoint};
use constraint_core::{Body, BodyId, Scalar, Softness, Vec2, consts};

use crate::hubs::hinge;
use crate::random::Random;
use crate::scene::{Scene, between, direction, disc, rod, scaled};

/// A rod between two points.
fn bar(scene: &mut Scene, mass: Scalar, from: Vec2, to: Vec2) -> BodyId {
    let along = to - from;
    scene.add(rod(mass, along.length()).at(from.midpoint(to)).rotated(along.to_angle()))
}

/// A four-bar linkage that falls, with stops between bars.
pub(crate) fn four_bar(random: &mut Random) -> Scene {
    let mut scene = Scene::new();
    let ground = scene.ground();
    let crank = Vec2::from_angle(between(random, 0.3, 2.8)) * between(random, 0.2, 1.0);
    let right = Vec2::X * between(random, 1.0, 3.0);
    let top = right + Vec2::from_angle(between(random, 0.5, 2.6)) * between(random, 0.5, 2.0);
    let masses = [(); 3].map(|()| scaled(random, 0.01, 100.0));
    let first = bar(&mut scene, masses[0], Vec2::ZERO, crank);
    let second = bar(&mut scene, masses[1], crank, top);
    let third = bar(&mut scene, masses[2], top, right);
    let stop = between(random, 0.2, 2.0);
    hinge(&mut scene, [ground, first], Vec2::ZERO, (0.0, 0.0), stop);
    hinge(&mut scene, [first, second], crank, (0.0, 0.0), between(random, 0.2, 2.0));
    scene.pin([second, third], top);
    scene.pin([third, ground], right);
    scene
}

/// A crank with a motor that drives a chain of rods, up to a slider or free.
pub(crate) fn crank(random: &mut Random) -> Scene {
    let mut scene = Scene::new();
    let ground = scene.ground();
    let radius = between(random, 0.1, 0.5);
    let wheel = scene.add(disc(scaled(random, 0.1, 100.0), radius));
    scene.pin([ground, wheel], Vec2::ZERO);
    let (rate, max_torque) = (between(random, 0.5, 20.0), scaled(random, 0.1, 100.0));
    scene.world.add_joint([ground, wheel], MotorJoint { ratio: 1.0, rate, max_torque }).unwrap();
    scene.power += rate * max_torque;
    let (mut last, mut at) = (wheel, Vec2::new(radius, 0.0));
    for _ in 0..=random.below(4) {
        let to = at + Vec2::from_angle(between(random, -1.0, 1.0)) * between(random, 0.5, 1.5);
        let next = bar(&mut scene, scaled(random, 0.01, 100.0), at, to);
        scene.pin([last, next], at);
        (last, at) = (next, to);
    }
    if random.below(2) == 0 {
        let length = between(random, 0.5, 2.0);
        let [local_anchor_a, local_anchor_b] = [at + Vec2::Y * length, scene.local([last, last], at)[0]];
        let rod = DistanceJoint { local_anchor_a, local_anchor_b, lower: length, upper: length };
        scene.world.add_joint([ground, last], rod).unwrap();
    }
    scene
}

/// Three to six wheels that turn each other by gears of up to 1:50, the first one driven, the last one with a weight on its rim.
pub(crate) fn gears(random: &mut Random) -> Scene {
    let mut scene = Scene::new();
    let ground = scene.ground();
    let count = 3 + random.below(4);
    let wheels: Vec<BodyId> = (0..count)
        .map(|number| {
            let at = Vec2::X * Scalar::from(u8::try_from(number).unwrap());
            let wheel = scene.add(disc(scaled(random, 0.01, 100.0), between(random, 0.1, 0.5)).at(at));
            scene.pin([ground, wheel], at);
            wheel
        })
        .collect();
    for pair in wheels.windows(2) {
        let ratio = scaled(random, 0.02, 50.0) * if random.below(2) == 0 { 1.0 } else { -1.0 };
        scene.world.add_joint([pair[0], pair[1]], AngleJoint { ratio, lower: 0.0, upper: 0.0 }).unwrap();
    }
    let (rate, max_torque) = (between(random, 0.5, 10.0), scaled(random, 0.1, 10.0));
    scene.world.add_joint([ground, wheels[0]], MotorJoint { ratio: 1.0, rate, max_torque }).unwrap();
    scene.power += rate * max_torque;
    let rim = scene.world.body(wheels[count - 1]).unwrap().position() + Vec2::X * 0.3;
    let weight = scene.add(disc(scaled(random, 0.1, 10.0), 0.1).at(rim));
    scene.pin([wheels[count - 1], weight], rim);
    scene
}

/// A ragdoll with stops that hangs on a chain of three to eight welded links.
pub(crate) fn ragdoll(random: &mut Random) -> Scene {
    let mut scene = Scene::new();
    let mut last = scene.ground();
    let mut at = Vec2::ZERO;
    for _ in 0..3 + random.below(6) {
        let to = at + Vec2::from_angle(between(random, -2.0, 0.0)) * between(random, 0.2, 0.6);
        let link = bar(&mut scene, scaled(random, 0.01, 10.0), at, to);
        scene.weld([last, link], at);
        (last, at) = (link, to);
    }
    let torso = bar(&mut scene, scaled(random, 1.0, 100.0), at, at - Vec2::Y * 0.6);
    hinge(&mut scene, [last, torso], at, (0.0, 0.0), 1.0);
    for (from, down) in [(-0.1, -0.5), (-0.1, 0.5), (-0.6, -0.3), (-0.6, 0.3)] {
        let mut limb = (torso, at + Vec2::Y * from);
        for _ in 0..2 {
            let to = limb.1 + Vec2::new(down, -0.3);
            let next = bar(&mut scene, scaled(random, 0.1, 10.0), limb.1, to);
            hinge(&mut scene, [limb.0, next], limb.1, (0.0, 0.0), 0.8);
            limb = (next, to);
        }
    }
    scene
}

/// A net of springs between bodies whose masses differ up to 1:100, thrown.
pub(crate) fn springs(random: &mut Random) -> Scene {
    let mut scene = Scene::weightless();
    let mut all: Vec<(BodyId, Vec2, Scalar)> = Vec::new();
    let hertz = scaled(random, 2.0, 100.0);
    let damping_ratio = between(random, 0.0, 1.0);
    for number in 0..8 + random.below(20) {
        let at = Vec2::new(between(random, -2.0, 2.0), between(random, -2.0, 2.0));
        let mass = scaled(random, 0.1, 10.0);
        let body = scene.add(Body::dynamic(mass, 0.1 * mass).at(at).moving(direction(random)));
        for _ in 0..(number.min(1 + random.below(3))) {
            let (other, near, other_mass) = all[random.below(all.len())];
            let rest_length = at.distance(near) * between(random, 0.9, 1.1);
            let [local_anchor_a, local_anchor_b] = [Vec2::ZERO; 2];
            let softness = Softness::new(hertz, damping_ratio);
            let joint = SoftDistanceJoint { local_anchor_a, local_anchor_b, rest_length, softness };
            scene.world.add_joint([other, body], joint).unwrap();
            let reduced = mass * other_mass / (mass + other_mass);
            scene.springs.push(([other, body], reduced * (consts::TAU * hertz).powi(2), rest_length));
        }
        all.push((body, at, mass));
    }
    scene
}

/// A body with four to eight legs of two limbs, each with a motor and stops; one foot is held.
pub(crate) fn walker(random: &mut Random) -> Scene {
    let mut scene = Scene::new();
    let ground = scene.ground();
    let torso = scene.add(Body::dynamic(scaled(random, 0.1, 100.0), between(random, 0.1, 5.0)));
    for number in 0..4 + random.below(5) {
        let hip = Vec2::new(between(random, -0.8, 0.8), -0.1);
        let knee = hip + Vec2::new(between(random, -0.2, 0.2), -0.5);
        let foot = knee + Vec2::new(between(random, -0.2, 0.2), -0.5);
        let thigh = bar(&mut scene, scaled(random, 0.1, 10.0), hip, knee);
        let shank = bar(&mut scene, scaled(random, 0.01, 10.0), knee, foot);
        let motor = (between(random, -6.0, 6.0), between(random, 0.0, 50.0));
        hinge(&mut scene, [torso, thigh], hip, motor, 0.8);
        hinge(&mut scene, [thigh, shank], knee, (-motor.0, motor.1), 1.0);
        if number == 0 {
            scene.pin([ground, shank], foot);
        }
    }
    scene
}

/// A rope of 10 to 60 links of pivots or rods, its last link up to a thousand times as heavy as another one.
pub(crate) fn heavy_rope(random: &mut Random) -> Scene {
    let mut scene = Scene::new();
    let mut last = scene.ground();
    let (count, length) = (10 + random.below(51), between(random, 0.1, 0.5));
    let along = Vec2::from_angle(between(random, -1.5, 1.5));
    let is_of_rods = random.below(2) == 0;
    let light = scaled(random, 0.01, 1.0);
    for number in 0..count {
        let from = along * (length * Scalar::from(u8::try_from(number).unwrap()));
        let mass = if number + 1 == count { scaled(random, light, 1000.0 * light) } else { light };
        let link = bar(&mut scene, mass, from, from + along * length);
        if is_of_rods && number > 0 {
            let [local_anchor_a, local_anchor_b] = [Vec2::ZERO; 2];
            let rod = DistanceJoint { local_anchor_a, local_anchor_b, lower: length, upper: length };
            scene.world.add_joint([last, link], rod).unwrap();
        } else {
            scene.pin([last, link], from);
        }
        last = link;
    }
    scene
}

/// Which joints hold the bodies of a tangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    Pivots,
    Welds,
    Rods,
    All,
}

/// Light and heavy bodies that hang on long levers, in trees or nets of 10 to 30, hung or thrown.
pub(crate) fn tangle(random: &mut Random, held: Held) -> Scene {
    let is_hung = random.below(2) == 0;
    let mut scene = if is_hung { Scene::new() } else { Scene::weightless() };
    let (is_net, lever) = (random.below(2) == 0, [0.5, 1.0, 2.0][random.below(3)]);
    let within =
        |random: &mut Random, most: Scalar| Vec2::new(between(random, -most, most), between(random, -most, most));
    let mut all: Vec<(BodyId, Vec2)> = Vec::new();
    for number in 0..10 + random.below(21) {
        let on = number.checked_sub(1).map(|last| last - random.below(number.min(4)));
        let at = on.map_or(Vec2::ZERO, |on| all[on].1) + within(random, 2.0 * lever);
        let (mass, radius) = (scaled(random, 1.0, 100.0), between(random, 0.2, 1.0));
        let body = disc(mass, radius).at(at).moving(within(random, 1.0)).spinning(between(random, -1.0, 1.0));
        let body = if number == 0 && is_hung { scene.ground() } else { scene.add(body) };
        let closing = (is_net && number > 2 && random.below(10) < 3).then(|| random.below(number));
        for other in [on, closing].into_iter().flatten() {
            let bodies = [all[other].0, body];
            let middle = all[other].1.midpoint(at) + within(random, lever);
            let held = if held == Held::All { [Held::Pivots, Held::Welds, Held::Rods][random.below(3)] } else { held };
            match held {
                Held::Welds => scene.weld(bodies, middle),
                Held::Rods => {
                    let rod = within(random, lever);
                    let [local_anchor_a, local_anchor_b] = [middle - all[other].1, middle - at + rod];
                    let length = rod.length();
                    let rod = DistanceJoint { local_anchor_a, local_anchor_b, lower: length, upper: length };
                    scene.world.add_joint(bodies, rod).unwrap();
                }
                Held::Pivots | Held::All => {
                    let [local_anchor_a, local_anchor_b] = [middle - all[other].1, middle - at];
                    scene.world.add_joint(bodies, PivotJoint { local_anchor_a, local_anchor_b }).unwrap();
                }
            }
        }
        all.push((body, at));
    }
    scene
}
