//! One linear step where Newton's method fails.
//!
//! A linearly implicit step on velocities (Lacoursière's SPOOK), with the geometric stiffness made positive semi-definite. It dissipates,
//! and always has a solution. Position errors are settled apart from velocities.

use crate::solver::direct::Triple;
use crate::solver::direct::equations::{COMPLIANCE, spring};
use crate::solver::direct::matrix::Matrix;
use crate::solver::direct::pivoting::Equation;
use crate::solver::direct::system::{Action, State, System, poses};
use crate::solver::direct::velocities::{project, settle};

/// Rows give way by this share of K, which is more than in a step that succeeds.
const GIVES: f64 = 10.0 * COMPLIANCE;

/// Moves the state by a step of length `h`. The impulses of the step replace `impulses`, those of the last one. False where even this
/// fails; the state is as it was then.
pub(crate) fn step(
    system: &System<'_>,
    matrix: &mut Matrix,
    state: &mut State,
    h: f64,
    impulses: &mut Vec<f64>,
) -> bool {
    let poses = poses(&state.places);
    let jacobian = system.jacobian(&poses, state.time);
    let (positions, biases) = (system.positions(&poses, state.time), system.biases(&poses, state.time));
    let masses = system.effective_masses(&jacobian);
    let equation = |row: usize| equation(system, row, [positions[row], biases[row], masses[row]], h);
    let equations: Vec<Equation> = (0..system.rows.len()).map(equation).collect();
    let mut sets: Vec<_> =
        equations.iter().zip(&*impulses).map(|(equation, &impulse)| equation.set_of(impulse)).collect();
    let still = vec![[0.0; 3]; state.places.len()];
    let mut stiffness = system.stiffness(&state.places, &still, [state.time, 0.0], impulses);
    // −G has the shares of the Gauss points, ½ altogether.
    for entry in &mut stiffness {
        *entry *= 2.0 * h;
    }
    let mut start = 0;
    for joint in system.joints {
        clip(&mut stiffness[start..start + joint.triangle()], 3 * joint.bodies.len());
        start += joint.triangle();
    }
    let accelerated: Vec<Triple> = state
        .velocities
        .iter()
        .enumerate()
        .map(|(body, v)| {
            let a = system.accelerations.get(body).copied().unwrap_or_default();
            core::array::from_fn(|axis| v[axis] + h * a[axis])
        })
        .collect();
    let solved = project(system, matrix, &accelerated, &jacobian, &equations, &mut sets, Some(&stiffness));
    let Some((velocities, new)) = solved else { return false };
    state.velocities = velocities;
    for (place, v) in state.places.iter_mut().zip(&state.velocities) {
        (0..3).for_each(|axis| place[axis] += h * v[axis]);
    }
    state.time += h;
    *impulses = new;
    settle(system, matrix, state);
    true
}

fn equation(system: &System<'_>, row: usize, [position, bias, k]: [f64; 3], h: f64) -> Equation {
    let law = system.rows[row];
    let most = if law.max_force.is_finite() { h * law.max_force } else { f64::INFINITY };
    let compliance = GIVES * k;
    let between = |residual: f64, lower: f64, upper: f64| Equation { residual, compliance, lower, upper };
    match law.action {
        // What is overpowered has no settling, and comes back by itself.
        Action::Hold(at) if most.is_finite() => between(bias + 0.2 * (position - at) / h, -most, most),
        Action::Hold(_) | Action::Rate => between(bias, -most, most),
        Action::Within(lower, upper) => {
            let (below, above) = (position - lower, position - upper);
            if below < -above {
                between(bias + below.max(0.0) / h, 0.0, most)
            } else {
                between(bias + above.min(0.0) / h, -most, 0.0)
            }
        }
        Action::Soft(..) | Action::Spring(..) => {
            let [stiffness, damping] = spring(law.action, k);
            let kappa = stiffness * h + damping;
            if kappa == 0.0 {
                return Equation::NONE;
            }
            let residual = bias + stiffness * position / kappa;
            Equation { residual, compliance: (h * kappa).recip(), lower: -most, upper: most }
        }
    }
}

/// Sets the negative eigenvalues of a symmetric matrix of `n` rows to zero; it has its lower triangle. Jacobi's method.
fn clip(triangle: &mut [f64], n: usize) {
    if triangle.iter().all(|entry| *entry == 0.0) {
        return;
    }
    let at = |i: usize, j: usize| i.max(j) * (i.max(j) + 1) / 2 + i.min(j);
    let mut a: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| triangle[at(i, j)]).collect()).collect();
    let mut vectors: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for _ in 0..30 {
        let off: f64 = (0..n).flat_map(|p| (0..p).map(move |q| (p, q))).map(|(p, q)| a[p][q] * a[p][q]).sum();
        let diagonal: f64 = (0..n).map(|i| a[i][i] * a[i][i]).sum();
        if off <= 1e-24 * diagonal {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                rotate(&mut a, &mut vectors, [p, q]);
            }
        }
    }
    for i in 0..n {
        for j in 0..=i {
            triangle[at(i, j)] = (0..n).map(|k| vectors[i][k] * a[k][k].max(0.0) * vectors[j][k]).sum();
        }
    }
}

/// Turns an entry off the diagonal to zero.
fn rotate(a: &mut [Vec<f64>], vectors: &mut [Vec<f64>], [p, q]: [usize; 2]) {
    if a[p][q] == 0.0 {
        return;
    }
    let cotangent = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    let tangent = if cotangent == 0.0 {
        1.0
    } else {
        cotangent.signum() / (cotangent.abs() + (cotangent * cotangent + 1.0).sqrt())
    };
    let cos = (tangent * tangent + 1.0).sqrt().recip();
    let sin = tangent * cos;
    let turned = |x: f64, y: f64| (cos * x - sin * y, sin * x + cos * y);
    for row in a.iter_mut().chain(vectors.iter_mut()) {
        (row[p], row[q]) = turned(row[p], row[q]);
    }
    let (low, high) = a.split_at_mut(p.max(q));
    let (low, high) = (&mut low[p.min(q)], &mut high[0]);
    let (row_p, row_q) = if p < q { (low, high) } else { (high, low) };
    for (x, y) in row_p.iter_mut().zip(row_q) {
        (*x, *y) = turned(*x, *y);
    }
}
