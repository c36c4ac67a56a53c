//! L D Lᵀ of a sparse symmetric matrix, without pivoting: the order is chosen before.
//!
//! The factorisation goes up row by row along the elimination tree (Davis, *Direct Methods for Sparse Linear Systems*, §4.8).

/// No parent in the elimination tree.
const NONE: u32 = u32::MAX;

/// The pattern and the numbers of a matrix, and its factors.
#[derive(Clone, Debug)]
pub(crate) struct Factor {
    /// The upper triangle by columns, the diagonal entry last in each: where columns begin, rows, numbers.
    starts: Vec<usize>,
    rows: Vec<u32>,
    pub(crate) numbers: Vec<f64>,
    parent: Vec<u32>,
    /// L by columns, without its diagonal of ones.
    l_starts: Vec<usize>,
    l_rows: Vec<u32>,
    l: Vec<f64>,
    inverse_d: Vec<f64>,
    room: Room,
}

/// What is worked out on the way.
#[derive(Clone, Debug, Default)]
struct Room {
    row: Vec<f64>,
    /// Where the next entry of each column of L goes.
    next: Vec<usize>,
    is_met: Vec<bool>,
    path: Vec<u32>,
    met: Vec<u32>,
}

#[allow(clippy::cast_possible_truncation)] // indices have 32 bits
impl Factor {
    /// A matrix with these rows above the diagonal in each column, in ascending order.
    pub(crate) fn new(columns: &[Vec<u32>]) -> Self {
        let n = columns.len();
        let (mut starts, mut rows) = (vec![0], Vec::new());
        for (column, above) in columns.iter().enumerate() {
            rows.extend(above);
            rows.push(column as u32);
            starts.push(rows.len());
        }
        let (mut parent, mut counts, mut met) = (vec![NONE; n], vec![0_usize; n], vec![NONE; n]);
        for column in 0..n as u32 {
            met[column as usize] = column;
            for &row in &columns[column as usize] {
                let mut row = row as usize;
                while met[row] != column {
                    if parent[row] == NONE {
                        parent[row] = column;
                    }
                    counts[row] += 1;
                    met[row] = column;
                    row = parent[row] as usize;
                }
            }
        }
        let mut l_starts = vec![0];
        for count in counts {
            l_starts.push(l_starts[l_starts.len() - 1] + count);
        }
        let room = Room { row: vec![0.0; n], next: vec![0; n], is_met: vec![false; n], ..Room::default() };
        Self {
            numbers: vec![0.0; rows.len()],
            starts,
            rows,
            parent,
            l_rows: vec![0; l_starts[n]],
            l: vec![0.0; l_starts[n]],
            l_starts,
            inverse_d: vec![0.0; n],
            room,
        }
    }

    /// Where the entry of a row and a column is among the numbers, if the pattern has it.
    pub(crate) fn slot(&self, a: u32, b: u32) -> Option<usize> {
        let (row, column) = (a.min(b), a.max(b) as usize);
        let start = self.starts[column];
        self.rows[start..self.starts[column + 1]].binary_search(&row).ok().map(|at| start + at)
    }

    /// Factorises the numbers. False if a pivot is zero or not finite.
    pub(crate) fn factorise(&mut self) -> bool {
        self.room.next.copy_from_slice(&self.l_starts[..self.l_starts.len() - 1]);
        self.room.is_met.fill(false);
        self.room.row.fill(0.0);
        (0..self.inverse_d.len()).all(|k| self.row(k))
    }

    /// Row `k` of L, and its pivot.
    fn row(&mut self, k: usize) -> bool {
        let mut pivot = self.scatter(k);
        let Room { row, next, is_met, met, .. } = &mut self.room;
        for &column in met.iter().rev() {
            let column = column as usize;
            let value = core::mem::take(&mut row[column]);
            for at in self.l_starts[column]..next[column] {
                row[self.l_rows[at] as usize] -= self.l[at] * value;
            }
            let entry = value * self.inverse_d[column];
            pivot -= value * entry;
            let at = next[column];
            (self.l_rows[at], self.l[at]) = (k as u32, entry);
            next[column] += 1;
            is_met[column] = false;
        }
        self.inverse_d[k] = pivot.recip();
        pivot != 0.0 && self.inverse_d[k].is_finite() && pivot.is_finite()
    }

    /// Spreads column `k` of the matrix out, lists the columns of L that row `k` has, and returns the diagonal entry.
    fn scatter(&mut self, k: usize) -> f64 {
        let Room { row, is_met, path, met, .. } = &mut self.room;
        met.clear();
        let own = self.starts[k]..self.starts[k + 1] - 1;
        for at in own.clone() {
            let mut next = self.rows[at];
            row[next as usize] = self.numbers[at];
            path.clear();
            while next != NONE && (next as usize) < k && !is_met[next as usize] {
                is_met[next as usize] = true;
                path.push(next);
                next = self.parent[next as usize];
            }
            met.extend(path.iter().rev());
        }
        self.numbers[own.end]
    }

    /// Solves for a right side, in place.
    pub(crate) fn solve(&self, x: &mut [f64]) {
        let n = x.len();
        for column in 0..n {
            let value = x[column];
            for at in self.l_starts[column]..self.l_starts[column + 1] {
                x[self.l_rows[at] as usize] -= self.l[at] * value;
            }
        }
        x.iter_mut().zip(&self.inverse_d).for_each(|(x, inverse)| *x *= inverse);
        for column in (0..n).rev() {
            let own = self.l_starts[column]..self.l_starts[column + 1];
            let sum: f64 = own.map(|at| self.l[at] * x[self.l_rows[at] as usize]).sum();
            x[column] -= sum;
        }
    }
}
