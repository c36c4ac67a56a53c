//! Joints that start apart: their anchors are metres from each other, their angles turned.

use constraint_core::joints::{DistanceJoint, PivotJoint, WeldJoint};
use constraint_core::{Body, BodyId, Scalar, Vec2};

use crate::random::Random;
use crate::scene::{Scene, between, direction, scaled};

/// A tree of 3 to 12 bodies of 0.01 to 100 kg. Each joint is apart by up to `most` metres.
pub(crate) fn tree(random: &mut Random, most: Scalar) -> Scene {
    let mut scene = if random.below(2) == 0 { Scene::new() } else { Scene::weightless() };
    let mut all: Vec<(BodyId, Vec2)> = vec![(scene.ground(), Vec2::ZERO)];
    for _ in 0..3 + random.below(10) {
        let (on, near) = all[random.below(all.len())];
        let at = near + direction(random) * between(random, 0.3, 1.0);
        let mass = scaled(random, 0.01, 100.0);
        let body = scene.add(Body::dynamic(mass, mass * between(random, 0.02, 0.3)).at(at));
        let [local_anchor_a, own] = scene.local([on, body], near.midpoint(at));
        let local_anchor_b = own + direction(random) * between(random, 0.0, most);
        match random.below(3) {
            0 => {
                scene.world.add_joint([on, body], PivotJoint { local_anchor_a, local_anchor_b }).unwrap();
            }
            1 => {
                let reference_angle = between(random, -1.0, 1.0);
                let weld = WeldJoint { local_anchor_a, local_anchor_b, reference_angle };
                scene.world.add_joint([on, body], weld).unwrap();
            }
            _ => {
                let length = between(random, 0.1, 0.5);
                let rod = DistanceJoint { local_anchor_a, local_anchor_b, lower: length, upper: length };
                scene.world.add_joint([on, body], rod).unwrap();
            }
        }
        all.push((body, at));
    }
    scene
}

/// Two rods of 1 kg that a pivot draws together from this distance, without weight.
pub(crate) fn pair(distance: Scalar) -> Scene {
    let mut scene = Scene::weightless();
    let [a, b] = [0.0, distance + 1.0].map(|x| scene.add(crate::scene::rod(1.0, 1.0).at(Vec2::new(x, 0.0)).rotated(x)));
    let [local_anchor_a, local_anchor_b] = [Vec2::X * 0.5, Vec2::X * -0.5];
    scene.world.add_joint([a, b], PivotJoint { local_anchor_a, local_anchor_b }).unwrap();
    scene
}
