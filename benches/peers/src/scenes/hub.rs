//! One body that all joints share: the worst case of every colouring.

use core::f32::consts::TAU;

use constraint_core::{Body, Vec2};

use crate::scene::Scene;

/// Radius of the hub, m.
const RADIUS: f32 = 10.0;

/// A wheel that turns about its middle, with `count` spokes hung on its rim. It weighs as much as all of them.
pub fn hub(count: usize) -> Scene {
    let mut scene = Scene::new(format!("hub of {},000 spokes", count / 1000));
    let ground = scene.add(Body::fixed());
    let mass = count as f32;
    let hub = scene.add(Body::dynamic(mass, 0.5 * mass * RADIUS * RADIUS).spinning(0.5));
    scene.pivot(ground, hub, Vec2::ZERO, Vec2::ZERO);
    for spoke in 0..count {
        let rim = Vec2::from_angle(TAU * spoke as f32 / count as f32) * RADIUS;
        let top = Vec2::new(0.0, 0.5);
        let body = scene.add(Body::dynamic(1.0, 1.0 / 12.0).at(rim - top));
        scene.pivot(hub, body, rim, top);
    }
    scene.scale_by_fall(f64::from(RADIUS));
    scene
}
