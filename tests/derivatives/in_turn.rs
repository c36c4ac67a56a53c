//! The solver's fast path against rows that are solved one after another, each from a rate that is measured anew.
//!
//! Generated code measures all rates at once and follows them. Here is what that has to come to: from J, c, K, the laws and the
//! limits alone, as a loop of one's own would have them.

use constraint_core::{Action, Array, Constraint, ForceOf, Law, Limits, Pass, Velocity};

use crate::fast::{Run, STEP, impulses, soft_pass};
use crate::sample::{EXACT, Sample, State, flat, inverse_masses, jacobian, largest, near};
use crate::{catalogue, odd};

/// No impulse of these tests is near it.
const UNBOUNDED: f64 = 1e30;

/// A joint at a pose, as mathematics.
struct Loop<J: Constraint> {
    errors: Vec<f64>,
    /// V of bodies at rest.
    at_rest: Vec<f64>,
    jacobian: Vec<Vec<f64>>,
    inverse: Vec<f64>,
    k: Vec<Vec<f64>>,
    laws: J::Rows<Law<f64>>,
    limits: J::Rows<Limits<f64>>,
    pass: Pass<f64>,
    velocities: Vec<f64>,
    impulses: Vec<f64>,
    /// Before the iteration.
    old: Vec<f64>,
}

/// How rows that are held together give way: b, the shares of the mass and of the impulse, and of the whole.
struct Give {
    bias_rate: f64,
    mass: f64,
    impulse: f64,
    part: f64,
}

impl<J: Constraint> Loop<J> {
    fn new(joint: &J, state: &State<J>, pass: Pass<f64>, velocities: &[f64], impulses: &[f64]) -> Self {
        let (jacobian, inverse) = (jacobian(joint, &state.poses), inverse_masses(state.masses.as_ref()));
        let entry = |a: &[f64], b: &[f64]| a.iter().zip(b).zip(&inverse).map(|((a, b), m)| a * m * b).sum::<f64>();
        let k = jacobian.iter().map(|a| jacobian.iter().map(|b| entry(a, b)).collect()).collect();
        let rest = J::Bodies::from_fn(|_| Velocity::default());
        Self {
            errors: joint.position(&state.poses).as_ref().to_vec(),
            at_rest: joint.velocity(&state.poses, &rest).as_ref().to_vec(),
            jacobian,
            inverse,
            k,
            laws: joint.laws(),
            limits: joint.limits(),
            pass,
            velocities: velocities.to_vec(),
            impulses: impulses.to_vec(),
            old: impulses.to_vec(),
        }
    }

    fn rate(&self, row: usize) -> f64 {
        let products = self.jacobian[row].iter().zip(&self.velocities).map(|(j, v)| j * v);
        self.at_rest[row] + products.sum::<f64>()
    }

    /// Gives a row another impulse.
    fn push(&mut self, row: usize, impulse: f64) {
        let change = impulse - self.impulses[row];
        self.impulses[row] = impulse;
        for ((velocity, j), m) in self.velocities.iter_mut().zip(&self.jacobian[row]).zip(&self.inverse) {
            *velocity += m * j * change;
        }
    }

    /// h times the greatest force, or a factor of the impulse that another row had before the iteration.
    fn most(&self, row: usize) -> f64 {
        if let Some(ForceOf { factor, row }) = self.laws.as_ref()[row].max_force_of {
            let squares = (0..J::ROWS).filter(|&other| self.laws.as_ref()[other].first == row);
            return factor.min(UNBOUNDED) * squares.map(|other| self.old[other].powi(2)).sum::<f64>().sqrt();
        }
        self.laws.as_ref()[row].max_force.map_or(UNBOUNDED, |force| force.min(UNBOUNDED) * STEP.h)
    }

    /// Springs and motors first, then limits, then the equalities.
    fn solve(&mut self) {
        let laws = self.laws;
        let rows = |wanted: &dyn Fn(&Law<f64>) -> bool| -> Vec<usize> {
            (0..J::ROWS).filter(|&row| wanted(&laws.as_ref()[row])).collect()
        };
        let is_bounded = |law: &Law<f64>| law.max_force.is_some() || law.max_force_of.is_some();
        let is_held = |law: &Law<f64>| law.action == Action::Hold && !is_bounded(law);
        for first in rows(&|law| law.action != Action::Within && !is_held(law)) {
            let together = rows(&|law| law.first == first);
            if let Action::Spring { stiffness, damping } = laws.as_ref()[first].action {
                for row in together {
                    self.spring(row, stiffness, damping);
                }
            } else {
                self.hold(&together, &self.give(laws.as_ref()[first].action));
            }
        }
        for row in rows(&|law| law.action == Action::Within) {
            self.limit(row);
        }
        self.hold(&rows(&is_held), &self.give(Action::Hold));
    }

    fn give(&self, action: Action<f64>) -> Give {
        match action {
            Action::Soft { hertz, damping_ratio } => {
                let rate = core::f64::consts::TAU * hertz;
                let stiff = STEP.h * rate * (2.0 * damping_ratio + STEP.h * rate);
                let bias_rate = if stiff > 0.0 { STEP.h * rate * rate / stiff } else { 0.0 };
                let impulse = 1.0 / (1.0 + stiff);
                Give { bias_rate, mass: stiff * impulse, impulse, part: self.pass.spring_scale }
            }
            Action::Rate => Give { bias_rate: 0.0, mass: 1.0, impulse: 0.0, part: 1.0 },
            _ => {
                let Pass { bias_rate, mass_scale, impulse_scale, .. } = self.pass;
                Give { bias_rate, mass: mass_scale, impulse: impulse_scale, part: 1.0 }
            }
        }
    }

    fn hold(&mut self, rows: &[usize], give: &Give) {
        let Some(&first) = rows.first() else { return };
        let bias = |row: usize| give.bias_rate * (self.errors[row] - level(self.limits.as_ref()[row]));
        let wanted = rows.iter().map(|&row| self.rate(row) + if give.bias_rate > 0.0 { bias(row) } else { 0.0 });
        let lambda = self.solved(rows, wanted.collect());
        let old = |row: usize| self.impulses[row];
        let changes = rows.iter().zip(lambda).map(|(&row, x)| give.part * (give.mass * x + give.impulse * old(row)));
        let new: Vec<f64> = rows.iter().zip(changes).map(|(&row, change)| old(row) - change).collect();
        let (norm, most) = (new.iter().map(|x| x * x).sum::<f64>().sqrt(), self.most(first));
        let share = if norm > most { most / norm } else { 1.0 };
        rows.iter().zip(new).for_each(|(&row, impulse)| self.push(row, share * impulse));
    }

    /// K⁻¹ x by elimination; a row that depends on the ones before it gets nothing.
    fn solved(&self, rows: &[usize], mut x: Vec<f64>) -> Vec<f64> {
        let mut k: Vec<Vec<f64>> = rows.iter().map(|&a| rows.iter().map(|&b| self.k[a][b]).collect()).collect();
        let is_firm: Vec<bool> = (0..x.len())
            .map(|pivot| {
                let is_firm = k[pivot][pivot] > 16.0 * f64::EPSILON * self.k[rows[pivot]][rows[pivot]];
                for row in pivot + 1..x.len() {
                    let factor = if is_firm { k[row][pivot] / k[pivot][pivot] } else { 0.0 };
                    (pivot..x.len()).for_each(|column| k[row][column] -= factor * k[pivot][column]);
                    x[row] -= factor * x[pivot];
                }
                is_firm
            })
            .collect();
        for row in (0..x.len()).rev() {
            let known: f64 = (row + 1..x.len()).map(|column| k[row][column] * x[column]).sum();
            x[row] = if is_firm[row] { (x[row] - known) / k[row][row] } else { 0.0 };
        }
        x
    }

    fn spring(&mut self, row: usize, stiffness: f64, damping: f64) {
        let (k, old) = (self.k[row][row], self.impulses[row]);
        let kept = (-damping * STEP.h * k).exp();
        let change = kept * (-stiffness * STEP.h * self.errors[row] - old) - (1.0 - kept) * over(self.rate(row), k);
        let most = self.most(row);
        self.push(row, (old + self.pass.spring_scale * change).clamp(-most, most));
    }

    fn limit(&mut self, row: usize) {
        let Limits { lower, upper } = self.limits.as_ref()[row];
        let (below, above) = (lower.max(-UNBOUNDED) - self.errors[row], upper.min(UNBOUNDED) - self.errors[row]);
        // Limits that meet are an equality, which is never reached from within.
        let is_met = lower >= upper;
        let rate = |distance: f64, is_past: bool| {
            distance * if is_past || is_met { self.pass.bias_rate } else { STEP.inverse_h }
        };
        let free = self.rate(row) - self.k[row][row] * self.impulses[row];
        let wanted = free.max(rate(below, below > 0.0)).min(rate(above, above < 0.0));
        let share = if below > 0.0 || above < 0.0 { self.pass.mass_scale } else { 1.0 };
        let most = self.most(row);
        self.push(row, (share * over(wanted - free, self.k[row][row])).clamp(-most, most));
    }
}

/// Where a row is held.
fn level(limits: Limits<f64>) -> f64 {
    if limits.lower.to_bits() == limits.upper.to_bits() { limits.lower } else { 0.0 }
}

/// a/k, and nothing where nothing moves.
fn over(a: f64, k: f64) -> f64 {
    if k > 0.0 { a / k } else { 0.0 }
}

/// A warm start and an iteration end with the velocities and the impulses of the loop.
fn as_in_turn<J: Constraint>(sample: &Sample<J>) {
    sample.each(|joint, state, random| {
        let mut run = Run::new(joint, state);
        run.impulses = impulses::<J>(random);
        run.warm_start();
        let pass = soft_pass(random);
        let mut reference = Loop::new(joint, state, pass, &flat(run.velocities.as_ref()), run.impulses.as_ref());
        let least = (0..J::ROWS).map(|row| reference.k[row][row]).filter(|&k| k > 0.0).fold(1.0, f64::min);
        let before = largest(&reference.velocities);
        run.solve(pass);
        reference.solve();
        let velocities = flat(run.velocities.as_ref());
        // A rate's rounding over K.
        let size = before.max(largest(&velocities)).max(60.0 * largest(&reference.errors)).max(1.0) / least;
        for (row, (&found, &expected)) in run.impulses.as_ref().iter().zip(&reference.impulses).enumerate() {
            near(&format!("{} λ[{row}]", sample.name), found, expected, EXACT * size.max(largest(&reference.impulses)));
        }
        let moved = size * reference.jacobian.iter().map(|row| largest(row)).fold(1.0, f64::max);
        for (index, (&found, &expected)) in velocities.iter().zip(&reference.velocities).enumerate() {
            near(&format!("{} velocity {index}", sample.name), found, expected, EXACT * moved);
        }
    });
}

#[test]
fn rows_of_one_law() {
    as_in_turn(&catalogue::PIVOT);
    as_in_turn(&catalogue::WELD);
    as_in_turn(&catalogue::ANGLE);
    as_in_turn(&catalogue::DISTANCE);
    as_in_turn(&catalogue::MOTOR);
    as_in_turn(&catalogue::PULLEY);
    as_in_turn(&odd::SPRING);
    as_in_turn(&odd::CLUTCH);
    as_in_turn(&odd::UNWOUND);
}

#[test]
fn rows_of_several_laws() {
    as_in_turn(&catalogue::LINE);
    as_in_turn(&odd::BUSHING);
    as_in_turn(&odd::BELT);
    as_in_turn(&odd::WHEEL);
    as_in_turn(&odd::SLIDE);
    as_in_turn(&odd::RUBBING);
}
