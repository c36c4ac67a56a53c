//! How far two trajectories are apart, in units of what their quantities reach.

use std::collections::BTreeMap;

/// Which numbers of a state are of one quantity: position, angle, velocity, angular velocity. Behind them, each joint's
/// impulse is one.
const QUANTITIES: [usize; 6] = [0, 0, 1, 2, 2, 3];
const IMPULSES: usize = 4;

/// Numbers, each with the quantity that it is of.
pub(crate) type Numbers = Vec<(usize, f64)>;

pub(crate) fn numbers<'a>(states: impl Iterator<Item = [f64; 6]>, lambda: impl Iterator<Item = &'a [f64]>) -> Numbers {
    let impulse = |(joint, rows): (usize, &'a [f64])| rows.iter().map(move |&row| (IMPULSES + joint, row));
    states.flat_map(|state| QUANTITIES.into_iter().zip(state)).chain(lambda.enumerate().flat_map(impulse)).collect()
}

/// The largest magnitude that each quantity had so far.
#[derive(Default)]
pub(crate) struct Measure(BTreeMap<usize, f64>);

impl Measure {
    pub(crate) fn extend(&mut self, numbers: &Numbers) {
        for (quantity, number) in numbers {
            let greatest = self.0.entry(*quantity).or_insert(1.0);
            *greatest = greatest.max(number.abs());
        }
    }

    /// The largest deviation of a number; infinite where there is NaN.
    pub(crate) fn deviation(&self, a: &Numbers, b: &Numbers) -> f64 {
        assert_eq!(a.len(), b.len(), "bodies, joints or rows are missing");
        let of_pair = |((quantity, a), (_, b)): (&(usize, f64), &(usize, f64))| {
            let deviation = (a - b).abs() / self.0[quantity];
            if deviation.is_nan() { f64::INFINITY } else { deviation }
        };
        a.iter().zip(b).map(of_pair).fold(0.0, f64::max)
    }
}
