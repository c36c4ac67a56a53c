//! One step by Newton's method.

use crate::solver::direct::Triple;
use crate::solver::direct::equations::{Start, equations};
use crate::solver::direct::matrix::Matrix;
use crate::solver::direct::pivoting::{Equation, Pivoting, Round, Set};
use crate::solver::direct::system::{State, System, poses};

/// Iterations after which a step has failed.
const MOST_ITERATIONS: u32 = 30;

/// Newton's last change of a place, m, at which a step is done; an angle counts with the radius of gyration.
const TOLERANCE: f64 = 1e-9;

/// What is left of the error of a place then, m. A velocity has 2/h of it.
const LEFT: f64 = 1e-14;

/// No body turns by more in an iteration, rad.
const MOST_TURN: f64 = 0.7;

/// The matrix is factorised again where an iteration leaves more of the change before it.
const SLOW: f64 = 0.5;

/// What a step of Newton's method goes on with.
pub(crate) struct Newton<'a, 's> {
    pub(crate) system: &'a System<'s>,
    pub(crate) matrix: &'a mut Matrix,
    /// Γ of each row: where the step begins, then what it comes to.
    pub(crate) impulses: &'a mut Vec<f64>,
    pub(crate) is_symmetric: bool,
}

/// One linear problem.
struct Linear<'l> {
    gradient: &'l [f64],
    equations: &'l [Equation],
    /// What the bodies' equations are off by: −M(Δq − Δq̃).
    inertia: &'l [Triple],
    effective_masses: &'l [f64],
}

impl Newton<'_, '_> {
    /// Moves the state by a step of length `h`, which may be negative. False where the method fails; the state is as it was then.
    pub(crate) fn step(&mut self, state: &mut State, h: f64) -> bool {
        let start = self.start(state, h);
        let mut sets = Vec::new();
        let (mut by, predicted) = self.predict(state, h);
        let mut factorised = false;
        let (mut last, mut relaxation) = (f64::INFINITY, 1.0);
        for iteration in 0..MOST_ITERATIONS {
            let gradient = self.system.discrete_gradient(&state.places, &by, [start.time, h]);
            let equations = equations(self.system, &start, (&state.places, &by), &gradient, self.impulses);
            check_sets(&equations, self.impulses, &mut sets);
            let stiffness =
                (!factorised).then(|| self.system.stiffness(&state.places, &by, [start.time, h], self.impulses));
            let inertia = self.inertia(&by, &predicted);
            let masses = &start.effective_masses;
            let linear =
                Linear { gradient: &gradient, equations: &equations, inertia: &inertia, effective_masses: masses };
            let Some((change, changes, has_changed)) = self.solve(&linear, stiffness.as_deref(), &mut sets) else {
                return false;
            };
            let (size, turn) = self.size(&change);
            if !size.is_finite() {
                return false;
            }
            relaxation =
                if size > 0.9 * last && iteration > 4 && !has_changed { 0.5 } else { f64::min(1.0, 1.5 * relaxation) };
            let share = f64::min(relaxation, MOST_TURN / turn.max(MOST_TURN));
            for (by, change) in by.iter_mut().zip(&change) {
                (0..3).for_each(|axis| by[axis] += share * change[axis]);
            }
            for row in (0..changes.len()).filter(|&row| sets[row] == Set::Free) {
                self.impulses[row] -= share * changes[row];
            }
            // With new factors the method converges quadratically, with old ones by the same share each time.
            let left = if factorised { size * (size / last) } else { size * size };
            if size < TOLERANCE && left < LEFT && !has_changed && share >= 1.0 {
                return self.finish(state, &by, h);
            }
            factorised = size < SLOW * last && share >= 1.0 && iteration > 0;
            last = size;
        }
        false
    }

    fn start(&self, state: &State, h: f64) -> Start {
        let poses = poses(&state.places);
        let jacobian = self.system.jacobian(&poses, state.time);
        Start {
            positions: self.system.positions(&poses, state.time),
            effective_masses: self.system.effective_masses(&jacobian),
            time: state.time,
            h,
            is_symmetric: self.is_symmetric,
        }
    }

    /// Where Newton's method starts, and Δq̃: where the bodies would go without joints.
    fn predict(&self, state: &State, h: f64) -> (Vec<Triple>, Vec<Triple>) {
        let by: Vec<Triple> = state.velocities.iter().map(|v| v.map(|rate| h * rate)).collect();
        let accelerated = by.iter().zip(&self.system.accelerations);
        let gain = 0.5 * h * h;
        let predicted = accelerated.map(|(by, a)| core::array::from_fn(|axis| by[axis] + gain * a[axis])).collect();
        (by, predicted)
    }

    fn inertia(&self, by: &[Triple], predicted: &[Triple]) -> Vec<Triple> {
        let of =
            |((mass, by), predicted): ((&Triple, &Triple), &Triple)| {
                core::array::from_fn(|axis| {
                    if mass[axis].is_finite() { -mass[axis] * (by[axis] - predicted[axis]) } else { 0.0 }
                })
            };
        self.system.masses.iter().zip(by).zip(predicted).map(of).collect()
    }

    /// Solves one linear problem with its bounds: the change of the places, minus that of the impulses, and whether a set has changed.
    /// The factors are those of the last problem where no `stiffness` is given, until a set changes.
    fn solve(
        &mut self,
        linear: &Linear<'_>,
        stiffness: Option<&[f64]>,
        sets: &mut [Set],
    ) -> Option<(Vec<Triple>, Vec<f64>, bool)> {
        let Self { system, matrix, impulses, .. } = self;
        let Linear { gradient, equations, inertia, .. } = *linear;
        let compliance: Vec<f64> = equations.iter().map(|equation| equation.compliance).collect();
        let mut pivoting = Pivoting::new();
        let mut needs_factor = stiffness.is_some();
        let mut change = Vec::new();
        let mut changes = vec![0.0; equations.len()];
        loop {
            for ((equation, set), impulse) in equations.iter().zip(&*sets).zip(&mut **impulses) {
                *impulse = equation.at(*set).unwrap_or(*impulse);
            }
            change.clear();
            change.extend_from_slice(inertia);
            system.add_impulses(gradient, impulses, &mut change);
            remove_fixed(system, &mut change);
            for (row, equation) in equations.iter().enumerate() {
                let is_free = sets[row] == Set::Free;
                changes[row] = if is_free { -(equation.residual + equation.compliance * impulses[row]) } else { 0.0 };
            }
            if needs_factor && !matrix.factorise(system, gradient, &compliance, sets, stiffness) {
                return None;
            }
            matrix.solve(&mut change, &mut changes);
            let wrong = wrong(system, linear, sets, impulses, (&change, &changes));
            match pivoting.round(&wrong, sets) {
                Round::Done => return Some((change, changes, pivoting.rounds > 0)),
                Round::Again => needs_factor = true,
                Round::GivenUp => return None,
            }
        }
    }

    /// How far a change moves the bodies, and the largest turn.
    fn size(&self, change: &[Triple]) -> (f64, f64) {
        let (mut size, mut turn) = (0.0_f64, 0.0_f64);
        for (mass, change) in self.system.masses.iter().zip(change) {
            let gyration = if mass[2].is_finite() { (mass[2] / mass[0]).sqrt() } else { 0.0 };
            // `max` would drop a NaN.
            let own = change[0].abs() + change[1].abs() + gyration * change[2].abs();
            size = if own.is_nan() { f64::NAN } else { size.max(own) };
            turn = turn.max(change[2].abs());
            if size.is_nan() {
                break;
            }
        }
        (size, turn)
    }

    /// Takes the step: v₁ = 2 Δq/h − v₀.
    fn finish(&self, state: &mut State, by: &[Triple], h: f64) -> bool {
        let is_finite = by.iter().flatten().all(|number| number.is_finite());
        if is_finite {
            for (body, (place, by)) in state.places.iter_mut().zip(by).enumerate() {
                (0..3).for_each(|axis| place[axis] += by[axis]);
                if self.system.moves(body) {
                    let v = &mut state.velocities[body];
                    (0..3).for_each(|axis| v[axis] = 2.0 * by[axis] / h - v[axis]);
                }
            }
            state.time += h;
        }
        is_finite
    }
}

/// Finds the sets in which the rows begin, or brings them in line with bounds that have changed sides.
fn check_sets(equations: &[Equation], impulses: &[f64], sets: &mut Vec<Set>) {
    if sets.is_empty() {
        sets.extend(equations.iter().zip(impulses).map(|(equation, &impulse)| equation.set_of(impulse)));
    }
    for (equation, set) in equations.iter().zip(sets) {
        *set = equation.checked(*set);
    }
}

/// What does not turn has no equation.
pub(crate) fn remove_fixed(system: &System<'_>, sums: &mut [Triple]) {
    for (mass, sum) in system.masses.iter().zip(sums) {
        (0..3).filter(|&axis| !mass[axis].is_finite()).for_each(|axis| sum[axis] = 0.0);
    }
}

/// The rows in the wrong set.
fn wrong(
    system: &System<'_>,
    linear: &Linear<'_>,
    sets: &[Set],
    impulses: &[f64],
    (change, changes): (&[Triple], &[f64]),
) -> Vec<(usize, Set)> {
    let is_bounded = |equation: &Equation| !equation.is_none() && !equation.is_unbounded();
    if !linear.equations.iter().any(is_bounded) {
        return Vec::new();
    }
    let mut all = change.to_vec();
    all.resize(all.len().max(most_body(system) + 1), [0.0; 3]);
    let rates = system.rates(linear.gradient, &all);
    let wanted = |(row, equation): (usize, &Equation)| {
        let residual = equation.residual + equation.compliance * impulses[row] + rates[row];
        let tiny = 1e-12 / linear.effective_masses[row];
        equation.wanted(sets[row], impulses[row] - changes[row], residual, [tiny, 1e-11]).map(|set| (row, set))
    };
    linear.equations.iter().enumerate().filter_map(wanted).collect()
}

/// The largest number of a body that a joint holds.
pub(crate) fn most_body(system: &System<'_>) -> usize {
    system.joints.iter().flat_map(|joint| joint.bodies.iter().copied()).max().unwrap_or(0)
}
