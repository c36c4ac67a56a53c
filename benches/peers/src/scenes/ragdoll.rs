//! Many small islands that are alike: the same joints between bodies of the same masses, each moving in its own way.

use constraint_core::{Body, Vec2};

use crate::joint::{Hinge, Kind};
use crate::scene::Scene;

/// What holds a ragdoll's limbs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Neck {
    /// Pivots: two rows in every engine.
    Pivots,
    /// Hinges with stops, Chipmunk's a pivot and a rotary limit.
    Hinges,
}

/// A limb: an upright rod.
struct Limb {
    /// Its middle, m above the feet and beside the spine.
    center: Vec2,
    /// Half of its length, m.
    half: f32,
    /// kg.
    mass: f32,
    /// The limb that it hangs on, and where, m.
    on: Option<(usize, Vec2)>,
}

/// Ten limbs, nine joints: trunk, head, and arms and legs of two parts each.
const LIMBS: [Limb; 10] = [
    Limb { center: Vec2::new(0.0, 1.2), half: 0.3, mass: 30.0, on: None },
    Limb { center: Vec2::new(0.0, 1.65), half: 0.15, mass: 5.0, on: Some((0, Vec2::new(0.0, 1.5))) },
    Limb { center: Vec2::new(-0.2, 1.3), half: 0.15, mass: 2.5, on: Some((0, Vec2::new(-0.2, 1.45))) },
    Limb { center: Vec2::new(-0.2, 1.0), half: 0.15, mass: 1.5, on: Some((2, Vec2::new(-0.2, 1.15))) },
    Limb { center: Vec2::new(0.2, 1.3), half: 0.15, mass: 2.5, on: Some((0, Vec2::new(0.2, 1.45))) },
    Limb { center: Vec2::new(0.2, 1.0), half: 0.15, mass: 1.5, on: Some((4, Vec2::new(0.2, 1.15))) },
    Limb { center: Vec2::new(-0.1, 0.7), half: 0.2, mass: 8.0, on: Some((0, Vec2::new(-0.1, 0.9))) },
    Limb { center: Vec2::new(-0.1, 0.25), half: 0.25, mass: 4.0, on: Some((6, Vec2::new(-0.1, 0.5))) },
    Limb { center: Vec2::new(0.1, 0.7), half: 0.2, mass: 8.0, on: Some((0, Vec2::new(0.1, 0.9))) },
    Limb { center: Vec2::new(0.1, 0.25), half: 0.25, mass: 4.0, on: Some((8, Vec2::new(0.1, 0.5))) },
];

/// How far a limb can turn on what it hangs on, rad, either way.
const STOP: f32 = 0.8;

/// `count` ragdolls in weightlessness, each thrown and spun as if it were one piece, so that no joint begins with a shock and
/// the limbs swing out. A fall would not load the joints, and far from the origin the engines that keep positions in `f32`
/// would only show its rounding.
pub fn ragdolls(count: usize, neck: Neck) -> Scene {
    let stops = if neck == Neck::Hinges { ", stops" } else { "" };
    let mut scene = Scene::new(format!("ragdolls {}{stops}", grouped(count)));
    scene.falls = false;
    let side = count.isqrt() + 1;
    let mut chance = Chance(1);
    for doll in 0..count {
        let place = Vec2::new((doll % side) as f32, (doll / side) as f32) * 2.5;
        add_ragdoll(&mut scene, place, neck, &mut chance);
    }
    scene.scale_by_motion();
    scene
}

fn add_ragdoll(scene: &mut Scene, place: Vec2, neck: Neck, chance: &mut Chance) {
    let first = scene.bodies.len();
    let (drift, spin) = (Vec2::new(chance.next(), chance.next()), 6.0 * chance.next());
    for limb in &LIMBS {
        let inertia = limb.mass * limb.half * limb.half / 3.0;
        let body = Body::dynamic(limb.mass, inertia).at(place + limb.center).spinning(spin);
        let number = scene.add(body.moving(drift + limb.center.perp() * spin));
        let Some((on, point)) = limb.on else { continue };
        let (anchor_a, anchor_b) = (point - LIMBS[on].center, point - limb.center);
        match neck {
            Neck::Pivots => scene.pivot(first + on, number, anchor_a, anchor_b),
            Neck::Hinges => {
                let hinge = Hinge { local_anchor_a: anchor_a, local_anchor_b: anchor_b, lower: -STOP, upper: STOP };
                scene.join(first + on, number, Kind::Hinge(hinge));
            }
        }
    }
}

/// Numbers from −1 to 1, the same in every run: a linear congruential generator.
pub(super) struct Chance(pub(super) u32);

impl Chance {
    pub(super) fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        // Its upper bits are the good ones.
        (self.0 >> 8) as f32 / 8_388_608.0 - 1.0
    }

    /// A number below `count`.
    pub(super) fn below(&mut self, count: usize) -> usize {
        self.next();
        (self.0 >> 8) as usize % count
    }
}

/// "11,111".
pub(super) fn grouped(count: usize) -> String {
    if count < 1000 { count.to_string() } else { format!("{},{:03}", count / 1000, count % 1000) }
}
