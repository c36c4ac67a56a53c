//! The correction of a rigid joint's position: bodies are moved, velocities are not.

use super::dense::{self, Selection};
use super::error::Errors;
use super::member::norm;
use crate::joint::JointOptions;
use crate::kinematics::MassProperties;
use crate::math::Scalar;
use crate::solver::Motion;
use crate::solver::impulses::Correction;
use crate::solver::kernels::AnyJoint;

/// Moves the bodies of a joint by Δx = −s M⁻¹ Jᵀ K⁻¹ e, where s is the share of the error e that is to be taken out.
///
/// Equalities and the limits that are passed go together, as one block. From the derived mathematics: generated `solve`
/// would take a row's rate for a part of its position error.
pub(super) fn correct(
    (joint, options): (&dyn AnyJoint, &JointOptions),
    bodies: &[u32],
    errors: &mut Errors,
    motion: &mut Motion,
    correction: &Correction,
) {
    let mut error = errors.of_bodies(bodies.iter().copied(), motion).rigid(joint, motion.time).to_vec();
    let size = norm(&error);
    if size <= correction.slop {
        return;
    }
    let rows = Selection::new((0..error.len()).filter(|&row| error[row] != 0.0));
    let mut jacobian = dense::jacobian(joint, errors.poses(), motion.time, error.len());
    dense::merge(bodies, &mut jacobian);
    let masses: Vec<MassProperties<Scalar>> = bodies.iter().map(|&body| motion.masses[body as usize]).collect();
    rows.solve(&dense::effective_mass(&jacobian, &masses), &mut error);
    let share = correction.share * (options.max_error / size).min(1.0);
    for &row in rows.rows() {
        let blocks = &jacobian[row * bodies.len()..][..bodies.len()];
        for (body, change) in bodies.iter().zip(dense::motion(blocks, &masses, -share * error[row])) {
            motion.displace(*body as usize, &change);
        }
    }
}
