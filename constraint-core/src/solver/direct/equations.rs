//! The equation of each row within a step, and between which values its impulse stays.
//!
//! Impulses are Γ = ½ h² times the force.

use crate::solver::direct::Triple;
use crate::solver::direct::pivoting::Equation;
use crate::solver::direct::system::{Action, System, poses, poses_between};

/// Rows give way by this share of K: redundant rows then have impulses of their own.
pub(crate) const COMPLIANCE: f64 = 1e-10;

/// A position error below this, m or rad, is taken out within the step; a larger one is left to [settling](super::velocities::settle).
const SLOP: f64 = 1e-7;

/// A row that holds with a greatest force goes by this share of its error at the start: what was overpowered comes back slowly.
const OVERPOWERED: f64 = 0.8;

/// What of a step does not change with Newton's iterations.
pub(crate) struct Start {
    pub(crate) positions: Vec<f64>,
    /// The diagonal of K.
    pub(crate) effective_masses: Vec<f64>,
    pub(crate) time: f64,
    pub(crate) h: f64,
    /// Whether springs that a step resolves are integrated without any damping: for steps of order four.
    pub(crate) is_symmetric: bool,
}

impl Start {
    /// ½ h²
    pub(crate) fn scale(&self) -> f64 {
        0.5 * self.h * self.h
    }
}

/// A spring's stiffness and damping. A frequency is that of the row alone.
pub(crate) fn spring(action: Action, effective_mass: f64) -> [f64; 2] {
    match action {
        Action::Soft(hertz, damping_ratio) => {
            let (omega, mass) = (core::f64::consts::TAU * hertz, effective_mass.recip());
            [omega * omega * mass, 2.0 * damping_ratio * omega * mass]
        }
        Action::Spring(stiffness, damping) => [stiffness, damping],
        _ => [0.0; 2],
    }
}

/// The equations of all rows with the bodies moved by `by`.
pub(crate) fn equations(
    system: &System<'_>,
    start: &Start,
    (from, by): (&[Triple], &[Triple]),
    gradient: &[f64],
    impulses: &[f64],
) -> Vec<Equation> {
    let ends: Vec<Triple> = from.iter().zip(by).map(|(q, d)| [q[0] + d[0], q[1] + d[1], q[2] + d[2]]).collect();
    let positions = system.positions(&poses(&ends), start.time + start.h);
    let has_rates = system.rows.iter().any(|row| row.action == Action::Rate);
    let rates = if has_rates {
        let mut rates = system.rates(gradient, by);
        let middle = system.biases(&poses_between(from, by, 0.5), start.time + 0.5 * start.h);
        rates.iter_mut().zip(middle).for_each(|(rate, bias)| *rate += start.h * bias);
        rates
    } else {
        Vec::new()
    };
    let equation = |row: usize| {
        let rate = rates.get(row).copied().unwrap_or(0.0);
        equation(system, start, row, [positions[row], rate, impulses[row]])
    };
    (0..system.rows.len()).map(equation).collect()
}

fn equation(system: &System<'_>, start: &Start, row: usize, [position, rate, impulse]: [f64; 3]) -> Equation {
    let (law, k, before) = (&system.rows[row], start.effective_masses[row], start.positions[row]);
    let most = if law.max_force.is_finite() { start.scale() * law.max_force } else { f64::INFINITY };
    let both = |residual: f64, compliance: f64| Equation { residual, compliance, lower: -most, upper: most };
    let compliance = COMPLIANCE * k;
    let kept = |error: f64| if error.abs() < SLOP { 0.0 } else { error };
    match law.action {
        Action::Hold(at) => {
            let error = before - at;
            let goal = if most.is_finite() { OVERPOWERED * error } else { kept(error) };
            both(position - at - goal, compliance)
        }
        Action::Within(lower, upper) => {
            let below = position - lower - kept((before - lower).min(0.0));
            let above = position - upper - kept((before - upper).max(0.0));
            if impulse > 0.0 || (impulse == 0.0 && below < -above) {
                Equation { residual: below, compliance, lower: 0.0, upper: most }
            } else {
                Equation { residual: above, compliance, lower: -most, upper: 0.0 }
            }
        }
        Action::Rate => both(rate, compliance),
        Action::Soft(..) | Action::Spring(..) => {
            let [stiffness, damping] = spring(law.action, k);
            if stiffness == 0.0 && damping == 0.0 {
                return Equation::NONE;
            }
            let kappa = stiffness * start.implicitness(stiffness, k) + damping / start.h.abs();
            both(position - before + stiffness * before / kappa, (start.scale() * kappa).recip())
        }
    }
}

impl Start {
    /// At which share of the step a spring is evaluated: the middle, later for one that is too stiff to be resolved.
    fn implicitness(&self, stiffness: f64, k: f64) -> f64 {
        let a = stiffness * k * self.h * self.h;
        if self.is_symmetric && a < 1.0 { 0.5 } else { 0.5 + 0.5 * a / (4.0 + a) }
    }
}
