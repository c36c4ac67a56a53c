//! The bodies as joints find them.

use crate::angle::Angle;
use crate::solver::bodies::SolverBodies;
use crate::solver::integrator::records::{DeltaPose, DeltaRotation, SplitPosition, VelocityRecord};

/// What joints read of the bodies that no batch has, by their places.
pub(crate) struct BodyView<'a> {
    /// The centres at the start of the step, in high and low parts.
    pub(crate) splits: &'a [SplitPosition],
    pub(crate) angles: &'a [Angle],
    pub(crate) moved: &'a [DeltaPose],
    pub(crate) turned: &'a [DeltaRotation],
}

impl SolverBodies {
    pub(crate) fn seen(&self) -> BodyView<'_> {
        let Self { splits, angles, moved, turned, .. } = self;
        BodyView { splits, angles, moved, turned }
    }

    /// The same, the velocities, and what is [carried](Self::warm_start_delta) of them.
    pub(crate) fn parts(&mut self) -> (BodyView<'_>, &mut [VelocityRecord], &mut [VelocityRecord]) {
        let Self { splits, angles, moved, turned, velocities, warm_start_delta, .. } = self;
        (BodyView { splits, angles, moved, turned }, velocities, warm_start_delta)
    }
}
