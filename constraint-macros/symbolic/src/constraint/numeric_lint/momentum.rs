//! What a joint's impulses do to the momenta of the world.
//!
//! A row's impulse λ gives body b the impulse g λ and the angular one h λ. Together the bodies get Σ g λ, and about the
//! origin Σ (p × g + h) λ: what a row does not give, whatever λ is, it keeps. That is so exactly where the row does not
//! change when all bodies are moved, or turned, as one.

use std::fmt;

use super::Joint;
use super::sample::Sample;
use super::state::State;
use crate::ir::map_vec::MapVec as _;

/// Whether a momentum is conserved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kept {
    /// Wherever the bodies are.
    Always,
    /// Wherever the rows that are held at zero are there: a gap between two anchors is the arm of a couple.
    WhereHeld,
    /// Not in general.
    Not,
}

/// Whether the joint's impulses conserve the momenta, for any value of its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Momentum {
    pub linear: Kept,
    pub angular: Kept,
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Always => "conserved",
            Self::WhereHeld => "conserved where C = 0",
            Self::Not => "not conserved",
        })
    }
}

impl fmt::Display for Momentum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "linear momentum: {}", self.linear)?;
        writeln!(f, "angular momentum: {}", self.angular)
    }
}

/// How many states have to agree.
const STATES: usize = 6;
/// How many if there are branches and C may be anything: one that is taken at one state in eight is missed by one joint in 25.
const BRANCHED: usize = 24;
/// How many are tried for that: at some a row may have no value, or be flat.
const TRIES: u64 = 48;
/// How many of Newton's steps are made for all of them: where they lead to C = 0, five or six do.
const STEPS: usize = 240;
/// What may be left of a sum, next to its terms: rounding of some dozen operations, and of the way to C = 0.
const LEFT: f64 = 1e-9;

/// Whether the joint keeps the momenta, by states that follow from `seed`.
pub(super) fn of(joint: &Joint<'_>, seed: u64) -> Momentum {
    let anywhere = State::near;
    let states = if joint.sampler.chooses() { BRANCHED } else { STATES };
    let free = kept(joint, states, |number| Some(anywhere(seed, number, joint.bodies.len())));
    if free == [true; 2] || !joint.rows.iter().any(|row| row.is_held) {
        let [linear, angular] = free.map(|kept| if kept { Kept::Always } else { Kept::Not });
        return Momentum { linear, angular };
    }
    let mut steps = STEPS;
    let held =
        kept(joint, STATES, |number| brought_to_zero(joint, anywhere(seed, number, joint.bodies.len()), &mut steps));
    let either = |axis: usize| match (free[axis], held[axis]) {
        (true, _) => Kept::Always,
        (false, true) => Kept::WhereHeld,
        (false, false) => Kept::Not,
    };
    Momentum { linear: either(0), angular: either(1) }
}

/// Whether the linear and the angular momentum are kept at all of so many states. Nothing is claimed without any.
fn kept(joint: &Joint<'_>, states: usize, state: impl FnMut(u64) -> Option<State>) -> [bool; 2] {
    let mut kept = [true; 2];
    let mut seen = 0;
    for state in (0..TRIES).filter_map(state) {
        let sample = joint.sampler.at(&state);
        // A row without slope gives no impulse: that tells nothing of where it does.
        if !sample.rows.iter().all(|row| row.is_finite() && row.has_slope()) {
            continue;
        }
        let now = keeps(&sample, &state);
        kept = [kept[0] && now[0], kept[1] && now[1]];
        seen += 1;
        if seen == states || kept == [false; 2] {
            break;
        }
    }
    if seen == 0 { [false; 2] } else { kept }
}

/// Σ g = 0 and Σ (p × g + h) = 0, for every row.
fn keeps(sample: &Sample, state: &State) -> [bool; 2] {
    let mut kept = [true; 2];
    for row in &sample.rows {
        let (mut force, mut torque) = ([0.0; 2], 0.0);
        let (mut forces, mut torques) = (0.0, 0.0);
        for (&[x, y, angular], &[px, py, _]) in row.jacobian.iter().zip(&state.poses) {
            force = [force[0] + x, force[1] + y];
            torque += px * y - py * x + angular;
            forces += x.abs() + y.abs();
            torques += (px * y).abs() + (py * x).abs() + angular.abs();
        }
        kept[0] &= force[0].abs() + force[1].abs() <= LEFT * forces;
        kept[1] &= torque.abs() <= LEFT * torques;
    }
    kept
}

/// The state near this one at which the held rows are zero, by Newton's steps of least length, if they lead there before all
/// steps are made.
fn brought_to_zero(joint: &Joint<'_>, mut state: State, steps: &mut usize) -> Option<State> {
    for _ in 0..40 {
        *steps = steps.checked_sub(1)?;
        let sample = joint.sampler.at(&state);
        let held: Vec<_> = (0..joint.rows.len()).filter(|&row| joint.rows[row].is_held).collect();
        // Nothing leads from where a row is flat, as a clamp is at its end.
        if !held.iter().all(|&row| sample.rows[row].is_finite() && sample.rows[row].has_slope()) {
            return None;
        }
        let away: Vec<f64> = held.map_vec(|&row| sample.rows[row].error());
        if away.iter().all(|error| error.abs() < 1e-12) {
            return Some(state);
        }
        let slopes: Vec<Vec<f64>> = held.map_vec(|&row| sample.rows[row].slopes());
        let square: Vec<Vec<f64>> = slopes.map_vec(|a| slopes.map_vec(|b| a.iter().zip(b).map(|(a, b)| a * b).sum()));
        let shares = solved(square, away);
        for (share, slopes) in shares.iter().zip(&slopes) {
            for (coordinate, slope) in state.poses.iter_mut().flatten().zip(slopes) {
                *coordinate -= share * slope;
            }
        }
    }
    None
}

/// x of A x = b, A symmetric, by Gauss; 0 for what A leaves open.
fn solved(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let count = b.len();
    let size = a.iter().enumerate().map(|(index, row)| row[index].abs()).fold(0.0, f64::max);
    for pivot in 0..count {
        if a[pivot][pivot].abs() <= 1e-12 * size {
            a[pivot][pivot] = f64::INFINITY;
            continue;
        }
        for row in pivot + 1..count {
            let share = a[row][pivot] / a[pivot][pivot];
            let (above, below) = a.split_at_mut(row);
            below[0].iter_mut().zip(&above[pivot]).for_each(|(x, y)| *x -= share * y);
            b[row] -= share * b[pivot];
        }
    }
    for pivot in (0..count).rev() {
        let known: f64 = (pivot + 1..count).map(|column| a[pivot][column] * b[column]).sum();
        b[pivot] = (b[pivot] - known) / a[pivot][pivot];
    }
    b
}
