//! A sheet of discs, each pinned to its neighbours: the shape of Box2D's own benchmark "joint grid".

use core::f32::consts::PI;

use constraint_core::{Body, Vec2};

use crate::scene::Scene;

/// A square of `side`² discs a metre apart, 2 side (side − 1) − 6 pivots, hung from seven discs in the middle of its upper edge.
pub fn grid(side: usize) -> Scene {
    let mut scene = Scene::new(format!("joint grid {}", thousands(2 * side * (side - 1))));
    let radius: f32 = 0.4;
    let mass = PI * radius * radius;
    let inertia = 0.5 * mass * radius * radius;
    let is_held = |column: usize| column.abs_diff(side / 2) <= 3;
    for column in 0..side {
        for row in 0..side {
            let held = row == 0 && is_held(column);
            let body = if held { Body::fixed() } else { Body::dynamic(mass, inertia) };
            let body = scene.add(body.at(Vec2::new(column as f32, -(row as f32))));
            if row > 0 {
                scene.pivot(body - 1, body, Vec2::new(0.0, -0.5), Vec2::new(0.0, 0.5));
            }
            // Not between two that are held: Chipmunk refuses such a joint.
            if column > 0 && !(held && is_held(column - 1)) {
                scene.pivot(body - side, body, Vec2::new(0.5, 0.0), Vec2::new(-0.5, 0.0));
            }
        }
    }
    scene.scale_by_fall(side as f64);
    scene
}

/// "9.9k"; below a thousand, the number itself.
fn thousands(count: usize) -> String {
    if count < 1000 { count.to_string() } else { format!("{:.1}k", count as f64 / 1000.0) }
}
