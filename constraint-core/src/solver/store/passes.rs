//! The passes over blocks, wherever these find their bodies.

use super::block::Block;
use crate::constraint::{Constraint, Pass, Step};
use crate::lanes::{Kernel, Lanes};
use crate::math::Scalar;
use crate::solver::motion::BodiesInLanes;

/// How many blocks are prepared, solved and carried together. Each of the three is a long chain, in which one value waits for
/// another; the processor works at several blocks at a time if it finds them one after the other. They stay in its first cache.
const AT_HAND: usize = 4;

/// Runs a pass as its lanes ask.
pub(super) fn run<L: Lanes>(pass: impl Over<L>) {
    L::run(pass);
}

/// A pass over blocks of these lanes.
pub(super) trait Over<L>: Kernel {}

/// One iteration that takes out position errors.
pub(super) struct Solve<'a, J: Constraint, L: Lanes, B: BodiesInLanes<L>> {
    pub(super) blocks: &'a mut [Block<J, L, B::At>],
    pub(super) bodies: &'a mut B,
    pub(super) pass: &'a Pass<Scalar>,
}

/// Prepares and solves a few blocks after the other: what is prepared is still at hand. Preparation reads poses, which
/// solving does not change. The impulses are carried to the next substep; if this is the last one, to the next step.
///
/// Without a pass it prepares the first substep, and solves nothing: one kernel for both, since users compile it for each of
/// their joints.
pub(super) struct Relax<'a, J: Constraint, L: Lanes, B: BodiesInLanes<L>> {
    blocks: &'a mut [Block<J, L, B::At>],
    bodies: &'a mut B,
    step: Step<Scalar>,
    pass: Option<&'a Pass<Scalar>>,
    begins_step: bool,
}

impl<'a, J: Constraint, L: Lanes, B: BodiesInLanes<L>> Relax<'a, J, L, B> {
    pub(super) const fn new(
        blocks: &'a mut [Block<J, L, B::At>],
        bodies: &'a mut B,
        step: Step<Scalar>,
        pass: &'a Pass<Scalar>,
        is_last: bool,
    ) -> Self {
        Self { blocks, bodies, step, pass: Some(pass), begins_step: is_last }
    }

    /// No relaxation has readied these blocks for the step.
    pub(super) const fn beginning(blocks: &'a mut [Block<J, L, B::At>], bodies: &'a mut B, step: Step<Scalar>) -> Self {
        Self { blocks, bodies, step, pass: None, begins_step: true }
    }
}

impl<J: Constraint, L: Lanes, B: BodiesInLanes<L>> Over<L> for Solve<'_, J, L, B> {}
impl<J: Constraint, L: Lanes, B: BodiesInLanes<L>> Over<L> for Relax<'_, J, L, B> {}

#[allow(clippy::inline_always)] // see `Lanes::run`
impl<J: Constraint, L: Lanes, B: BodiesInLanes<L>> Kernel for Solve<'_, J, L, B> {
    #[inline(always)]
    fn run(self) {
        let pass = pass_in_lanes(self.pass);
        for block in self.blocks {
            block.solve(&pass, self.bodies);
        }
    }
}

#[allow(clippy::inline_always)] // see `Lanes::run`
impl<J: Constraint, L: Lanes, B: BodiesInLanes<L>> Kernel for Relax<'_, J, L, B> {
    #[inline(always)]
    fn run(self) {
        let (step, pass) = (step_in_lanes(&self.step), self.pass.map(pass_in_lanes));
        for blocks in self.blocks.chunks_mut(AT_HAND) {
            for block in &mut *blocks {
                if self.begins_step {
                    block.begin(self.bodies);
                }
                block.prepare(self.bodies, &step);
            }
            if let Some(pass) = &pass {
                for block in &mut *blocks {
                    block.solve(pass, self.bodies);
                }
            }
            for block in blocks {
                block.carry(self.bodies);
            }
        }
    }
}

#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
fn step_in_lanes<L: Lanes>(step: &Step<Scalar>) -> Step<L> {
    Step { h: L::splat(step.h), inverse_h: L::splat(step.inverse_h), time: L::splat(step.time) }
}

#[inline(always)]
#[allow(clippy::inline_always)] // a kernel's
fn pass_in_lanes<L: Lanes>(pass: &Pass<Scalar>) -> Pass<L> {
    Pass {
        bias_rate: L::splat(pass.bias_rate),
        mass_scale: L::splat(pass.mass_scale),
        impulse_scale: L::splat(pass.impulse_scale),
        spring_scale: L::splat(pass.spring_scale),
    }
}
