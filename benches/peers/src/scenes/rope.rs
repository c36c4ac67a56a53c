//! Ropes: the longest way that an impulse has to go.

use constraint_core::{Body, Vec2};

use crate::scene::Scene;

/// Links of a rope.
const LINKS: usize = 1_000;
/// Length of a link, m.
const LENGTH: f32 = 0.5;
/// Mass of a link, kg.
const MASS: f32 = 0.25;

/// `count` ropes of 1,000 links each, stretched out level and let go, each held at one end.
pub fn ropes(count: usize) -> Scene {
    let name = if count == 1 { "rope of 1k".to_owned() } else { format!("ropes {count} × 1k") };
    let mut scene = Scene::new(name);
    for rope in 0..count {
        add_rope(&mut scene, rope as f32 * 2.0);
    }
    scene.scale_by_fall(f64::from(LENGTH) * LINKS as f64);
    scene
}

/// A rope whose last link weighs as much as all others together: 1,000 to 1.
pub fn heavy_rope() -> Scene {
    let mut scene = Scene::new("heavy rope 1:1000");
    add_rope(&mut scene, 0.0);
    let last = scene.bodies.len() - 1;
    let factor = LINKS as f32;
    let load = Body::dynamic(MASS * factor, inertia() * factor).at(scene.bodies[last].position());
    scene.bodies[last] = load;
    scene.scale_by_fall(f64::from(LENGTH) * LINKS as f64);
    scene
}

fn add_rope(scene: &mut Scene, height: f32) {
    let half = Vec2::new(0.5 * LENGTH, 0.0);
    let mut last = scene.add(Body::fixed().at(Vec2::new(-0.5 * LENGTH, height)));
    for link in 0..LINKS {
        let center = Vec2::new((link as f32 + 0.5) * LENGTH, height);
        let body = scene.add(Body::dynamic(MASS, inertia()).at(center));
        scene.pivot(last, body, half, -half);
        last = body;
    }
}

/// Of a thin rod about its middle, kg·m².
const fn inertia() -> f32 {
    MASS * LENGTH * LENGTH / 12.0
}
