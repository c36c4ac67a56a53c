//! When joints break, and on how much of their position error they act.

use crate::event::Cause;
use crate::joint_options::JointOptions;
use crate::kernels::{AnyJoint, Parameters};
use crate::math::{Scalar, saturated};
use crate::slots::Key;
use crate::solver::SolverBodies;
use crate::solver::position_errors::PositionErrors;

/// The joints' own mathematics, for what options bound; and which joints have broken in this step.
pub(crate) struct BreakCheck<'a> {
    pub(crate) parameters: &'a dyn Parameters,
    pub(crate) errors: &'a mut PositionErrors,
    pub(crate) broken: &'a mut Vec<(Key, Cause)>,
}

/// A joint as it is checked: its options, and the places of its bodies.
pub(crate) struct Checked<'a, B> {
    pub(crate) key: Key,
    pub(crate) options: &'a JointOptions,
    pub(crate) bodies: B,
}

impl BreakCheck<'_> {
    /// Whether a joint breaks at the end of a substep: by the norm of its force, or by that of its position error.
    pub(crate) fn breaks(
        &mut self,
        Checked { key, options, bodies }: Checked<'_, impl Iterator<Item = u32>>,
        force: Scalar,
        motion: &SolverBodies,
    ) -> bool {
        let JointOptions { break_force, break_error, .. } = *options;
        let error =
            |check: &mut Self, joint: &dyn AnyJoint| check.errors.of_bodies(bodies, motion).norm(joint, motion.time);
        let cause = if force > break_force {
            Some(Cause::Force(saturated(force)))
        } else if break_error < Scalar::INFINITY
            && let Some(joint) = self.parameters.get(key.index)
        {
            Some(error(self, joint)).filter(|error| *error > break_error).map(|error| Cause::Error(saturated(error)))
        } else {
            None
        };
        self.broken.extend(cause.map(|cause| (key, cause)));
        cause.is_some()
    }

    /// The share of its position error on which a joint acts.
    pub(crate) fn share(
        &mut self,
        Checked { key, options, bodies }: Checked<'_, impl Iterator<Item = u32>>,
        motion: &SolverBodies,
    ) -> Scalar {
        let bound = options.max_error;
        let Some(joint) = self.parameters.get(key.index).filter(|_| bound < Scalar::INFINITY) else { return 1.0 };
        let error = self.errors.of_bodies(bodies, motion).rigid_norm(joint, motion.time);
        if error > bound { bound / error } else { 1.0 }
    }
}
