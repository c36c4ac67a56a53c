//! The correction of a rigid joint's position: bodies are moved, velocities are not.

use crate::kernels::Layout;
use crate::kinematics::{MassProperties, Wrench};
use crate::math::Scalar;
use crate::solver::SolverBodies;
use crate::solver::dense::dense_algebra;
use crate::solver::dense::dense_algebra::Selection;
use crate::solver::packs::joint_data::Joint;
use crate::solver::packs::joint_data::norm;
use crate::solver::position_errors::PositionErrors;

/// What the joints' positions are corrected by.
pub(crate) struct Correction {
    pub(crate) share: Scalar,
    pub(crate) slop: Scalar,
}

/// Room to correct joints of one type, one after another.
#[derive(Clone)]
pub(crate) struct Room {
    error: Vec<Scalar>,
    masses: Vec<MassProperties<Scalar>>,
    exact: Vec<Wrench<f64>>,
    jacobian: Vec<Wrench<Scalar>>,
    k: Vec<Scalar>,
    rows: Selection,
}

impl Room {
    pub(crate) fn new(layout: &Layout) -> Self {
        let &Layout { bodies, rows, .. } = layout;
        Self {
            error: vec![0.0; rows],
            masses: vec![MassProperties::default(); bodies],
            exact: vec![Wrench::default(); rows * bodies],
            jacobian: vec![Wrench::default(); rows * bodies],
            k: vec![0.0; rows * rows],
            rows: Selection::default(),
        }
    }

    /// Moves the bodies of a joint by Δx = −s M⁻¹ Jᵀ K⁻¹ e, where s is the share of the error e that is to be taken out.
    ///
    /// Equalities and the limits that are passed go together, as one block. From the derived mathematics: generated `solve`
    /// would take a row's rate for a part of its position error.
    pub(crate) fn correct(
        &mut self,
        Joint { parameters: joint, options, bodies, .. }: Joint<'_>,
        errors: &mut PositionErrors,
        motion: &mut SolverBodies,
        correction: &Correction,
    ) {
        let Self { error, masses, exact, jacobian, k, rows } = self;
        error.copy_from_slice(errors.of_bodies(bodies.iter().copied(), motion).rigid(joint, motion.time));
        let size = norm(error);
        if size <= correction.slop {
            return;
        }
        rows.set((0..error.len()).filter(|&row| error[row] != 0.0));
        dense_algebra::jacobian(joint, errors.poses(), motion.time, exact, jacobian);
        dense_algebra::merge(bodies, jacobian);
        masses.iter_mut().zip(bodies).for_each(|(own, &body)| *own = motion.masses[body as usize]);
        dense_algebra::effective_mass(jacobian, masses, k);
        rows.solve(k, error);
        let share = correction.share * (options.max_error / size).min(1.0);
        for &row in rows.rows() {
            let blocks = &jacobian[row * bodies.len()..][..bodies.len()];
            for (body, change) in bodies.iter().zip(dense_algebra::motion(blocks, masses, -share * error[row])) {
                motion.displace(*body as usize, &change);
            }
        }
    }
}
