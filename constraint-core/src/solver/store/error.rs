//! How far a joint is from where it would have its bodies.

use crate::constraint::{Array, Constraint};
use crate::kinematics::Pose;
use crate::law::Action;
use crate::math::{Scalar, nearest};

/// The error of each row. A motor and a spring without stiffness would have theirs nowhere.
pub(super) fn error<J: Constraint>(joint: &J, poses: &J::Bodies<Pose<f64>>, time: f64) -> J::Rows<Scalar> {
    of(joint, poses, time, |action| match action {
        Action::Hold | Action::Within => true,
        Action::Rate => false,
        Action::Soft { hertz: stiffness, .. } | Action::Spring { stiffness, .. } => stiffness != 0.0,
    })
}

/// The error of each row that has no spring of its own, which is what options bound.
pub(super) fn rigid_error<J: Constraint>(joint: &J, poses: &J::Bodies<Pose<f64>>, time: f64) -> J::Rows<Scalar> {
    of(joint, poses, time, |action| matches!(action, Action::Hold | Action::Within))
}

/// The error of the rows that act so, and zeros.
fn of<J: Constraint>(
    joint: &J,
    poses: &J::Bodies<Pose<f64>>,
    time: f64,
    counts: impl Fn(Action<f64>) -> bool,
) -> J::Rows<Scalar> {
    let (errors, laws) = (joint.position_error_at(poses, time), joint.laws::<f64>());
    let error = |row: usize| counts(laws.as_ref()[row].action).then(|| nearest(errors.as_ref()[row]));
    J::Rows::from_fn(|row| error(row).unwrap_or_default())
}
