//! Whether a limit can be reached at all: where no random state passes it, the row is led towards it.

use super::Joint;
use super::sample::SampledRow;
use super::state::State;

/// How many states are led, and how many steps each.
const STARTS: u64 = 24;
const STEPS: usize = 30;

/// How far beyond a bound a step aims: a share of the bound and something more, in turns. What has its kink next to the
/// bound, as the size of a small number has, is passed by the one, and what is bent by the other.
const BEYOND: [(f64, f64); 2] = [(1e-6, 1e-6), (1e-3, 0.0)];

/// Whether a state was found that passes the row's limit.
///
/// Newton's steps along the row's slope, c + J δ = bound, to a little beyond the bound; a sine reaches 0.999 so.
pub(super) fn is_reached(joint: &Joint<'_>, row: usize, seed: u64) -> bool {
    (0..STARTS).any(|number| {
        [Side::Lower, Side::Upper].into_iter().any(|side| {
            let mut state = State::near(seed, number, joint.bodies.len());
            (0..STEPS).any(|step| {
                let sample = joint.sampler.at(&state);
                let row = &sample.rows[row];
                row.is_outside() || !towards(side, BEYOND[step % 2], row, &mut state)
            }) && joint.sampler.at(&state).rows[row].is_outside()
        })
    })
}

#[derive(Clone, Copy)]
enum Side {
    Lower,
    Upper,
}

/// Moves the bodies towards a side; not where there is none or the row has no slope.
fn towards(side: Side, (share, least): (f64, f64), row: &SampledRow, state: &mut State) -> bool {
    let (bound, outward) = match side {
        Side::Lower => (row.lower, -1.0),
        Side::Upper => (row.upper, 1.0),
    };
    let square: f64 = row.slopes().iter().map(|slope| slope * slope).sum();
    let Some(bound) = bound.filter(|bound| bound.is_finite() && row.is_finite() && square > 0.0) else { return false };
    let beyond = bound + outward * (share * bound.abs() + least);
    let step = (beyond - row.value) / square;
    for (pose, slopes) in state.poses.iter_mut().zip(&row.jacobian) {
        for (coordinate, slope) in pose.iter_mut().zip(slopes) {
            *coordinate += step * slope;
        }
    }
    true
}
