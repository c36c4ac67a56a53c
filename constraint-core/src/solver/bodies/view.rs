//! The bodies as joints find them.

use crate::kernels::records::{BodyView, VelocityRecord};
use crate::solver::bodies::SolverBodies;

impl SolverBodies {
    /// What joints read, the velocities, and what is [carried](Self::warm_start_delta) of them.
    pub(crate) fn parts(&mut self) -> (BodyView<'_>, &mut [VelocityRecord], &mut [VelocityRecord]) {
        let Self { splits, angles, moved, turned, velocities, warm_start_delta, .. } = self;
        (BodyView { splits, angles, moved, turned }, velocities, warm_start_delta)
    }
}
