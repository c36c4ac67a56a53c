//! How Nape solves K λ = e for one to three rows: by determinants where there is one, row by row where it is zero.

use std::array;

/// K⁻¹, and in which rows K does nothing: there the engine forgets the impulse.
pub(crate) fn inverse(k: &[Vec<f64>]) -> (Vec<Vec<f64>>, Vec<bool>) {
    let rows = k.len();
    let (adjugate, determinant) = match rows {
        1 => (vec![vec![1.0]], k[0][0]),
        2 => adjugate_of_2(k),
        3 => adjugate_of_3(k),
        _ => panic!("no joint of Nape has {rows} rows"),
    };
    if determinant.is_nan() {
        (vec![vec![0.0; rows]; rows], vec![true; rows])
    } else if determinant == 0.0 {
        let entry = |i: usize, j: usize| if i == j && k[i][i] != 0.0 { 1.0 / k[i][i] } else { 0.0 };
        let inverse = (0..rows).map(|i| (0..rows).map(|j| entry(i, j)).collect()).collect();
        (inverse, (0..rows).map(|i| k[i][i] == 0.0).collect())
    } else {
        let scaled = |row: &Vec<f64>| row.iter().map(|entry| entry * (1.0 / determinant)).collect();
        (adjugate.iter().map(scaled).collect(), vec![false; rows])
    }
}

fn adjugate_of_2(k: &[Vec<f64>]) -> (Vec<Vec<f64>>, f64) {
    let (a, b, c) = (k[0][0], k[0][1], k[1][1]);
    (vec![vec![c, -b], vec![-b, a]], a * c - b * b)
}

fn adjugate_of_3(k: &[Vec<f64>]) -> (Vec<Vec<f64>>, f64) {
    let cofactor = |i: usize, j: usize| {
        let [(p, q), (r, s)] = [((i + 1) % 3, (j + 1) % 3), ((i + 2) % 3, (j + 2) % 3)];
        k[p][q] * k[r][s] - k[p][s] * k[r][q]
    };
    let rows: [[f64; 3]; 3] = array::from_fn(|i| array::from_fn(|j| cofactor(j, i)));
    let determinant = (0..3).map(|j| k[0][j] * rows[j][0]).sum();
    (rows.iter().map(|row| row.to_vec()).collect(), determinant)
}

pub(crate) fn times(matrix: &[Vec<f64>], vector: &[f64]) -> Vec<f64> {
    matrix.iter().map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum()).collect()
}

/// The factor L of `UserConstraint`, with its fault: the inner sums leave out their last term, so that for two or more
/// rows L Lᵀ is not K unless K is diagonal. Every user constraint of more than one row feels it, so it is an engine's rule.
pub(crate) fn faulty_cholesky(k: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let rows = k.len();
    let mut l = vec![vec![0.0; rows]; rows];
    for j in 0..rows {
        let summed = j.saturating_sub(1); // j, if it were right
        let dot = |a: &[f64], b: &[f64]| a[..summed].iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let pivot = (k[j][j] - dot(&l[j], &l[j])).sqrt();
        l[j][j] = pivot;
        for i in j + 1..rows {
            l[i][j] = if pivot == 0.0 { 0.0 } else { (1.0 / pivot) * (k[j][i] - dot(&l[i], &l[j])) };
        }
    }
    l
}

/// x of L Lᵀ x = b, with zero in the rows of zero pivots.
pub(crate) fn substitute(l: &[Vec<f64>], b: &[f64]) -> Vec<f64> {
    let rows = b.len();
    let mut y = vec![0.0; rows];
    for i in 0..rows {
        let known: f64 = (0..i).map(|k| l[i][k] * y[k]).sum();
        y[i] = if l[i][i] == 0.0 { 0.0 } else { (b[i] - known) / l[i][i] };
    }
    let mut x = vec![0.0; rows];
    for i in (0..rows).rev() {
        let known: f64 = (i + 1..rows).map(|k| l[k][i] * x[k]).sum();
        x[i] = if l[i][i] == 0.0 { 0.0 } else { (y[i] - known) / l[i][i] };
    }
    x
}
