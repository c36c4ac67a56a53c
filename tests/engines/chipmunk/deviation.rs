//! How far one trajectory is from another.
//!
//! Of a state: the largest difference in any of its numbers (x, y, angle and their rates, of every body), divided by the
//! largest such number that the run has recorded so far. Of the impulses: the largest difference of any, divided by the
//! largest impulse or momentum that the run has recorded so far, since an impulse is exact only to the rounding of the
//! momenta that it balances.

use core::fmt;

use super::trajectory::Trajectory;
use crate::oracle::{Kind, Run};

/// The largest differences, relative to the size of the run.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Deviation {
    state: f64,
    impulse: f64,
}

impl Deviation {
    pub(super) const fn both(deviation: f64) -> Self {
        Self { state: deviation, impulse: deviation }
    }

    pub(super) fn times(&self, factor: f64) -> Self {
        Self { state: self.state * factor, impulse: self.impulse * factor }
    }

    pub(super) fn include(&mut self, other: &Self) {
        self.state = largest([self.state, other.state]);
        self.impulse = largest([self.impulse, other.impulse]);
    }

    /// NaN is within nothing.
    pub(super) fn is_within(&self, allowed: &Self) -> bool {
        self.state <= allowed.state && self.impulse <= allowed.impulse
    }
}

impl fmt::Display for Deviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "state {:.1e}, impulse {:.1e}", self.state, self.impulse)
    }
}

/// What the differences of a run are measured by.
#[derive(Clone, Debug)]
pub(super) struct Measure {
    /// Up to each recorded step, the largest number of a state.
    states: Vec<f64>,
    /// Up to each recorded step, the largest impulse or momentum.
    impulses: Vec<f64>,
    /// Which joints' impulses have a sign.
    signed: Vec<bool>,
}

impl Measure {
    pub(super) fn new(run: &Run, recorded: &Trajectory) -> Self {
        let masses: Vec<_> = run
            .state_bodies
            .iter()
            .map(|&body| {
                let body = &run.bodies[body];
                let finite = |quantity: Option<f64>| quantity.filter(|it| body.kind == Kind::Dynamic && it.is_finite());
                [finite(body.mass).unwrap_or(0.0), finite(body.inertia).unwrap_or(0.0)]
            })
            .collect();
        let momenta = |states: &[[f64; 6]]| {
            let bodies = masses.iter().zip(states);
            largest(bodies.flat_map(|(&[mass, inertia], &[.., vx, vy, w])| [mass * vx, mass * vy, inertia * w]))
        };
        let mut states: Vec<_> =
            recorded.states.iter().map(|states| largest(states.iter().flatten().copied())).collect();
        let mut impulses: Vec<_> = recorded.states.iter().map(|states| momenta(states)).collect();
        for (size, impulses) in impulses.iter_mut().zip(&recorded.impulses) {
            *size = largest(impulses.iter().flatten().copied().chain([*size]));
        }
        accumulate(&mut states, |size, before| *size = largest([*size, *before]));
        accumulate(&mut impulses, |size, before| *size = largest([*size, *before]));
        // The engine turns the normal of a slide joint round at its minimum. Whether a recording turns it back is not said;
        // the states tell which way it pushed.
        let signed = run.joints.iter().map(|joint| joint.kind != "SlideJoint").collect();
        Self { states, impulses, signed }
    }

    /// Up to each recorded step.
    pub(super) fn between(&self, one: &Trajectory, other: &Trajectory) -> Vec<Deviation> {
        let states = one.states.iter().zip(&other.states).map(|(one, other)| {
            assert_eq!(one.len(), other.len(), "states of other bodies");
            largest(one.iter().flatten().zip(other.iter().flatten()).map(|(one, other)| one - other))
        });
        let mut deviations: Vec<_> = states
            .zip(&self.states)
            .map(|(difference, &size)| Deviation { state: ratio(difference, size), impulse: 0.0 })
            .collect();
        let impulses = one.impulses.iter().zip(&other.impulses).map(|(one, other)| self.difference(one, other));
        for ((deviation, difference), &size) in deviations.iter_mut().zip(impulses).zip(&self.impulses) {
            deviation.impulse = ratio(difference, size);
        }
        accumulate(&mut deviations, Deviation::include);
        deviations
    }

    fn difference(&self, one: &[Vec<f64>], other: &[Vec<f64>]) -> f64 {
        assert_eq!(one.len(), other.len(), "impulses of other joints");
        largest(one.iter().zip(other).zip(&self.signed).map(|((one, other), &signed)| {
            assert_eq!(one.len(), other.len(), "impulses of another joint");
            let numbers = one.iter().zip(other);
            largest(numbers.map(|(one, other)| if signed { one - other } else { one.abs() - other.abs() }))
        }))
    }
}

/// Lets each item take note of the one before.
fn accumulate<T: Copy>(items: &mut [T], mut note: impl FnMut(&mut T, &T)) {
    for place in 1..items.len() {
        let before = items[place - 1];
        note(&mut items[place], &before);
    }
}

/// Zero over zero is no deviation.
fn ratio(difference: f64, size: f64) -> f64 {
    if difference == 0.0 { 0.0 } else { difference / size }
}

/// The largest magnitude. NaN is larger than all.
fn largest(values: impl IntoIterator<Item = f64>) -> f64 {
    values.into_iter().map(f64::abs).fold(0.0, |largest, it| if it > largest || it.is_nan() { it } else { largest })
}
