//! The two tables' rows, and when two lists of numbers are the same.

use crate::derived::{Numbers, list};
use crate::state::Random;

/// States at which each row is compared.
pub const STATES: u64 = 100;

/// Both sides are sums and products of some dozen numbers of order one, with a division by K, whose condition is below 10³ at
/// these states: 2⁻⁵³ for each of a hundred roundings, times 10².
const ROUNDING: f64 = 1e-12;

/// A wrong formula is not nearly right: six orders of magnitude apart from rounding.
const DIFFERENT: f64 = 1e-6;

/// A formula that the paper has right.
pub struct Right {
    /// C01 … C68.
    pub number: u8,
    /// Document, section and line.
    pub place: &'static str,
    pub formula: &'static str,
    pub at: fn(&mut Random) -> Sides,
}

/// The printed formula and what is derived, at one state.
pub struct Sides {
    pub printed: Vec<f64>,
    pub derived: Vec<f64>,
}

pub fn sides(printed: impl Numbers, derived: impl Numbers) -> Sides {
    Sides { printed: list(printed), derived: list(derived) }
}

/// A formula that the paper has wrong.
pub struct Wrong {
    /// The number of the erratum: E12 … E80.
    pub number: u8,
    /// Document, section and line.
    pub place: &'static str,
    pub printed: &'static str,
    pub correct: &'static str,
    pub at: fn(&mut Random) -> Readings,
    /// What a solver does that believes the paper.
    pub outcome: fn() -> Outcome,
}

/// The printed formula in every way in which it can be read, the correct one and what is derived, at one state.
pub struct Readings {
    pub printed: Vec<Vec<f64>>,
    pub correct: Vec<f64>,
    pub derived: Vec<f64>,
}

/// Of a formula that can be read in one way.
pub fn readings(printed: impl Numbers, correct: impl Numbers, derived: impl Numbers) -> Readings {
    Readings { printed: vec![list(printed)], correct: list(correct), derived: list(derived) }
}

impl Readings {
    /// Another way to read what is printed.
    pub fn or(mut self, printed: impl Numbers) -> Self {
        self.printed.push(list(printed));
        self
    }
}

/// How far a small scene strays from what it should do: by the printed rule, and by generated code.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// What is measured, with its unit. Small is right.
    pub what: &'static str,
    pub printed: f64,
    pub right: f64,
    /// What is allowed, by the scene's own rounding, step or start.
    pub allowed: f64,
}

impl Outcome {
    /// The right rule does as it should and the printed one does not. NaN is not as it should be.
    pub fn convicts(&self) -> bool {
        let allowed = |error: f64| error.abs() <= self.allowed;
        allowed(self.right) && !allowed(self.printed)
    }
}

/// The largest difference, relative to the largest number, or to 1, which is the size of the states. NaN is far from all.
fn difference(one: &[f64], other: &[f64]) -> f64 {
    let size = one.iter().chain(other).fold(1.0, |size: f64, value| size.max(value.abs()));
    let apart = |(a, b): (&f64, &f64)| if (a - b).is_nan() { f64::INFINITY } else { (a - b).abs() };
    one.iter().zip(other).map(apart).fold(0.0, f64::max) / size
}

fn same(one: &[f64], other: &[f64]) -> bool {
    !one.is_empty() && one.len() == other.len() && difference(one, other) <= ROUNDING
}

impl Right {
    /// What does not hold of the row.
    pub fn faults(&self) -> Option<String> {
        (0..STATES).find_map(|seed| {
            let Sides { printed, derived } = (self.at)(&mut Random::new(seed));
            let Self { number, place, formula, .. } = self;
            (!same(&printed, &derived))
                .then(|| format!("C{number:02} ({place}: {formula}) printed {printed:?}, but derived {derived:?}"))
        })
    }
}

impl Wrong {
    /// What does not hold of the row.
    pub fn faults(&self) -> Option<String> {
        let Self { number, place, .. } = self;
        (0..STATES).find_map(|seed| {
            let Readings { printed, correct, derived } = (self.at)(&mut Random::new(seed));
            if !same(&correct, &derived) {
                return Some(format!("E{number} ({place}) {}: {correct:?}, but derived {derived:?}", self.correct));
            }
            let as_derived =
                |reading: &&Vec<f64>| reading.len() == derived.len() && difference(reading, &derived) < DIFFERENT;
            let reading = printed.iter().find(as_derived)?;
            Some(format!("E{number} ({place}) {}: {reading:?}, as derived", self.printed))
        })
    }

    /// What does not hold of the scene.
    pub fn acquittal(&self) -> Option<String> {
        let outcome @ Outcome { what, printed, right, allowed } = (self.outcome)();
        let number = self.number;
        (!outcome.convicts())
            .then(|| format!("E{number} {what}: printed {printed:e}, right {right:e}, allowed {allowed:e}"))
    }
}
