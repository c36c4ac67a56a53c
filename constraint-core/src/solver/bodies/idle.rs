//! What batches leave of the partitions.

use core::ops::Range;

use crate::body_set::MovedBodySet;
use crate::kernels::records::{DeltaPose, DeltaRotation, SplitPosition, VelocityRecord};
use crate::math::{Scalar, Vec2};
use crate::solver::batch::BatchPlan;
use crate::solver::bodies::SolverBodies;
use crate::solver::partition::boundaries::Boundaries;

/// Which partitions have no body that moves, but for those that batches have. None before that is known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Idle(Vec<bool>);

impl Idle {
    pub(crate) fn are(&self, partitions: &Range<usize>) -> bool {
        partitions.clone().all(|partition| self.is(partition))
    }

    fn is(&self, partition: usize) -> bool {
        self.0.get(partition).is_some_and(|is_idle| *is_idle)
    }

    /// The places of the bodies of the other partitions, of so many places.
    pub(crate) fn busy(&self, boundaries: &Boundaries, places: usize) -> impl Iterator<Item = Range<usize>> {
        let partitions = (0..=boundaries.len()).filter(|&partition| !self.is(partition));
        partitions.map(move |partition| boundaries.bodies(&(partition..partition + 1), places))
    }
}

impl SolverBodies {
    /// Finds out which partitions are idle.
    pub(crate) fn find_idle(&mut self) {
        let mut idle = core::mem::take(&mut self.idle.0);
        let places = self.velocities.len();
        let is_idle = |partition: usize| {
            let mut bodies = self.boundaries.bodies(&(partition..partition + 1), places);
            !bodies.any(|place| self.travels[place] && !self.batches.have(place))
        };
        idle.clear();
        idle.extend((0..=self.boundaries.len()).map(is_idle));
        self.idle.0 = idle;
    }

    /// Gives a batch of these islands their bodies. Returns its number.
    pub(crate) fn build(
        &mut self,
        plan: &BatchPlan<'_>,
        bodies: &dyn MovedBodySet,
        gravity: Vec2,
        h: Scalar,
    ) -> Option<u32> {
        let number = self.batches.add(self.width, plan)?;
        plan.movers().for_each(|place| self.clear_place(place as usize));
        self.batches.get_mut(number)?.load(bodies, gravity, h);
        Some(number)
    }

    /// Leaves a body to a batch: its records are at rest.
    pub(crate) fn clear_place(&mut self, place: usize) {
        self.centres[place] = [0.0; 2];
        self.splits[place] = SplitPosition::default();
        self.moved[place] = DeltaPose::NOTHING;
        self.turned[place] = DeltaRotation::NOTHING;
        self.velocities[place] = VelocityRecord::default();
        self.warm_start_delta[place] = VelocityRecord::default();
    }
}
