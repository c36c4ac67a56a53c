//! How the cost of a step grows with the scene.

use crate::clock;
use crate::engines::Contender;
use crate::float_mode::FloatMode;
use crate::scene::Scene;
use crate::scenes::{Neck, grid, ragdolls};
use crate::statistics::median;

/// The cost at one size.
pub struct Point {
    /// Joints of the scene.
    pub joints: usize,
    /// Time of a step, ns a joint.
    pub cost: f64,
}

/// A kind of scene at many sizes.
pub struct Curve {
    /// As the legend calls it.
    pub name: String,
    /// From small to large.
    pub points: Vec<Point>,
}

/// Sides of grids of 100 to a million joints, two to a decade.
const SIDES: [usize; 9] = [8, 13, 23, 40, 71, 126, 224, 399, 708];
/// Ragdolls with as many joints.
const DOLLS: [usize; 9] = [11, 35, 111, 351, 1_111, 3_514, 11_111, 35_136, 111_111];

/// The curves of this crate, and Box2D's for comparison; a short run leaves the million out.
pub fn curves(quick: bool) -> Vec<Curve> {
    let sizes = if quick { 7 } else { 9 };
    let contenders = [Contender::Ours, Contender::Box2d];
    let grids = contenders.map(|contender| curve(contender, "grid", &SIDES[..sizes], grid));
    let dolls = contenders
        .map(|contender| curve(contender, "ragdolls", &DOLLS[..sizes], |count| ragdolls(count, Neck::Pivots)));
    grids.into_iter().chain(dolls).collect()
}

fn curve(contender: Contender, kind: &str, counts: &[usize], scene: impl Fn(usize) -> Scene) -> Curve {
    let points = counts.iter().filter_map(|&count| cost(contender, &scene(count))).collect();
    Curve { name: format!("{}, {kind}", contender.name()), points }
}

/// The median over turns that take a millisecond or more, after a few steps that are not counted.
fn cost(contender: Contender, scene: &Scene) -> Option<Point> {
    let mut engine = contender.build(scene).ok()??;
    let joints = scene.joints.len();
    let steps = (20_000 / joints).clamp(1, 100);
    let turns = if joints > 200_000 { 8 } else { 24 };
    let mut turn = || {
        let start = clock::now();
        (0..steps).for_each(|_| FloatMode::Flush.run(|| engine.step()));
        clock::since(start).as_secs_f64() * 1e9 / (steps * joints) as f64
    };
    for _ in 0..2 {
        turn();
    }
    let costs: Vec<_> = (0..turns).map(|_| turn()).collect();
    Some(Point { joints, cost: median(&costs) })
}
