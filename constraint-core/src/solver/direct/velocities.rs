//! After a step: the projection of velocities onto what the rows allow, and settling of position errors.

use crate::solver::direct::Triple;
use crate::solver::direct::equations::{COMPLIANCE, spring};
use crate::solver::direct::matrix::Matrix;
use crate::solver::direct::newton::{most_body, remove_fixed};
use crate::solver::direct::pivoting::{Equation, Pivoting, Round, Set};
use crate::solver::direct::system::{Action, State, System, poses};

/// A projection is kept only where it takes out more than this share of the kinetic energy. In smooth motion v₁ differs by O(h²) from a
/// velocity along the constraints. To take that out would cost an order of accuracy.
pub(crate) const KEPT: f64 = 1e-3;

/// How near to its limit a row is at it, m or rad.
const NEAR: f64 = 1e-6;

/// A position error that is left alone, m or rad.
const SETTLED: f64 = 1e-7;

/// Beyond this error, m or rad, settling takes out a share of it in a step.
const FAR: f64 = 1e-3;
const SHARE: f64 = 0.2;

/// Settling turns no body by more, rad.
const MOST_TURN: f64 = 0.1;

/// Solves `min ½ (v − v₀) M (v − v₀)` with the equations of velocities. `None` where that fails.
pub(crate) fn project(
    system: &System<'_>,
    matrix: &mut Matrix,
    velocities: &[Triple],
    jacobian: &[f64],
    equations: &[Equation],
    sets: &mut [Set],
    stiffness: Option<&[f64]>,
) -> Option<(Vec<Triple>, Vec<f64>)> {
    let effective_masses = system.effective_masses(jacobian);
    let compliance: Vec<f64> = equations.iter().map(|equation| equation.compliance).collect();
    let mut impulses = vec![0.0; equations.len()];
    let mut rows = vec![0.0; equations.len()];
    let mut pivoting = Pivoting::new();
    // Bodies that nothing moves have velocities of their own.
    let at_rest: Vec<Triple> =
        velocities.iter().enumerate().map(|(body, v)| if system.moves(body) { [0.0; 3] } else { *v }).collect();
    let driven = system.rates(jacobian, &at_rest);
    loop {
        let mut sums: Vec<Triple> = system
            .masses
            .iter()
            .zip(velocities)
            .map(|(mass, v)| {
                core::array::from_fn(|axis| if mass[axis].is_finite() { mass[axis] * v[axis] } else { 0.0 })
            })
            .collect();
        for (row, equation) in equations.iter().enumerate() {
            impulses[row] = equation.at(sets[row]).unwrap_or(0.0);
            let is_free = sets[row] == Set::Free;
            let turned = if is_free { fixed_rate(system, jacobian, velocities, row) } else { 0.0 };
            rows[row] = if is_free { -(equation.residual + driven[row] + turned) } else { 0.0 };
        }
        system.add_impulses(jacobian, &impulses, &mut sums);
        remove_fixed(system, &mut sums);
        if !matrix.factorise(system, jacobian, &compliance, sets, stiffness) {
            return None;
        }
        matrix.solve(&mut sums, &mut rows);
        let mut new = velocities.to_vec();
        for ((new, sum), mass) in new.iter_mut().zip(&sums).zip(&system.masses) {
            (0..3).filter(|&axis| mass[axis].is_finite()).for_each(|axis| new[axis] = sum[axis]);
        }
        for row in (0..rows.len()).filter(|&row| sets[row] == Set::Free) {
            impulses[row] = -rows[row];
        }
        let mut all = new.clone();
        all.resize(all.len().max(most_body(system) + 1), [0.0; 3]);
        let rates = system.rates(jacobian, &all);
        let wanted = |(row, equation): (usize, &Equation)| {
            let residual = equation.residual + equation.compliance * impulses[row] + rates[row];
            let tiny = 1e-11 / effective_masses[row];
            equation.wanted(sets[row], impulses[row], residual, [tiny, 1e-10]).map(|set| (row, set))
        };
        let wrong: Vec<(usize, Set)> = equations.iter().enumerate().filter_map(wanted).collect();
        match pivoting.round(&wrong, sets) {
            Round::Done => return new.iter().flatten().all(|v| v.is_finite()).then_some((new, impulses)),
            Round::Again => {}
            Round::GivenUp => return None,
        }
    }
}

/// What angles that nothing turns add to the rate of a row.
fn fixed_rate(system: &System<'_>, jacobian: &[f64], velocities: &[Triple], row: usize) -> f64 {
    if system.masses.iter().all(|mass| mass[2].is_finite() && mass[0].is_finite()) {
        return 0.0;
    }
    let joint = system.joints.iter().find(|joint| joint.own_rows().contains(&row));
    let Some((joint, (_, block))) =
        joint.and_then(|joint| Some((joint, joint.blocks(jacobian).find(|of| of.0 == row)?)))
    else {
        return 0.0;
    };
    let parts = joint.bodies.iter().zip(block.chunks_exact(3)).filter(|(body, _)| system.moves(**body));
    let of = |(&body, part): (&usize, &[f64])| -> f64 {
        let fixed = (0..3).filter(|&axis| !system.masses[body][axis].is_finite());
        fixed.map(|axis| part[axis] * velocities[body][axis]).sum()
    };
    parts.map(of).sum()
}

/// Projects the velocities, where that takes more out than a share of the kinetic energy. `impulses` are those of the step, N·s.
pub(crate) fn project_if_needed(
    system: &System<'_>,
    matrix: &mut Matrix,
    state: &mut State,
    h: f64,
    impulses: &[f64],
    least_share: f64,
) {
    let poses = poses(&state.places);
    let jacobian = system.jacobian(&poses, state.time);
    let (positions, biases) = (system.positions(&poses, state.time), system.biases(&poses, state.time));
    let effective_masses = system.effective_masses(&jacobian);
    let (mut equations, mut sets) = (Vec::new(), Vec::new());
    for row in 0..system.rows.len() {
        let equation = equation(system, row, [positions[row], biases[row], effective_masses[row]], h, impulses[row]);
        sets.push(match (equation.is_none(), equation.lower == 0.0, equation.upper == 0.0) {
            (true, ..) => Set::Lower,
            (_, true, _) if impulses[row] == 0.0 => Set::Lower,
            (_, _, true) if impulses[row] == 0.0 => Set::Upper,
            _ => Set::Free,
        });
        equations.push(equation);
    }
    let projected = project(system, matrix, &state.velocities, &jacobian, &equations, &mut sets, None);
    let Some((velocities, _)) = projected else { return };
    let lost: Vec<Triple> = velocities
        .iter()
        .zip(&state.velocities)
        .map(|(new, old)| core::array::from_fn(|axis| new[axis] - old[axis]))
        .collect();
    if system.kinetic_energy(&lost) > least_share * system.kinetic_energy(&state.velocities) {
        state.velocities = velocities;
    }
}

/// The equation of a row of velocities at the end of a step.
fn equation(system: &System<'_>, row: usize, [position, bias, k]: [f64; 3], h: f64, impulse: f64) -> Equation {
    let law = system.rows[row];
    let most = if law.max_force.is_finite() { h.abs() * law.max_force } else { f64::INFINITY };
    let compliance = COMPLIANCE * k;
    let between = |lower: f64, upper: f64| Equation { residual: bias, compliance, lower, upper };
    match law.action {
        Action::Hold(_) if most.is_finite() => Equation::NONE,
        Action::Hold(_) => between(-most, most),
        // What is left of its greatest force.
        Action::Rate => between((-most - impulse).min(0.0), (most - impulse).max(0.0)),
        Action::Within(lower, _) if position <= lower + NEAR => between(0.0, most),
        Action::Within(_, upper) if position >= upper - NEAR => between(-most, 0.0),
        Action::Within(..) => Equation::NONE,
        Action::Soft(..) | Action::Spring(..) => {
            // A spring that is too stiff for the step, damped as far as it is.
            let [stiffness, _] = spring(law.action, k);
            let a = stiffness * k * h * h;
            let damping = a * a / 16.0;
            if damping < 1e-9 || most.is_finite() {
                Equation::NONE
            } else {
                let compliance = k / damping;
                Equation { residual: bias, compliance, lower: f64::NEG_INFINITY, upper: f64::INFINITY }
            }
        }
    }
}

/// Takes out position errors that steps leave alone: of joints that contradict each other, or that began apart. It moves places
/// only, by one damped Gauss-Newton step, and so gives no body a velocity.
pub(crate) fn settle(system: &System<'_>, matrix: &mut Matrix, state: &mut State) {
    let poses = poses(&state.places);
    let positions = system.positions(&poses, state.time);
    let error = |row: usize| match system.rows[row] {
        row if row.max_force.is_finite() => None,
        super::system::Row { action: Action::Hold(at), .. } => Some(positions[row] - at),
        super::system::Row { action: Action::Within(lower, upper), .. } => {
            let outside = positions[row] - positions[row].max(lower).min(upper);
            (outside != 0.0).then_some(outside)
        }
        _ => None,
    };
    let errors: Vec<Option<f64>> = (0..positions.len()).map(error).collect();
    let worst = errors.iter().flatten().fold(0.0_f64, |worst, error| worst.max(error.abs()));
    // A NaN is nothing that can be settled.
    if !(SETTLED..f64::INFINITY).contains(&worst) {
        return;
    }
    let jacobian = system.jacobian(&poses, state.time);
    let compliance: Vec<f64> = system.effective_masses(&jacobian).iter().map(|mass| 1e-3 * mass).collect();
    let sets: Vec<Set> = errors.iter().map(|error| if error.is_some() { Set::Free } else { Set::Lower }).collect();
    if !matrix.factorise(system, &jacobian, &compliance, &sets, None) {
        return;
    }
    let share = if worst > FAR { SHARE } else { 1.0 };
    let mut moved = vec![[0.0; 3]; system.masses.len()];
    let mut rows: Vec<f64> = errors.iter().map(|error| -share * error.unwrap_or(0.0)).collect();
    matrix.solve(&mut moved, &mut rows);
    let turn = moved.iter().fold(0.0_f64, |turn, by| turn.max(by[2].abs()));
    let scale = MOST_TURN / turn.max(MOST_TURN);
    if moved.iter().flatten().all(|number| number.is_finite()) {
        for (place, by) in state.places.iter_mut().zip(&moved) {
            (0..3).for_each(|axis| place[axis] += scale * by[axis]);
        }
    }
}
