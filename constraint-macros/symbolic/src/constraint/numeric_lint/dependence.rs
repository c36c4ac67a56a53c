//! Rows that say together what fewer of them say: K = J M⁻¹ Jᵀ is singular exactly where rows of J are dependent, whatever
//! the masses are.

use super::ScalarRow;
use super::sample::Sample;
use crate::ir::map_vec::MapVec as _;

/// How much of a row may be left, next to what it had, where the others make it up. Rows before it that leave little of each
/// other have a rounding of 10⁻¹⁶ in what they leave, so that it may be 10⁻¹⁰ of that: rounding must not pass for a slope
/// there. Rows that are closer than that everywhere are not told apart in f32.
const LEFT: f64 = 1e-6;

/// A row that follows from others, by their places among the rigid ones.
type Dependent = (usize, Vec<usize>);

/// What the states told so far of the rows that have to be independent.
pub(super) struct Dependence {
    /// These rows, and the row of the closure that each belongs to.
    rigid: Vec<(usize, usize)>,
    /// The state with the most independent rows: how many of them, and of each other row, which it follows from.
    best: Option<(usize, Vec<Dependent>)>,
}

impl Dependence {
    pub(super) fn new(rows: &[ScalarRow]) -> Self {
        let rigid = rows.iter().enumerate().filter(|(_, row)| row.is_rigid);
        Self { rigid: rigid.map(|(index, row)| (index, row.written)).collect(), best: None }
    }

    /// Whether there is a state at which all are independent.
    pub(super) fn is_refuted(&self) -> bool {
        self.rigid.len() < 2 || self.best.as_ref().is_some_and(|(rank, _)| *rank == self.rigid.len())
    }

    pub(super) fn witness(&mut self, sample: &Sample) {
        if self.is_refuted() || !self.rigid.iter().all(|&(row, _)| sample.rows[row].is_finite()) {
            return;
        }
        let jacobian: Vec<Vec<f64>> = self.rigid.map_vec(|&(row, _)| sample.rows[row].slopes());
        let dependent = dependent(jacobian);
        let rank = self.rigid.len() - dependent.len();
        if self.best.as_ref().is_none_or(|(best, _)| rank > *best) {
            self.best = Some((rank, dependent));
        }
    }

    /// Of each row that always follows from others: which it is, and the numbers of their rows in the closure.
    pub(super) fn told(&self) -> Vec<(usize, Vec<usize>)> {
        if self.is_refuted() {
            return Vec::new();
        }
        let told = |(row, others): &Dependent| {
            let (index, written) = self.rigid[*row];
            let mut others: Vec<usize> = others.map_vec(|&other| self.rigid[other].1);
            others.retain(|&other| other != written);
            others.dedup();
            (index, others)
        };
        self.best.iter().flat_map(|(_, dependent)| dependent.iter().map(told)).collect()
    }
}

/// The rows that follow from rows before them, and from which: Gram and Schmidt's, twice over for the sake of rounding.
fn dependent(mut rows: Vec<Vec<f64>>) -> Vec<Dependent> {
    level(&mut rows);
    let count = rows.len();
    let mut found = Vec::new();
    // Directions, and what of each row is in them.
    let mut basis: Vec<(Vec<f64>, Vec<f64>)> = Vec::new();
    for (index, mut row) in rows.into_iter().enumerate() {
        let mut made_of = vec![0.0; count];
        made_of[index] = 1.0;
        for (direction, parts) in basis.iter().chain(&basis) {
            let along = dot(&row, direction);
            subtract(&mut row, along, direction);
            subtract(&mut made_of, along, parts);
        }
        let left = dot(&row, &row).sqrt();
        if left <= LEFT {
            let others = (0..index).filter(|&other| made_of[other].abs() > 1e-6).collect();
            found.push((index, others));
        } else {
            basis.push((row.map_vec(|x| x / left), made_of.map_vec(|x| x / left)));
        }
    }
    found
}

/// Brings columns and then rows to the same size: metres and radians, rows in any units.
fn level(rows: &mut [Vec<f64>]) {
    let columns = rows.first().map_or(0, Vec::len);
    for column in 0..columns {
        let most = rows.iter().map(|row| row[column].abs()).fold(0.0, f64::max);
        if most > 0.0 {
            for row in rows.iter_mut() {
                row[column] /= most;
            }
        }
    }
    for row in rows {
        let size = dot(row, row).sqrt();
        if size > 0.0 {
            for slope in row {
                *slope /= size;
            }
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn subtract(from: &mut [f64], times: f64, what: &[f64]) {
    for (x, y) in from.iter_mut().zip(what) {
        *x -= times * y;
    }
}

#[cfg(test)]
mod tests {
    use super::dependent;

    #[test]
    fn a_row_that_is_a_sum_of_others_names_them() {
        let rows = vec![vec![1.0, 0.0, 2.0], vec![0.0, 3.0, 0.0], vec![0.0, 0.0, 1.0], vec![2.0, 0.0, 5.0]];
        assert_eq!(dependent(rows), [(3, vec![0, 2])]);
    }

    #[test]
    fn units_do_not_matter() {
        let rows = vec![vec![1e9, 0.0, 1e-3], vec![1e9, 0.0, 2e-3], vec![0.0, 1e-12, 0.0]];
        assert_eq!(dependent(rows), []);
    }
}
