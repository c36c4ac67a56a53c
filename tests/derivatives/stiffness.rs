//! H = ∂(Jᵀλ)/∂x against the dual parts of Jᵀλ, its central differences, and the second derivatives of λ·C.

use constraint_core::{Action, Array, Constraint, Pose};

use crate::dual::Dual;
use crate::random::Random;
use crate::sample::{Sample, State, largest, near, numbers};
use crate::second::Second;

impl<J: Constraint> Sample<J> {
    pub(crate) fn stiffness(&self, joint: &J, state: &State<J>, random: &mut Random) {
        // Choices around what is infinite: there H may be NaN, for which direct steps take zero.
        if self.name == "Guards" {
            return;
        }
        let lambda = J::Rows::<f64>::from_fn(|_| random.real(-3.0, 3.0));
        let n = 3 * J::BODIES;
        let mut entries = vec![f64::NAN; n * (n + 1) / 2];
        joint.stiffness_at(&state.poses, &lambda, 0.0, &mut entries);
        let found = |i: usize, j: usize| entries[i * (i + 1) / 2 + j];
        let duals = slopes(n, |column| dual_impulse(joint, state, &lambda, column));
        let differences = slopes(n, |column| impulse_difference(joint, state, &lambda, column));
        // Two exact derivatives differ by rounding alone. A second derivative of a length of 0.1 multiplies that by some hundred.
        let size = largest(&entries).max(1.0);
        let is_position = joint.laws::<f64>().as_ref().iter().all(|law| law.action != Action::Rate);
        for i in 0..n {
            for j in 0..=i {
                let what = format!("{} H[{i}][{j}]", self.name);
                near(&format!("{what} by duals"), found(i, j), 0.5 * (duals[i][j] + duals[j][i]), 1e-9 * size);
                // As for J by differences, with one derivative more.
                let expected = 0.5 * (differences[i][j] + differences[j][i]);
                near(&format!("{what} by differences"), found(i, j), expected, 1e-5 * size);
                if is_position {
                    let expected = second_derivative(joint, state, &lambda, [i, j]);
                    near(&format!("{what} by second derivatives"), found(i, j), expected, 1e-9 * size);
                }
            }
        }
    }
}

/// The columns as rows of a matrix.
fn slopes(n: usize, column: impl Fn(usize) -> Vec<f64>) -> Vec<Vec<f64>> {
    let columns: Vec<Vec<f64>> = (0..n).map(column).collect();
    (0..n).map(|row| columns.iter().map(|column| column[row]).collect()).collect()
}

fn dual_impulse<J: Constraint>(joint: &J, state: &State<J>, lambda: &J::Rows<f64>, column: usize) -> Vec<f64> {
    let given = |value: f64, index: usize| if index == column { Dual::varying(value) } else { Dual::fixed(value) };
    let poses = J::Bodies::<Pose<Dual>>::from_fn(|body| {
        let pose = state.poses.as_ref()[body];
        Pose::new(given(pose.x, 3 * body), given(pose.y, 3 * body + 1), given(pose.angle, 3 * body + 2))
    });
    let lambda = J::Rows::from_fn(|row| Dual::fixed(lambda.as_ref()[row]));
    let impulse = joint.impulse(&poses, &lambda);
    impulse.as_ref().iter().flat_map(|wrench| [wrench.x, wrench.y, wrench.angular]).map(|part| part.0.eps).collect()
}

fn impulse_difference<J: Constraint>(joint: &J, state: &State<J>, lambda: &J::Rows<f64>, column: usize) -> Vec<f64> {
    const H: f64 = 1e-5;
    let moved = |by: f64| -> Vec<f64> {
        let poses = J::Bodies::<Pose<f64>>::from_fn(|body| {
            let pose = state.poses.as_ref()[body];
            let part = |part: usize| if 3 * body + part == column { by } else { 0.0 };
            Pose::new(pose.x + part(0), pose.y + part(1), pose.angle + part(2))
        });
        joint.impulse(&poses, lambda).as_ref().iter().copied().flat_map(numbers).collect()
    };
    moved(H).iter().zip(moved(-H)).map(|(after, before)| (after - before) / (2.0 * H)).collect()
}

/// ∂²(λ·C)/∂xᵢ∂xⱼ
fn second_derivative<J: Constraint>(joint: &J, state: &State<J>, lambda: &J::Rows<f64>, by: [usize; 2]) -> f64 {
    let given = |value: f64, index: usize| Second::varying(value, by.map(|by| by == index));
    let poses = J::Bodies::<Pose<Second>>::from_fn(|body| {
        let pose = state.poses.as_ref()[body];
        Pose::new(given(pose.x, 3 * body), given(pose.y, 3 * body + 1), given(pose.angle, 3 * body + 2))
    });
    let values = joint.position(&poses);
    values.as_ref().iter().zip(lambda.as_ref()).map(|(value, lambda)| value.0.eps1eps2 * lambda).sum()
}
