//! Pulleys: light wheels that hang on a rope and bear heavy weights, and several of them one below the other.

use constraint_core::joints::{DistanceJoint, PulleyJoint};
use constraint_core::{Body, BodyId, Scalar, Vec2};

use crate::random::Random;
use crate::scene::{Scene, between, disc, scaled};

/// A wheel of 0.01 to 0.5 kg that hangs on a rope; over it a rope to two weights of 0.5 to 20 kg.
pub(crate) fn light(random: &mut Random) -> Scene {
    let mut scene = Scene::new();
    let ground = scene.ground();
    let length = between(random, 0.2, 2.0);
    let (mass, radius) = (scaled(random, 0.01, 0.5), between(random, 0.05, 0.3));
    let at = Vec2::new(0.0, -length);
    let wheel = hung(&mut scene, ground, Vec2::ZERO, disc(mass, radius).at(at), length, random);
    let weights = [-1.0, 1.0].map(|side: Scalar| {
        let below = Vec2::new(side * radius, -between(random, 0.5, 2.0));
        scene.add(disc(scaled(random, 0.5, 20.0), 0.1).at(at + below))
    });
    rope(&mut scene, wheel, radius, weights);
    scene
}

/// Two to four wheels, each hung from the rope over the one above it, with a weight at the other end.
pub(crate) fn chained(random: &mut Random) -> Scene {
    let mut scene = Scene::new();
    let ground = scene.ground();
    let mut wheel = ground;
    let (mut at, mut radius) = (Vec2::ZERO, 0.4);
    let count = 2 + random.below(3);
    for stage in 0..count {
        let down = Vec2::new(between(random, -0.1, 0.1), -between(random, 1.0, 2.0));
        let ends = [-1.0, 1.0].map(|side: Scalar| at + Vec2::new(side * radius, 0.0) + down);
        let weight = scene.add(disc(scaled(random, 0.1, 20.0), 0.1).at(ends[0]));
        let next_radius = between(random, 0.1, 0.3);
        let mass = if stage + 1 == count { scaled(random, 0.1, 20.0) } else { scaled(random, 0.05, 2.0) };
        let next = scene.add(disc(mass, next_radius).at(ends[1]));
        rope(&mut scene, wheel, radius, [weight, next]);
        (wheel, at, radius) = (next, ends[1], next_radius);
    }
    scene
}

/// A body that hangs on a rope of this length, or on one that is slack by a tenth.
fn hung(scene: &mut Scene, on: BodyId, anchor: Vec2, body: Body, length: Scalar, random: &mut Random) -> BodyId {
    let body = scene.add(body);
    let upper = length * between(random, 1.0, 1.1);
    let rope = DistanceJoint { local_anchor_a: anchor, local_anchor_b: Vec2::ZERO, lower: 0.0, upper };
    scene.world.add_joint([on, body], rope).unwrap();
    body
}

/// A rope over both sides of a wheel, as long as it is.
fn rope(scene: &mut Scene, wheel: BodyId, radius: Scalar, weights: [BodyId; 2]) {
    let at = scene.world.body(wheel).unwrap().position();
    let [left, right] = [-radius, radius].map(|x| Vec2::new(x, 0.0));
    let [first, second] = weights.map(|weight| scene.world.body(weight).unwrap().position());
    let length = (at + left).distance(first) + (at + right).distance(second);
    let rope = PulleyJoint {
        local_anchor_a: left,
        local_anchor_b: Vec2::ZERO,
        local_anchor_c: right,
        local_anchor_d: Vec2::ZERO,
        ratio: 1.0,
        lower: 0.0,
        upper: length,
    };
    scene.world.add_joint([wheel, weights[0], wheel, weights[1]], rope).unwrap();
}
