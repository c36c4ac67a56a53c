//! How often the engines gain energy where it is hard not to.

use crate::engines::Contender;
use crate::measures;
use crate::scene::Scene;
use crate::scenes::{Held, Tangle};

/// How many steps a scene takes: 5 s.
const STEPS: usize = 300;
/// From one look at the energy to the next.
const LOOK: usize = 10;

/// What became of the scenes that are held alike.
pub struct Tally {
    /// As reports call it.
    pub name: &'static str,
    /// How many scenes there were.
    pub scenes: usize,
    /// Of each engine.
    pub gains: [Gains; Contender::ENGINES.len()],
}

/// In how many scenes an engine gained energy.
#[derive(Clone, Copy, Default)]
pub struct Gains {
    /// Of scenes that it has the joints for.
    pub of: usize,
    /// More than the [scale](Scene::energy_scale) of the scene.
    pub some: usize,
    /// A thousand times as much, or numbers that are none.
    pub thousandfold: usize,
}

/// 360 scenes of each kind; a short run has a tenth.
pub fn tangles(quick: bool) -> Vec<Tally> {
    let numbers = if quick { 1..2 } else { 1..11 };
    let kinds = [("pivots", Held::Pivots), ("welds", Held::Welds), ("rods", Held::Rods), ("all three", Held::Mixed)];
    kinds
        .map(|(name, held)| {
            let mut tally = Tally { name, scenes: 0, gains: Default::default() };
            for tangle in all(held) {
                for number in numbers.clone() {
                    tally.add(&tangle.scene(number));
                }
            }
            tally
        })
        .into()
}

/// Trees and nets, hung and thrown, of three weights and three sizes.
fn all(held: Held) -> impl Iterator<Item = Tangle> {
    let either = [false, true];
    let shapes = either.into_iter().flat_map(move |is_net| either.map(|falls| (is_net, falls)));
    let weights = [(10.0, 0.5), (100.0, 1.0), (100.0, 2.0)];
    let sizes = [(10, 2), (30, 3), (100, 10)];
    shapes.flat_map(move |(is_net, falls)| {
        weights.into_iter().flat_map(move |(heaviest, lever)| {
            sizes.map(|(bodies, back)| Tangle { held, is_net, falls, heaviest, lever, bodies, back })
        })
    })
}

impl Tally {
    fn add(&mut self, scene: &Scene) {
        self.scenes += 1;
        for (contender, gains) in Contender::ENGINES.iter().zip(&mut self.gains) {
            let Some(gain) = gain(scene, *contender) else { continue };
            gains.of += 1;
            gains.some += usize::from(gain > 1.0);
            gains.thousandfold += usize::from(gain > 1e3);
        }
    }
}

/// The most that the energy was above that of the beginning, in shares of the scene's scale. `None` if the engine lacks a joint.
fn gain(scene: &Scene, contender: Contender) -> Option<f64> {
    let (mut engine, mut states) = (contender.build(scene).ok()??, Vec::new());
    engine.states(&mut states);
    let start = measures::energy(scene, &states);
    let mut most = 0.0;
    for _ in 0..STEPS / LOOK {
        if !(0..LOOK).all(|_| engine.step()) {
            return Some(f64::INFINITY);
        }
        engine.states(&mut states);
        let gain = (measures::energy(scene, &states) - start) / scene.energy_scale;
        if !gain.is_finite() {
            return Some(f64::INFINITY);
        }
        most = gain.max(most);
    }
    Some(most)
}
