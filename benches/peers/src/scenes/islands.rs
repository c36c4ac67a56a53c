//! Many small islands, no two alike.

use constraint_core::{Body, Vec2};

use super::ragdoll::{Chance, grouped};
use crate::scene::Scene;

/// `count` random trees of 4 to 16 rods, 10 on average, in weightlessness, each thrown and spun as if it were one piece.
pub fn islands(count: usize) -> Scene {
    let mut scene = Scene::new(format!("islands, unlike, {}", grouped(count)));
    scene.falls = false;
    let side = count.isqrt() + 1;
    let mut chance = Chance(1);
    for island in 0..count {
        let place = Vec2::new((island % side) as f32, (island / side) as f32) * 8.0;
        add_island(&mut scene, place, 4 + chance.below(13), &mut chance);
    }
    scene.scale_by_motion();
    scene
}

/// Rods that each hang by one end from the far end of one of the two before: where more than three meet, soft passes gain
/// energy in every engine.
fn add_island(scene: &mut Scene, place: Vec2, rods: usize, chance: &mut Chance) {
    let (drift, spin) = (Vec2::new(chance.next(), chance.next()), 3.0 * chance.next());
    let first = scene.bodies.len();
    let mut ends: Vec<(Vec2, Vec2)> = Vec::with_capacity(rods);
    for rod in 0..rods {
        let half = Vec2::from_angle(3.0 * chance.next()) * (0.3 + 0.15 * chance.next());
        let on = rod.checked_sub(1).map(|last| last.saturating_sub(chance.below(2)));
        let (hung, half_of_on) = on.map_or((Vec2::ZERO, Vec2::ZERO), |on| ends[on]);
        let center = hung + half;
        let mass = 2.0 + chance.next();
        let body = Body::dynamic(mass, mass * half.length_squared() / 3.0).at(place + center).spinning(spin);
        let number = scene.add(body.moving(drift + center.perp() * spin));
        if let Some(on) = on {
            scene.pivot(first + on, number, half_of_on, -half);
        }
        ends.push((hung + half * 2.0, half));
    }
}
