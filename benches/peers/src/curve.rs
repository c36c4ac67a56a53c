//! How the cost of a step grows with the scene.

use crate::engines::Contender;
use crate::float_mode::FloatMode;
use crate::race::{Length, race};
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

/// The curves of this crate and of Box2D, which take turns at every size; a short run leaves the million out. Box2D ends where
/// it has to: see its `MOST`.
pub fn curves(quick: bool) -> Vec<Curve> {
    let sizes = if quick { 7 } else { 9 };
    let grids = SIDES[..sizes].iter().map(|&side| grid(side));
    let dolls = DOLLS[..sizes].iter().map(|&count| ragdolls(count, Neck::Pivots));
    [pair("grid", grids), pair("ragdolls", dolls)].into_iter().flatten().collect()
}

fn pair(kind: &str, scenes: impl Iterator<Item = Scene>) -> [Curve; 2] {
    let contenders = [Contender::Ours, Contender::Box2d];
    let mut curves =
        contenders.map(|contender| Curve { name: format!("{}, {kind}", contender.name()), points: Vec::new() });
    for scene in scenes {
        let joints = scene.joints.len();
        for course in race(&scene, &contenders, length(joints), FloatMode::Flush) {
            // A few turns that are not counted: the first one arranges the joints.
            let cost = median(&course.times[2..]) * 1e6 / joints as f64;
            let place = usize::from(course.contender != Contender::Ours);
            curves[place].points.push(Point { joints, cost });
        }
    }
    curves
}

/// Turns of a few milliseconds.
fn length(joints: usize) -> Length {
    Length { turns: if joints > 200_000 { 10 } else { 26 }, steps: (20_000 / joints).clamp(1, 100) }
}
