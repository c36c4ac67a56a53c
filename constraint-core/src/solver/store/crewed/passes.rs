//! The passes over the joints of a crew.

use super::super::passes::{pass_in_lanes, step_in_lanes};
use super::ranks::Working;
use crate::constraint::{Constraint, Pass, Step};
use crate::lanes::{Kernel, Lanes};
use crate::math::Scalar;
use crate::solver::crews::Crew;

/// How many are prepared, solved and carried together: as where bodies are gathered. Whether they have the same colour is no
/// matter, since they are solved one after another.
const AT_HAND: usize = 4;

/// As [`Solve`](super::super::passes::Solve).
pub(super) struct Solve<'a, J: Constraint, L: Lanes> {
    pub(super) joints: Working<'a, J, L>,
    pub(super) bodies: &'a mut Crew<L>,
    pub(super) pass: &'a Pass<Scalar>,
}

/// As [`Relax`](super::super::passes::Relax), but that a step begins without anything that is prepared: to keep that from
/// step to step takes longer than to make it anew, for all the memory. So the last relaxation of a step carries nothing.
pub(super) struct Relax<'a, J: Constraint, L: Lanes> {
    pub(super) joints: Working<'a, J, L>,
    pub(super) bodies: &'a mut Crew<L>,
    pub(super) step: Step<Scalar>,
    /// None at the beginning of a step.
    pub(super) pass: Option<&'a Pass<Scalar>>,
    pub(super) is_last: bool,
}

impl<J: Constraint, L: Lanes> Kernel for Solve<'_, J, L> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(mut self) {
        let pass = pass_in_lanes(self.pass);
        for number in 0..self.joints.count() {
            self.joints.parts(number).solve(&pass, self.bodies);
        }
    }
}

impl<J: Constraint, L: Lanes> Kernel for Relax<'_, J, L> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(self) {
        let Self { mut joints, bodies, is_last, .. } = self;
        let (step, pass) = (step_in_lanes(&self.step), self.pass.map(pass_in_lanes));
        let mut first = 0;
        while first < joints.count() {
            let at_hand = first..joints.count().min(first + AT_HAND);
            first = at_hand.end;
            for number in at_hand.clone() {
                if pass.is_none() {
                    joints.remember(number);
                }
                if pass.is_none() || is_last {
                    joints.parts(number).begin(bodies);
                }
                joints.parts(number).prepare(bodies, &step);
            }
            if let Some(pass) = &pass {
                for number in at_hand.clone() {
                    joints.parts(number).solve(pass, bodies);
                }
            }
            for number in at_hand {
                if is_last {
                    joints.keep(number);
                } else {
                    joints.parts(number).carry(bodies);
                }
            }
        }
    }
}
