//! The passes over the joints of a crew.

use super::super::passes::{pass_in_lanes, step_in_lanes};
use super::ranks::Working;
use crate::constraint::{Constraint, Pass, Step};
use crate::lanes::{Kernel, Lanes, WIDEST};
use crate::math::Scalar;
use crate::solver::crews::{Crew, MOST_JOINTS};

/// How many are prepared, solved and carried together: long chains, of which the processor works at several, as where bodies are
/// gathered. More than there, since joints of the same island may be among them, whether they have the same colour or not: they
/// are solved one after another, and wait for each other. As many as a crew has in 16 lanes, unless its islands are large:
/// all that these prepare would leave the first cache.
const AT_HAND: usize = MOST_JOINTS / WIDEST;

/// Does the same to one joint after another, whether they are twins' or kin: asked once, as
/// [`whatever_places`](super::super::passes) does.
macro_rules! each_joint {
    ($joints:ident, $parts:ident => $act:expr) => {
        let (kin, setups) = ($joints.kin, $joints.setups);
        let all = $joints.berths.iter().zip(&mut *$joints.desks).zip(&mut *$joints.impulses);
        for ((berth, desk), impulses) in all {
            let setup = &setups[berth.setup as usize];
            if let Some(spots) = kin.spots(berth) {
                let $parts = desk.parts(&spots, setup, impulses);
                $act;
            } else {
                let $parts = desk.parts(&berth.seats, setup, impulses);
                $act;
            }
        }
    };
}

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
    /// Not at the beginning of a step.
    pub(super) solves: bool,
    pub(super) is_last: bool,
}

impl<J: Constraint, L: Lanes> Kernel for Solve<'_, J, L> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(self) {
        let joints = self.joints;
        let pass = pass_in_lanes(self.pass);
        let mut bodies = self.bodies.seen();
        each_joint!(joints, parts => parts.solve(&pass, &mut bodies));
    }
}

impl<J: Constraint, L: Lanes> Kernel for Relax<'_, J, L> {
    #[inline(always)]
    #[allow(clippy::inline_always)] // see `Lanes::run`
    fn run(self) {
        let Self { mut joints, bodies, step, solves, is_last } = self;
        let (step, pass) = (step_in_lanes(&step), Pass::relax());
        let mut bodies = bodies.seen();
        while joints.count() > 0 {
            let mut at_hand = joints.take(AT_HAND);
            if !solves {
                at_hand.remember();
            }
            if !solves || is_last {
                each_joint!(at_hand, parts => parts.begin(&bodies));
            }
            each_joint!(at_hand, parts => parts.prepare(&bodies, &step));
            if solves && J::RELAXES {
                each_joint!(at_hand, parts => parts.solve(&pass, &mut bodies));
            }
            if is_last {
                at_hand.keep();
            } else {
                each_joint!(at_hand, parts => parts.carry(&mut bodies));
            }
        }
    }
}
