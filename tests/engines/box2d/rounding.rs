//! How far rounding alone carries two replays apart, and by that how far a replay may be from the engine.
//!
//! Box2D computes in `f32`, and so does the replay, but the generated code adds and multiplies in another order. Every
//! operation may therefore differ in its last place, and the motion multiplies that: by 10 for a pendulum in 300 steps, by
//! 10,000 for a chain of five. No fixed tolerance suits both. So the growth is measured, run by run and step by step: by the
//! distance from a replay in `f64`, of the replay in `f32` and of some in which every pose that a joint reads and every
//! velocity that it writes is off by half a unit of its last place at random. Nothing recorded enters into it.

use super::float::Noise;
use super::replay::{KINDS, Moment, Motion, replay};
use crate::oracle::Run;

/// How many replays with noise are looked at.
const REPLAYS: u64 = 8;
/// In units of the last place: what separates even two replays that agree by luck, and the recording's own rounding.
const FLOOR: f64 = 8.0;
/// By how much the engine may be farther off than the replays that were looked at. The worst of the recordings here is 2.4.
const MARGIN: f64 = 6.0;
/// A bound on the places, in m or rad and in parts of their size, above which a comparison would say nothing.
const MEANINGFUL: f64 = 1e-2;

/// How far a replay may be from the engine at each of the recorded steps, by kind. It ends where rounding has grown too
/// large to compare anything.
///
/// Growth is looked for at every step: where a stop only just holds, it takes hold a sub-step sooner or later by chance, and
/// for a moment the motions are a hundred times as far apart as before and after.
pub(super) fn bounds(run: &Run, own: &Motion) -> Vec<[f64; KINDS]> {
    let exact = replay::<f64>(run, None, Noise::NONE);
    let noisy = (1..=REPLAYS).map(|seed| replay::<f32>(run, None, Noise::seeded(seed)));
    let others: Vec<_> = noisy.chain([own.clone()]).collect();
    let mut growth = [0.0_f64; KINDS];
    let mut bounds = Vec::new();
    for (step, exact) in exact.iter().enumerate() {
        let sizes = exact.each_ref().map(|values| values.iter().fold(1.0, |size: f64, value| size.max(value.abs())));
        for kind in 0..KINDS {
            growth[kind] = growth[kind].max(FLOOR * f64::from(f32::EPSILON) * sizes[kind]);
        }
        for other in &others {
            let apart = difference(&other[step], exact);
            growth = core::array::from_fn(|kind| growth[kind].max(apart[kind]));
        }
        let bound = growth.map(|it| MARGIN * it);
        if bound[0] > MEANINGFUL * sizes[0] {
            break;
        }
        if run.steps.contains(&step) {
            bounds.push(bound);
        }
    }
    bounds
}

/// The greatest differences of two moments, by kind; infinite for what is no number.
fn difference(a: &Moment, b: &Moment) -> [f64; KINDS] {
    core::array::from_fn(|kind| {
        assert_eq!(a[kind].len(), b[kind].len(), "moments of the same bodies and joints");
        let apart = a[kind].iter().zip(&b[kind]).map(|(a, b)| (a - b).abs());
        apart.map(|it| if it.is_nan() { f64::INFINITY } else { it }).fold(0.0, f64::max)
    })
}

/// How far two motions are apart, in bounds, and the moment and the kind where they are farthest.
pub(super) fn excess(a: &Motion, b: &Motion, bounds: &[[f64; KINDS]]) -> (f64, usize, usize) {
    let mut worst = (0.0, 0, 0);
    for (index, bound) in bounds.iter().enumerate() {
        let apart = difference(&a[index], &b[index]);
        for kind in 0..KINDS {
            if apart[kind] / bound[kind] > worst.0 {
                worst = (apart[kind] / bound[kind], index, kind);
            }
        }
    }
    worst
}
