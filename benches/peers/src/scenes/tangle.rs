//! Random trees and nets of bodies that are light and heavy and hang on long levers: what no engine promises to hold.

use constraint_core::joints::{DistanceJoint, PivotJoint, WeldJoint};
use constraint_core::{Body, Vec2};

use super::ragdoll::Chance;
use crate::joint::Kind;
use crate::scene::Scene;

/// What holds the bodies of a tangle.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Held {
    Pivots,
    Welds,
    /// Distances that do not change.
    Rods,
    /// Each of the three.
    Mixed,
}

/// What bodies hang on, and what pulls.
#[derive(Clone, Copy)]
pub struct Tangle {
    pub held: Held,
    /// Whether joints close loops.
    pub is_net: bool,
    /// Whether it hangs from a fixed body under gravity, or is thrown without.
    pub falls: bool,
    /// The greatest mass, kg; the least is 1.
    pub heaviest: f32,
    /// How far a joint may be from the middle between its bodies, m, along x and y; the bodies are up to twice as far from each other.
    /// Their radii of gyration are .14 to .7 m.
    pub lever: f32,
    pub bodies: usize,
    /// How many bodies back the one is at most that the next hangs on.
    pub back: usize,
}

impl Tangle {
    /// The scene of this number.
    pub fn scene(&self, number: u32) -> Scene {
        let mut scene = Scene::new(format!("tangle {number}"));
        scene.falls = self.falls;
        let mut chance = Chance(number.wrapping_mul(0x9E37_79B9));
        for place in 0..self.bodies {
            let on = place.checked_sub(1).map(|last| last - chance.below(self.back.min(place)));
            let near = on.map_or(Vec2::ZERO, |on| scene.bodies[on].position());
            let center = near + within(&mut chance, 2.0 * self.lever);
            let (mass, radius) = (self.heaviest.powf(share(&mut chance)), 0.2 + 0.8 * share(&mut chance));
            let body = match on {
                None if self.falls => Body::fixed().at(center),
                _ => Body::dynamic(mass, 0.5 * mass * radius * radius)
                    .at(center)
                    .moving(within(&mut chance, 1.0))
                    .spinning(chance.next()),
            };
            let body = scene.add(body);
            let closing = (self.is_net && share(&mut chance) < 0.3).then(|| chance.below(place.max(1)));
            for other in [on, closing.filter(|_| place > 2)].into_iter().flatten() {
                self.join(&mut scene, other, body, &mut chance);
            }
        }
        if self.falls {
            scene.scale_by_fall(5.0);
        } else {
            scene.scale_by_motion();
        }
        scene
    }

    fn join(&self, scene: &mut Scene, a: usize, b: usize, chance: &mut Chance) {
        let centers = [a, b].map(|body| scene.bodies[body].position());
        let at = centers[0].midpoint(centers[1]) + within(chance, self.lever);
        let [local_anchor_a, local_anchor_b] = centers.map(|center| at - center);
        let held = match self.held {
            Held::Mixed => [Held::Pivots, Held::Welds, Held::Rods][chance.below(3)],
            held => held,
        };
        let kind = match held {
            Held::Rods => {
                let rod = within(chance, self.lever);
                let (local_anchor_b, length) = (local_anchor_b + rod, rod.length());
                Kind::Distance(DistanceJoint { local_anchor_a, local_anchor_b, lower: length, upper: length })
            }
            Held::Welds => Kind::Weld(WeldJoint { local_anchor_a, local_anchor_b, reference_angle: 0.0 }),
            _ => Kind::Pivot(PivotJoint { local_anchor_a, local_anchor_b }),
        };
        scene.join(a, b, kind);
    }
}

/// From 0 to 1.
fn share(chance: &mut Chance) -> f32 {
    0.5 + 0.5 * chance.next()
}

/// Of a square.
fn within(chance: &mut Chance, reach: f32) -> Vec2 {
    Vec2::new(chance.next(), chance.next()) * reach
}
