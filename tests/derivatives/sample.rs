//! Random states of a joint, and what has to hold of the derived mathematics at each.

use constraint_core::{Array, BodyState, Constraint, MassProperties, Pose, Scalar, Vec2, Velocity, Wrench};

use crate::dual::Dual;
use crate::random::Random;

/// How many states each joint is tried at.
pub(crate) const STATES: usize = 200;

/// A joint to try: parameters, its closure as plain Rust, and the β of its rows.
pub(crate) struct Sample<J> {
    pub(crate) name: &'static str,
    pub(crate) make: fn(&mut Random) -> J,
    pub(crate) rows: fn(&J, &[BodyState]) -> Vec<Scalar>,
    pub(crate) bias: fn(&J) -> Vec<f64>,
    /// How far two exact ways to one number may differ, relative to the terms that meet in it: [`EXACT`], but for
    /// parameters that are themselves rounded.
    pub(crate) tolerance: f64,
}

/// The rounding of some ten operations in f64, 1e-15, with five digits to spare for terms that cancel.
pub(crate) const EXACT: f64 = 1e-10;

/// Bodies at random.
pub(crate) struct State<J: Constraint> {
    pub(crate) poses: J::Bodies<Pose<f64>>,
    pub(crate) velocities: J::Bodies<Velocity<f64>>,
    pub(crate) masses: J::Bodies<MassProperties<f64>>,
}

/// A body's place, as numbers that the world's scalar can represent.
#[allow(clippy::useless_conversion)] // not with the feature `f64` off
pub(crate) fn pose(random: &mut Random) -> Pose<f64> {
    let number = |value: Scalar| -> f64 { value.into() };
    let (x, y) = (number(random.scalar(-3.0, 3.0)), number(random.scalar(-3.0, 3.0)));
    Pose::new(x, y, number(random.scalar(-7.0, 7.0)))
}

impl<J: Constraint> State<J> {
    pub(crate) fn random(random: &mut Random) -> Self {
        Self {
            poses: Array::from_fn(|_| pose(random)),
            velocities: Array::from_fn(|_| Velocity {
                x: random.real(-5.0, 5.0),
                y: random.real(-5.0, 5.0),
                angular: random.real(-5.0, 5.0),
            }),
            masses: Array::from_fn(|_| MassProperties {
                inverse_mass: random.real(0.1, 2.0),
                inverse_inertia: random.real(0.1, 4.0),
            }),
        }
    }
}

/// The three numbers of a wrench.
pub(crate) fn numbers(wrench: Wrench<f64>) -> [f64; 3] {
    [wrench.x, wrench.y, wrench.angular]
}

/// The rows of J, body after body: x, y, angular.
pub(crate) fn jacobian<J: Constraint>(joint: &J, poses: &J::Bodies<Pose<f64>>) -> Vec<Vec<f64>> {
    let rows = joint.jacobian(poses);
    rows.as_ref().iter().map(|row| row.as_ref().iter().copied().flat_map(numbers).collect()).collect()
}

/// The velocities, body after body: x, y, angular.
pub(crate) fn flat(velocities: &[Velocity<f64>]) -> Vec<f64> {
    velocities.iter().flat_map(|velocity| [velocity.x, velocity.y, velocity.angular]).collect()
}

/// The diagonal of M⁻¹.
pub(crate) fn inverse_masses(masses: &[MassProperties<f64>]) -> Vec<f64> {
    masses.iter().flat_map(|mass| [mass.inverse_mass, mass.inverse_mass, mass.inverse_inertia]).collect()
}

/// M⁻¹ Jᵀ λ
pub(crate) fn accelerated(jacobian: &[Vec<f64>], inverse: &[f64], lambda: &[f64]) -> Vec<f64> {
    let columns = 0..inverse.len();
    columns
        .map(|i| inverse[i] * jacobian.iter().zip(lambda).map(|(row, lambda)| row[i] * lambda).sum::<f64>())
        .collect()
}

/// Σ aᵢ bᵢ, and Σ |aᵢ bᵢ|, by which its rounding grows.
pub(crate) fn product(a: &[f64], b: &[f64]) -> (f64, f64) {
    a.iter().zip(b).fold((0.0, 0.0), |(sum, size), (a, b)| (sum + a * b, size + (a * b).abs()))
}

/// The largest absolute value.
pub(crate) fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |most: f64, value| most.max(value.abs()))
}

/// Fails where `found` and `expected` differ by more than `tolerance`, or are no numbers.
#[track_caller]
pub(crate) fn near(what: &str, found: f64, expected: f64, tolerance: f64) {
    let difference = (found - expected).abs();
    assert!(difference <= tolerance, "{what}: {found} instead of {expected}, off by {difference:e} > {tolerance:e}");
}

impl<J: Constraint> Sample<J> {
    /// Calls `test` with a joint and a state, again and again.
    pub(crate) fn each(&self, mut test: impl FnMut(&J, &State<J>, &mut Random)) {
        let seed = self.name.bytes().fold(1, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
        let mut random = Random::new(seed);
        for _ in 0..STATES {
            let (joint, state) = ((self.make)(&mut random), State::random(&mut random));
            joint.validate().expect("the parameters of a sample are valid");
            test(&joint, &state, &mut random);
        }
    }

    /// Everything that holds of the derived mathematics of any joint.
    pub(crate) fn derived(&self) {
        self.each(|joint, state, random| {
            let jacobian = jacobian(joint, &state.poses);
            self.against_duals(joint, state, &jacobian);
            self.against_differences(joint, state, &jacobian);
            self.velocity(joint, state, &jacobian);
            self.effective_mass(joint, state, &jacobian);
            self.impulse(joint, state, &jacobian, random);
            self.tokens(joint, state);
            #[cfg(feature = "direct")]
            self.stiffness(joint, state, random);
        });
    }

    /// J, column by column, as the dual part of C. Two exact derivatives differ by rounding alone.
    fn against_duals(&self, joint: &J, state: &State<J>, jacobian: &[Vec<f64>]) {
        for column in 0..3 * J::BODIES {
            let given = |value: f64, index: usize| {
                if index == column { Dual::varying(value) } else { Dual::fixed(value) }
            };
            let poses = J::Bodies::<Pose<Dual>>::from_fn(|body| {
                let pose = state.poses.as_ref()[body];
                let at = |part: usize| 3 * body + part;
                Pose::new(given(pose.x, at(0)), given(pose.y, at(1)), given(pose.angle, at(2)))
            });
            for (row, value) in joint.position(&poses).as_ref().iter().enumerate() {
                let what = format!("{} J[{row}][{column}] by duals", self.name);
                let size = largest(&jacobian[row]).max(1.0);
                near(&what, jacobian[row][column], value.0.eps, self.tolerance * size);
            }
        }
    }

    /// J as central differences of C.
    ///
    /// With h = 1e-5 the differences are off by h²/6 of the third derivative, 2e-11 of it, and by the rounding of C,
    /// 1e-16 · 10/h = 1e-10. Third derivatives reach 1e4 where a length comes near 0.1: 1e-6 of the row's size covers
    /// both.
    fn against_differences(&self, joint: &J, state: &State<J>, jacobian: &[Vec<f64>]) {
        const H: f64 = 1e-5;
        for column in 0..3 * J::BODIES {
            let moved = |by: f64| {
                let poses = J::Bodies::<Pose<f64>>::from_fn(|body| {
                    let pose = state.poses.as_ref()[body];
                    let part = |part: usize| if 3 * body + part == column { by } else { 0.0 };
                    Pose::new(pose.x + part(0), pose.y + part(1), pose.angle + part(2))
                });
                joint.position(&poses)
            };
            let (before, after) = (moved(-H), moved(H));
            for (row, entries) in jacobian.iter().enumerate() {
                let slope = (after.as_ref()[row] - before.as_ref()[row]) / (2.0 * H);
                let what = format!("{} J[{row}][{column}] by differences", self.name);
                near(&what, entries[column], slope, 1e-6 * largest(entries).max(1.0));
            }
        }
    }

    /// V = J v + β
    fn velocity(&self, joint: &J, state: &State<J>, jacobian: &[Vec<f64>]) {
        let found = joint.velocity(&state.poses, &state.velocities);
        let (velocities, bias) = (flat(state.velocities.as_ref()), (self.bias)(joint));
        for (row, entries) in jacobian.iter().enumerate() {
            let (sum, size) = product(entries, &velocities);
            near(
                &format!("{} V[{row}]", self.name),
                found.as_ref()[row],
                sum + bias[row],
                self.tolerance * size.max(1.0),
            );
        }
    }

    /// K = J M⁻¹ Jᵀ, symmetric to the bit.
    fn effective_mass(&self, joint: &J, state: &State<J>, jacobian: &[Vec<f64>]) {
        let found = joint.effective_mass(&state.poses, &state.masses);
        let k = |i: usize, j: usize| found.as_ref()[i].as_ref()[j];
        let inverse = inverse_masses(state.masses.as_ref());
        for (i, a) in jacobian.iter().enumerate() {
            for (j, b) in jacobian.iter().enumerate() {
                let weighted: Vec<f64> = b.iter().zip(&inverse).map(|(b, m)| b * m).collect();
                let (sum, size) = product(a, &weighted);
                near(&format!("{} K[{i}][{j}]", self.name), k(i, j), sum, self.tolerance * size.max(1e-3));
                assert_eq!(k(i, j).to_bits(), k(j, i).to_bits(), "{} K is symmetric", self.name);
            }
        }
    }

    /// Jᵀλ
    fn impulse(&self, joint: &J, state: &State<J>, jacobian: &[Vec<f64>], random: &mut Random) {
        let lambda = J::Rows::<f64>::from_fn(|_| random.real(-3.0, 3.0));
        let found = joint.impulse(&state.poses, &lambda);
        let found: Vec<f64> = found.as_ref().iter().copied().flat_map(numbers).collect();
        for (column, found) in found.into_iter().enumerate() {
            let entries: Vec<f64> = jacobian.iter().map(|row| row[column]).collect();
            let (sum, size) = product(&entries, lambda.as_ref());
            near(&format!("{} impulse[{column}]", self.name), found, sum, self.tolerance * size.max(1e-3));
        }
    }

    /// The user's own tokens, run by rustc, give the same C. They run in the world's scalar, on coordinates and angles of
    /// up to 7 that pass some ten operations: 1e3 ε of the value's size, or of 1.
    #[allow(clippy::cast_possible_truncation, clippy::unnecessary_cast, clippy::useless_conversion)] // f32, or f64 with the feature
    fn tokens(&self, joint: &J, state: &State<J>) {
        let scalar = |value: f64| value as Scalar;
        let place = |pose: &Pose<f64>| BodyState::at(Vec2::new(scalar(pose.x), scalar(pose.y)), scalar(pose.angle));
        let states: Vec<BodyState> = state.poses.as_ref().iter().map(place).collect();
        let found = (self.rows)(joint, &states);
        let expected = joint.position(&state.poses);
        assert_eq!(found.len(), J::ROWS, "{}: rows of the tokens", self.name);
        for (row, (&found, &expected)) in found.iter().zip(expected.as_ref()).enumerate() {
            let what = format!("{} C[{row}] of the tokens", self.name);
            let epsilon: f64 = Scalar::EPSILON.into();
            near(&what, found.into(), expected, 1e3 * epsilon * expected.abs().max(1.0));
        }
    }
}
