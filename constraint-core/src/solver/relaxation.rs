//! What a relaxation asks of the kernels, whichever joints it is of.

use crate::kernels::records::VelocityRecord;
use crate::kernels::{ImpulsePass, JointTable, Parameters, Phase, Poses, Prepare, Start, Velocities};
use crate::lanes::Gather;
use crate::math::Scalar;
use crate::pass::{Pass, Step};
use crate::solver::SolverBodies;

/// See [`Turns::packs_at_once`](crate::kernels::Turns::packs_at_once).
pub(crate) const PACKS_AT_ONCE: usize = 4;

/// What a relaxation does.
///
/// A few packs at a time are prepared and solved, while the prepared numbers are in the cache. This is allowed since
/// preparation reads poses, and solving changes none. The impulses are carried to the next substep; in the last one, to the
/// next step.
#[derive(Clone, Copy)]
pub(crate) struct Relaxation<'a> {
    pub(crate) step: Step<Scalar>,
    /// Not at the beginning of a step.
    pub(crate) solves: bool,
    /// Whether a step begins at these poses.
    pub(crate) begins_step: bool,
    /// See [`Prepare::joints`].
    pub(crate) joints: &'a dyn Parameters,
}

impl<'a> Relaxation<'a> {
    /// Whether joints of a type are solved, or only prepared and carried.
    pub(crate) const fn solves(self, table: &JointTable) -> bool {
        self.solves && table.layout.relaxes
    }

    /// What kernels do: prepare, solve, and apply the impulses that the next substep begins with.
    pub(crate) fn phases<L: Gather>(self, motion: &'a mut SolverBodies) -> [Phase<'a, L>; 3] {
        let (prepare, velocities, warm_start_delta) = motion.phases(self.step, self.begins_step, self.joints);
        let solve = ImpulsePass::solve(Velocities::of_world(velocities), &Pass::relax());
        let apply = ImpulsePass::apply(Velocities::of_world(warm_start_delta), true);
        [Phase::Prepare(prepare), Phase::Pass(solve), Phase::Pass(apply)]
    }
}

impl SolverBodies {
    /// What joints are prepared by, for a step that begins or within one; and what they are solved and carried on.
    pub(crate) fn phases<'a, L: Gather>(
        &'a mut self,
        step: Step<Scalar>,
        begins_step: bool,
        joints: &'a dyn Parameters,
    ) -> (Prepare<'a, L>, &'a mut [VelocityRecord], &'a mut [VelocityRecord]) {
        let (seen, velocities, warm_start_delta) = self.parts();
        let poses = Poses { moved: seen.moved, turned: seen.turned, in_lanes: &[] };
        let begin = begins_step.then_some(Start { angles: seen.angles, centres: seen.splits });
        (Prepare { poses, step, begin, joints }, velocities, warm_start_delta)
    }
}
