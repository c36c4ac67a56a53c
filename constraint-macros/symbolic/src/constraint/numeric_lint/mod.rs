//! What no type can tell of a joint, found by evaluating it at random states.
//!
//! Each question is answered by a witness: a state at which the row has a slope, the limit is passed, the rows are
//! independent. A joint that is right has all of its witnesses after a few states; only of one that has none at hundreds,
//! near and far, is it said that something is wrong. All joints are asked at the same states, so that the answer does not
//! change from one run to the next, nor with what the compiler makes of the rows.

mod dependence;
mod limits;
mod momentum;
mod sample;
pub(crate) mod state;

use crate::constraint::assemble::{Assembly, Kind};
use crate::frontend::diagnostics::Diagnostic;
use crate::frontend::diagnostics::lint::Lint;
use crate::frontend::diagnostics::problem::Problem;
use crate::frontend::syntax::Span;
use crate::frontend::typing::{Action, Row};
use crate::ir::map_vec::MapVec as _;

pub use momentum::{Kept, Momentum};
use sample::{Sample, Sampler};
use state::State;

/// What the states follow from: the same for all joints, so that neither a later compiler, which makes other code of the same
/// rows, nor a name that a user changes brings a lint up or makes one go away.
const SEED: u64 = 0;
/// How many states are tried before something is said to be wrong.
const STATES: u64 = 384;
/// How many evaluations of an expression all states together may take, so that a long closure does not compile for minutes.
const EFFORT: usize = 6_000_000;
/// How many states there are at least, however long the closure is.
const FEWEST: u64 = 36;

/// What the states tell.
#[derive(Clone, Debug)]
pub struct NumericLints {
    /// What is probably wrong, by the rows' and the bodies' order.
    pub lints: Vec<Diagnostic>,
    /// What the joint's impulses do to the momenta.
    pub momentum: Momentum,
}

/// Evaluates a joint whose closure has the rows `written`, and whose closure's parameters stand at `bodies`.
pub fn check(assembly: &Assembly, written: &[Row], bodies: &[(String, Span)]) -> NumericLints {
    let names = written.map_vec(|row| row.name.clone());
    let has_rate = written.iter().any(|row| row.is_rate);
    let sampler = Sampler::new(assembly, bodies.len());
    let joint = Joint { rows: rows(assembly, written), names, has_rate, sampler, bodies };
    NumericLints { lints: joint.lints(SEED), momentum: momentum::of(&joint, SEED) }
}

/// A scalar row as the questions need it.
struct ScalarRow {
    /// The closure's row that it belongs to, and where that stands.
    written: usize,
    span: Span,
    /// Whether it holds a position at zero, force or not.
    is_held: bool,
    /// Whether nothing makes it give way: rows that are so have to be independent.
    is_rigid: bool,
    is_limited: bool,
}

struct Joint<'j> {
    rows: Vec<ScalarRow>,
    /// What the closure calls its rows.
    names: Vec<Option<String>>,
    /// Whether a row is one of velocities.
    has_rate: bool,
    sampler: Sampler<'j>,
    bodies: &'j [(String, Span)],
}

/// The scalar rows: a vector of the closure is two.
fn rows(assembly: &Assembly, written: &[Row]) -> Vec<ScalarRow> {
    let mut number = 0;
    let of_law = |(index, law): (usize, &crate::constraint::assemble::Law)| {
        if law.first == index && index > 0 {
            number += 1;
        }
        let row = &written[number];
        let is_held = matches!(law.kind, Kind::Hold);
        ScalarRow {
            written: number,
            span: row.span,
            is_held,
            is_rigid: (is_held || matches!(law.kind, Kind::Rate)) && law.max_force.is_none(),
            is_limited: matches!(row.action, Action::Within(..)) && !is_held,
        }
    };
    assembly.laws.iter().enumerate().map(of_law).collect()
}

/// The witnesses that were found, a flag for each question.
struct Witnesses {
    finite: Vec<bool>,
    sloped: Vec<bool>,
    passed: Vec<bool>,
    moved: Vec<bool>,
}

impl Witnesses {
    fn are_complete(&self) -> bool {
        [&self.finite, &self.sloped, &self.passed, &self.moved].iter().all(|found| !found.contains(&false))
    }

    fn witness(&mut self, sample: &Sample) {
        for (index, row) in sample.rows.iter().enumerate() {
            self.finite[index] |= row.is_finite();
            self.passed[index] |= row.is_outside();
            // What is less than the rounding of the row's own value is nothing.
            let nothing = 4.0 * f64::EPSILON * row.value.abs();
            for (body, block) in row.jacobian.iter().enumerate() {
                let moves = row.is_finite() && block.iter().any(|slope| slope.abs() > nothing);
                self.sloped[index] |= moves;
                self.moved[body] |= moves;
            }
        }
    }
}

impl Joint<'_> {
    fn lints(&self, seed: u64) -> Vec<Diagnostic> {
        let rows = self.rows.len();
        let mut found = Witnesses {
            finite: vec![false; rows],
            sloped: vec![false; rows],
            passed: self.rows.map_vec(|row| !row.is_limited),
            moved: vec![false; self.bodies.len()],
        };
        let mut dependence = dependence::Dependence::new(&self.rows);
        for number in 0..self.states() {
            let state = State::new(seed, number, self.bodies.len());
            let sample = self.sampler.at(&state);
            found.witness(&sample);
            dependence.witness(&sample);
            if found.are_complete() && dependence.is_refuted() {
                return Vec::new();
            }
        }
        for row in 0..rows {
            found.passed[row] = found.passed[row] || limits::is_reached(self, row, seed);
        }
        self.told(&found, &dependence)
    }

    fn states(&self) -> u64 {
        let most = EFFORT / self.sampler.len().max(1);
        STATES.min(most as u64).max(FEWEST)
    }

    /// What has no witness, each once for a row of the closure, and nothing that follows from another.
    fn told(&self, found: &Witnesses, dependence: &dependence::Dependence) -> Vec<Diagnostic> {
        let mut lints: Vec<Diagnostic> = Vec::new();
        let mut tell = |span, lint| {
            let diagnostic = Diagnostic { span, problem: Problem::Lint(lint) };
            if !lints.contains(&diagnostic) {
                lints.push(diagnostic);
            }
        };
        for (index, row) in self.rows.iter().enumerate() {
            if !found.finite[index] {
                tell(row.span, Lint::NeverFinite);
            } else if !found.sloped[index] {
                tell(row.span, Lint::IdleRow);
            } else if !found.passed[index] {
                tell(row.span, Lint::IdleLimit);
            }
        }
        let all_act = (0..self.rows.len()).all(|index| found.finite[index] && found.sloped[index]);
        if all_act {
            for (row, others) in dependence.told() {
                let others = others.into_iter().map(|other| (other, self.names[other].clone())).collect();
                tell(self.rows[row].span, Lint::DependentRow(others));
            }
            for ((name, span), &moved) in self.bodies.iter().zip(&found.moved) {
                if !moved && !name.starts_with('_') {
                    tell(*span, Lint::IdleBody { name: name.clone(), has_rate: self.has_rate });
                }
            }
        }
        lints
    }
}
