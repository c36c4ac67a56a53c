//! The correction of a rigid joint's position: bodies are moved, velocities are not.

use super::Entry;
use super::active::{gather, norm};
use super::dense::{self, Selection};
use super::error::rigid_error;
use crate::constraint::Constraint;
use crate::solver::Motion;
use crate::solver::impulses::Correction;

/// Moves the bodies of a joint by Δx = −s M⁻¹ Jᵀ K⁻¹ e, where s is the share of the error e that is to be taken out.
///
/// Equalities and the limits that are passed go together, as one block. From the derived mathematics: generated `solve`
/// would take a row's rate for a part of its position error.
pub(super) fn correct<J: Constraint>(entry: &Entry<J>, motion: &mut Motion, correction: &Correction) {
    let (joint, bodies) = (&entry.joint, entry.places());
    let poses = motion.exact_poses::<J>(&bodies);
    let mut error = rigid_error(joint, &poses, motion.time);
    let size = norm(error.as_ref());
    if size <= correction.slop {
        return;
    }
    let rows = Selection::<J>::new((0..J::ROWS).filter(|&row| error.as_ref()[row] != 0.0));
    let mut jacobian = dense::jacobian(joint, &poses, motion.time);
    dense::merge::<J>(&bodies, &mut jacobian);
    let masses = gather::<J, _>(&bodies, &motion.masses);
    rows.solve(&dense::effective_mass::<J>(&jacobian, &masses), &mut error);
    let share = correction.share * (entry.options.max_error / size).min(1.0);
    for &row in rows.rows() {
        let change = dense::motion::<J>(&jacobian.as_ref()[row], &masses, -share * error.as_ref()[row]);
        for (&body, change) in bodies.as_ref().iter().zip(change.as_ref()) {
            motion.displace(body as usize, change);
        }
    }
}
