//! One body that many joints share: the worst case of every colouring, and of a pass that takes one joint after another.

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

/// Rods on each of many light hubs.
const RODS: u8 = 12;

/// `count` hubs in weightlessness, each as heavy as one of the rods that lie along its rim. Each turns with its rods as if it were one
/// piece, which then swing out.
pub fn light_hubs(count: u8) -> Scene {
    let mut scene = Scene::new(format!("light hubs {count}"));
    scene.falls = false;
    for number in 0..count {
        let (center, spin) = (Vec2::X * f32::from(number) * 3.0, 2.0 + 0.02 * f32::from(number));
        let hub = scene.add(Body::dynamic(1.0, 0.125).at(center).spinning(spin));
        for rod in 0..RODS {
            let out = Vec2::from_angle(TAU * f32::from(rod) / f32::from(RODS));
            let (rim, end) = (out * 0.5, out.perp() * -0.25);
            let at = rim - end;
            let body = Body::dynamic(1.0, 1.0 / 48.0).at(center + at).spinning(spin).moving(at.perp() * spin);
            let body = scene.add(body);
            scene.pivot(hub, body, rim, end);
        }
    }
    scene.scale_by_motion();
    scene
}
