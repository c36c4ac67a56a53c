//! One step of an island.

use crate::solver::direct::equations::spring;
use crate::solver::direct::fallback;
use crate::solver::direct::matrix::Matrix;
use crate::solver::direct::newton::Newton;
use crate::solver::direct::system::{Action, Row, State, System};
use crate::solver::direct::velocities::{KEPT, project_if_needed, settle};

/// How often a step is halved where Newton's method fails.
const MOST_HALVINGS: u32 = 6;

/// a and 1 − 4 a of Suzuki's composition a, a, 1 − 4 a, a, a of order four: a = 1/(4 − ∛4).
const SUZUKI: f64 = 0.414_490_771_794_375_7;

/// The impulses of an island's rows, as forces times ½ h².
struct Impulses {
    /// Γ
    gamma: Vec<f64>,
    /// The impulse of the steps so far, N·s.
    sum: Vec<f64>,
}

/// Moves an island by a step of length `h`. `impulses` are those of the last step, as of one of this length, N·s; they become those of
/// this step. False where all fails: state and impulses are as they were.
pub(crate) fn step(
    system: &System<'_>,
    matrix: &mut Matrix,
    state: &mut State,
    impulses: &mut Vec<f64>,
    h: f64,
    wants_fourth: bool,
) -> bool {
    let mut moved = state.clone();
    let is_fourth = wants_fourth && has_fourth(system, impulses);
    // Where a limit may have been met, halving would not help.
    let has_limits = system.rows.iter().any(|row| matches!(row.action, Action::Within(..)) && row.max_force > 0.0);
    let halvings = if has_limits { 0 } else { MOST_HALVINGS / 2 };
    let sum = is_fourth.then(|| halved_fourth(system, matrix, &mut moved, impulses, h, halvings)).flatten();
    let is_fourth = sum.is_some();
    let sum = if let Some(sum) = sum {
        sum
    } else {
        moved = state.clone();
        let mut own = Impulses::new(impulses, h);
        if !second(system, matrix, &mut moved, &mut own, h, MOST_HALVINGS) {
            return false;
        }
        own.sum
    };
    // Ten steps leave next to nothing off the constraints.
    let least_share = if is_fourth { 0.0 } else { KEPT };
    project_if_needed(system, matrix, &mut moved, h, &sum, least_share);
    settle(system, matrix, &mut moved);
    let numbers = moved.places.iter().chain(&moved.velocities).flatten();
    if !numbers.chain(&sum).all(|number| number.is_finite()) {
        return false;
    }
    (*state, *impulses) = (moved, sum);
    true
}

/// Whether steps of order four make sense: no damping, and no row at a bound when the step begins.
fn has_fourth(system: &System<'_>, impulses: &[f64]) -> bool {
    // A row without force does nothing.
    let acts = |(row, _): &(&Row, &f64)| row.max_force > 0.0;
    system.rows.iter().zip(impulses).filter(acts).all(|(row, impulse)| match row.action {
        Action::Within(..) => *impulse == 0.0,
        Action::Soft(..) | Action::Spring(..) => spring(row.action, 1.0)[1] == 0.0 && row.max_force.is_infinite(),
        Action::Hold(_) | Action::Rate => row.max_force.is_infinite(),
    })
}

/// A step of order four, halved where Newton's method fails.
fn halved_fourth(
    system: &System<'_>,
    matrix: &mut Matrix,
    state: &mut State,
    impulses: &[f64],
    h: f64,
    halvings: u32,
) -> Option<Vec<f64>> {
    let mut moved = state.clone();
    if let Some(sum) = fourth(system, matrix, &mut moved, impulses, h) {
        *state = moved;
        return Some(sum);
    }
    let halvings = halvings.checked_sub(1)?;
    let half: Vec<f64> = impulses.iter().map(|impulse| 0.5 * impulse).collect();
    let first = halved_fourth(system, matrix, state, &half, 0.5 * h, halvings)?;
    let second = halved_fourth(system, matrix, state, &first, 0.5 * h, halvings)?;
    Some(first.iter().zip(&second).map(|(first, second)| first + second).collect())
}

/// Five pairs of steps of order two that make one of order four.
///
/// What of a velocity is off the constraints changes its sign from step to step, and is back where it was after two. Only pairs are a
/// smooth method that can be composed. `None` where one of them fails or meets an inequality.
fn fourth(system: &System<'_>, matrix: &mut Matrix, state: &mut State, impulses: &[f64], h: f64) -> Option<Vec<f64>> {
    let mut own = Impulses::new(impulses, h);
    let mut last = 1.0;
    let middle = 1.0 - 4.0 * SUZUKI;
    let pairs = [SUZUKI, SUZUKI, middle, SUZUKI, SUZUKI];
    for share in pairs.into_iter().flat_map(|pair| [0.5 * pair; 2]) {
        let scale = (share / last) * (share / last);
        own.gamma.iter_mut().for_each(|gamma| *gamma *= scale);
        last = share;
        let mut newton = Newton { system, matrix, impulses: &mut own.gamma, is_symmetric: true };
        if !newton.step(state, share * h) {
            return None;
        }
        let is_met = |(row, gamma): (&Row, &f64)| matches!(row.action, Action::Within(..)) && *gamma != 0.0;
        if system.rows.iter().zip(&own.gamma).any(is_met) {
            return None;
        }
        own.add(share * h);
    }
    Some(own.sum)
}

/// A step of order two, halved where Newton's method fails.
fn second(
    system: &System<'_>,
    matrix: &mut Matrix,
    state: &mut State,
    own: &mut Impulses,
    h: f64,
    halvings: u32,
) -> bool {
    let gamma = own.gamma.clone();
    if (Newton { system, matrix, impulses: &mut own.gamma, is_symmetric: false }).step(state, h) {
        own.add(h);
        if halvings < MOST_HALVINGS {
            let impulses: Vec<f64> = own.gamma.iter().map(|gamma| gamma / (0.5 * h)).collect();
            project_if_needed(system, matrix, state, h, &impulses, KEPT);
            settle(system, matrix, state);
        }
        return true;
    }
    own.gamma = gamma;
    if halvings == 0 {
        let mut impulses: Vec<f64> = own.gamma.iter().map(|gamma| gamma / (0.5 * h)).collect();
        if !fallback::step(system, matrix, state, h, &mut impulses) {
            return false;
        }
        own.sum.iter_mut().zip(&impulses).for_each(|(sum, impulse)| *sum += impulse);
        *own = Impulses { sum: core::mem::take(&mut own.sum), ..Impulses::new(&impulses, h) };
        return true;
    }
    own.gamma.iter_mut().for_each(|gamma| *gamma *= 0.25);
    for _ in 0..2 {
        if !second(system, matrix, state, own, 0.5 * h, halvings - 1) {
            return false;
        }
    }
    own.gamma.iter_mut().for_each(|gamma| *gamma *= 4.0);
    true
}

impl Impulses {
    /// From impulses of a step of this length, N·s.
    fn new(impulses: &[f64], h: f64) -> Self {
        let gamma: Vec<f64> = impulses.iter().map(|impulse| 0.5 * h * impulse).collect();
        Self { sum: vec![0.0; gamma.len()], gamma }
    }

    /// Adds the impulses of a step of length `h`.
    fn add(&mut self, h: f64) {
        self.sum.iter_mut().zip(&self.gamma).for_each(|(sum, gamma)| *sum += gamma / (0.5 * h));
    }
}
