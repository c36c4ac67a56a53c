//! The passes over blocks of joints whose bodies are gathered.

use super::block::Block;
use super::row::Stretch;
use crate::constraint::{Constraint, Pass, Step};
use crate::lanes::{Gather, Kernel, Lanes};
use crate::math::Scalar;
use crate::solver::Motion;
use crate::solver::motion::Seen;

/// A run of blocks, of one colour, that takes more bytes than this leaves little of itself in the processor's second cache: the
/// relaxation, which reads them whole, fetches those it comes to next. By itself the processor foresees a run over memory, but
/// not far enough for a third cache that others use as well. The solve, which reads less, gained nothing.
///
/// The blocks of [another team](Stretch::next) are fetched in the same way, but once in a step.
const AT_REACH: usize = 1 << 19;

/// Does the same to the parts of a block whatever its places are. Whether they are runs is asked once, and not wherever a record
/// is read or written.
macro_rules! whatever_places {
    ($block:ident, $parts:ident => $act:expr) => {
        if let Some(runs) = $block.runs::<1>() {
            let $parts = $block.parts_at(&runs);
            $act;
        } else if let Some(runs) = $block.runs::<2>() {
            let $parts = $block.parts_at(&runs);
            $act;
        } else {
            let $parts = $block.parts();
            $act;
        }
    };
}

/// Runs a pass as its lanes ask.
pub(super) fn run<L: Lanes>(pass: impl Over<L>) {
    L::run(pass);
}

/// A pass over blocks of these lanes.
pub(super) trait Over<L>: Kernel {}

/// In which order the joints of a block are solved.
pub(super) trait Manner<J: Constraint, L: Gather> {
    /// How many blocks are prepared, solved and carried together. They stay in the processor's first cache.
    const AT_HAND: usize;

    fn prepare(&self, block: &mut Block<J, L>, step: &Step<L>, bodies: &Seen<'_>);
    fn solve(&self, block: &mut Block<J, L>, pass: &Pass<L>, bodies: &mut Seen<'_>);
    fn carry(&self, block: &mut Block<J, L>, bodies: &mut Seen<'_>);
}

/// All at once: they share no body that moves.
pub(super) struct SideBySide;

/// One after another.
pub(super) struct InTurn;

#[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
impl<J: Constraint, L: Gather> Manner<J, L> for SideBySide {
    /// Each of the three is a long chain, in which one value waits for another; the processor works at several blocks at a time
    /// if it finds them one after the other.
    const AT_HAND: usize = 4;

    #[inline(always)]
    fn prepare(&self, block: &mut Block<J, L>, step: &Step<L>, bodies: &Seen<'_>) {
        whatever_places!(block, parts => parts.prepare(bodies, step));
    }

    #[inline(always)]
    fn solve(&self, block: &mut Block<J, L>, pass: &Pass<L>, bodies: &mut Seen<'_>) {
        whatever_places!(block, parts => parts.solve(pass, bodies));
    }

    #[inline(always)]
    fn carry(&self, block: &mut Block<J, L>, bodies: &mut Seen<'_>) {
        whatever_places!(block, parts => parts.carry(bodies));
    }
}

#[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
impl<J: Constraint, L: Gather> Manner<J, L> for InTurn {
    /// While a block's last joints wait for each other, the next one is prepared.
    const AT_HAND: usize = 1;

    #[inline(always)]
    fn prepare(&self, block: &mut Block<J, L>, step: &Step<L>, bodies: &Seen<'_>) {
        block.parts().prepare(bodies, step);
    }

    #[inline(always)]
    fn solve(&self, block: &mut Block<J, L>, pass: &Pass<L>, bodies: &mut Seen<'_>) {
        block.solve_in_turn(pass, bodies.velocities);
    }

    #[inline(always)]
    fn carry(&self, block: &mut Block<J, L>, bodies: &mut Seen<'_>) {
        block.carry_in_turn(bodies.carried);
    }
}

/// One iteration that takes out position errors.
pub(super) struct Solve<'a, J: Constraint, L: Gather, M> {
    pub(super) manner: M,
    pub(super) blocks: &'a mut [Block<J, L>],
    pub(super) bodies: &'a mut Motion,
    pub(super) pass: &'a Pass<Scalar>,
}

/// Prepares and solves a few blocks after the other: what is prepared is still at hand. Preparation reads poses, which
/// solving does not change. The impulses are carried to the next substep; if this is the last one, to the next step.
///
/// Where it does not solve, it prepares the first substep: one kernel for both, since users compile it for each of
/// their joints.
pub(super) struct Relax<'a, J: Constraint, L: Gather, M> {
    pub(super) manner: M,
    pub(super) stretch: Stretch<'a, J, L>,
    pub(super) bodies: &'a mut Motion,
    pub(super) step: Step<Scalar>,
    pub(super) solves: bool,
    pub(super) begins_step: bool,
}

impl<J: Constraint, L: Gather, M: Manner<J, L>> Over<L> for Solve<'_, J, L, M> {}
impl<J: Constraint, L: Gather, M: Manner<J, L>> Over<L> for Relax<'_, J, L, M> {}

#[allow(clippy::inline_always)] // see `Lanes::run`
impl<J: Constraint, L: Gather, M: Manner<J, L>> Kernel for Solve<'_, J, L, M> {
    #[inline(always)]
    fn run(self) {
        let pass = pass_in_lanes(self.pass);
        let mut bodies = self.bodies.seen();
        for block in self.blocks {
            self.manner.solve(block, &pass, &mut bodies);
        }
    }
}

#[allow(clippy::inline_always)] // see `Lanes::run`
impl<J: Constraint, L: Gather, M: Manner<J, L>> Kernel for Relax<'_, J, L, M> {
    #[inline(always)]
    fn run(self) {
        // A constant: a product by its 1 is none.
        let (step, pass) = (step_in_lanes(&self.step), Pass::relax());
        let mut bodies = self.bodies.seen();
        let Stretch { blocks: mut all, next } = self.stretch;
        let is_far = L::FETCHES && size_of_val(all) > AT_REACH;
        let mut later = if L::FETCHES && self.begins_step { next } else { &[] };
        while !all.is_empty() {
            let (blocks, rest) = all.split_at_mut(M::AT_HAND.min(all.len()));
            all = rest;
            let (next, after) = later.split_at(M::AT_HAND.min(later.len()));
            later = after;
            let mut ahead = if is_far { all.iter() } else { next.iter() };
            for block in &mut *blocks {
                if L::FETCHES
                    && let Some(ahead) = ahead.next()
                {
                    L::fetch(ahead);
                }
                if self.begins_step {
                    block.parts().begin(&bodies);
                }
                self.manner.prepare(block, &step, &bodies);
            }
            if self.solves && J::RELAXES {
                for block in &mut *blocks {
                    self.manner.solve(block, &pass, &mut bodies);
                }
            }
            for block in blocks {
                self.manner.carry(block, &mut bodies);
            }
        }
    }
}

#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
pub(super) fn step_in_lanes<L: Lanes>(step: &Step<Scalar>) -> Step<L> {
    Step { h: L::splat(step.h), inverse_h: L::splat(step.inverse_h), time: L::splat(step.time) }
}

#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
pub(super) fn pass_in_lanes<L: Lanes>(pass: &Pass<Scalar>) -> Pass<L> {
    Pass {
        bias_rate: L::splat(pass.bias_rate),
        mass_scale: L::splat(pass.mass_scale),
        impulse_scale: L::splat(pass.impulse_scale),
        spring_scale: L::splat(pass.spring_scale),
    }
}
