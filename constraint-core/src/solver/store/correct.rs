//! The correction of a rigid joint's position: bodies are moved, velocities are not.

use super::active::gather;
use super::dense::{self, Selection};
use crate::constraint::Constraint;
use crate::law::Action;
use crate::math::Scalar;
use crate::solver::Motion;
use crate::solver::impulses::Correction;

/// Moves the bodies of a joint by Δx = −s M⁻¹ Jᵀ K⁻¹ e, where s is the share of the error e that is to be taken out.
///
/// Equalities and the limits that are passed go together, as one block. From the derived mathematics: generated `solve`
/// would take a row's rate for a part of its position error.
pub(super) fn correct<J: Constraint>(joint: &J, bodies: &J::Bodies<u32>, motion: &mut Motion, correction: &Correction) {
    let poses = gather::<J, _>(bodies, &motion.poses);
    let mut error = joint.position_error(&poses, correction.time);
    let laws = joint.laws::<Scalar>();
    let is_wrong =
        |&row: &usize| matches!(laws.as_ref()[row].action, Action::Hold | Action::Within) && error.as_ref()[row] != 0.0;
    let rows = Selection::<J>::new((0..J::ROWS).filter(is_wrong));
    let square: Scalar = rows.rows().iter().map(|&row| error.as_ref()[row].powi(2)).sum();
    if square.sqrt() <= correction.slop {
        return;
    }
    let mut jacobian = joint.jacobian_at(&poses, correction.time);
    dense::merge::<J>(bodies, &mut jacobian);
    let masses = gather::<J, _>(bodies, &motion.masses);
    rows.solve(&dense::effective_mass::<J>(&jacobian, &masses), &mut error);
    for &row in rows.rows() {
        let lambda = -correction.share * error.as_ref()[row];
        let change = dense::motion::<J>(&jacobian.as_ref()[row], &masses, lambda);
        for (&body, change) in bodies.as_ref().iter().zip(change.as_ref()) {
            motion.displace(body as usize, change);
        }
    }
}
