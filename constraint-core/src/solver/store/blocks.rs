//! The joints of one type that are solved in lanes, colour after colour.

use super::active::Memory;
use super::block::{Block, Member};
use super::colours::{self, PALETTE};
use super::row::Row;
use crate::constraint::{Constraint, Pass, Step};
use crate::kinematics::MassProperties;
#[cfg(target_arch = "x86_64")]
use crate::lanes::Avx;
use crate::lanes::{Kernel, Lanes, Narrow, Width};
use crate::math::Scalar;
use crate::slots::Key;
use crate::solver::Motion;

/// Blocks as wide as the processor's registers.
pub(super) enum Blocks<J: Constraint> {
    #[cfg(target_arch = "x86_64")]
    Avx(Row<J, Avx>),
    Narrow(Row<J, Narrow>),
    One(Row<J, Scalar>),
}

/// Calls the same method whatever the width.
macro_rules! each_width {
    ($blocks:expr, $row:ident => $call:expr) => {
        match $blocks {
            #[cfg(target_arch = "x86_64")]
            Blocks::Avx($row) => $call,
            Blocks::Narrow($row) => $call,
            Blocks::One($row) => $call,
        }
    };
}

/// The owner's side.
impl<J: Constraint> Blocks<J> {
    pub(super) const fn new(width: Width) -> Self {
        match width {
            #[cfg(target_arch = "x86_64")]
            Width::Avx => Self::Avx(Row::NEW),
            Width::Narrow => Self::Narrow(Row::NEW),
            Width::One => Self::One(Row::NEW),
        }
    }

    const fn width(&self) -> Width {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx(_) => Width::Avx,
            Self::Narrow(_) => Width::Narrow,
            Self::One(_) => Width::One,
        }
    }

    /// Gives each joint another segment: what `segment` says of its bodies. Tells `moved` who is where.
    pub(super) fn set_segments(&mut self, segment: impl Fn(&[u32]) -> usize, mut moved: impl FnMut(Key, u32, usize)) {
        let old = core::mem::replace(self, Self::new(self.width()));
        each_width!(old, row => row.each(|colour, key, member| {
            let colour = colours::in_segment(segment(member.bodies.as_ref()), colour);
            moved(key, colour, self.insert(colour, key, member));
        }));
    }

    /// Makes blocks of another width. No joint changes its place.
    pub(super) fn set_width(&mut self, width: Width) {
        if width != self.width() {
            let narrow = core::mem::replace(self, Self::new(width));
            each_width!(narrow, row => row.each(|colour, key, member| {
                self.insert(colour, key, member);
            }));
        }
    }

    /// Adds a joint of this colour. Returns its place among those of its colour.
    pub(super) fn insert(&mut self, colour: u32, key: Key, member: &Member<J>) -> usize {
        each_width!(self, row => row.insert(colour, key, member))
    }

    /// Removes a joint. Another one of its colour may take its place: returns which.
    pub(super) fn remove(&mut self, colour: u32, at: usize) -> Option<Key> {
        each_width!(self, row => row.remove(colour, at))
    }

    /// What the joint in this place keeps from step to step.
    pub(super) fn memory(&self, colour: u32, at: usize) -> Option<Memory<J>> {
        each_width!(self, row => row.at(colour, at).map(|(block, lane)| block.memory(lane)))
    }

    pub(super) fn impulses(&self, colour: u32, at: usize) -> Option<J::Rows<Scalar>> {
        each_width!(self, row => row.at(colour, at).map(|(block, lane)| block.impulses(lane)))
    }

    /// Whose joints there are, in the order of solving.
    pub(super) fn keys(&self) -> impl Iterator<Item = Key> {
        let count = each_width!(self, row => row.colours.len());
        let of_colour = |colour: usize| each_width!(self, row => &row.colours[colour].keys);
        let colours = (0..PALETTE).flat_map(move |colour| (colour..count).step_by(PALETTE));
        colours.flat_map(of_colour).copied()
    }

    /// Makes the setup of one joint anew.
    pub(super) fn set_up(&mut self, colour: u32, at: usize, joint: &J, masses: &[MassProperties<Scalar>]) {
        each_width!(self, row => row.set_up(colour, at, joint, masses));
    }

    /// Makes every setup anew.
    pub(super) fn set_up_all<'a>(&mut self, joint: impl Fn(Key) -> Option<&'a J>, masses: &[MassProperties<Scalar>]) {
        each_width!(self, row => row.set_up_all(joint, masses));
    }

    pub(super) fn scale_impulses(&mut self, factor: Scalar) {
        each_width!(self, row => row.blocks().for_each(|block| block.scale_impulses(factor)));
    }

    pub(super) fn forget(&mut self) {
        each_width!(self, row => row.blocks().for_each(Block::forget));
    }
}

/// The passes' side.
impl<J: Constraint> Blocks<J> {
    /// Prepares the joints where the bodies are at the start of a step, and carries their impulses to its first substep.
    pub(super) fn begin(&mut self, motion: &mut Motion, step: Step<Scalar>) {
        each_width!(self, row => row.runs(&motion.team.segments.clone(), |blocks| run(Begin { blocks, motion, step })));
    }

    pub(super) fn solve(&mut self, motion: &mut Motion, pass: &Pass<Scalar>) {
        each_width!(self, row => row.runs(&motion.team.segments.clone(), |blocks| run(Solve { blocks, motion, pass })));
    }

    /// Prepares and solves a few blocks after the other: what is prepared is still at hand. Preparation reads poses, which
    /// solving does not change. The impulses are carried to the next substep; if this is the last one, to the next step.
    pub(super) fn relax(&mut self, motion: &mut Motion, step: Step<Scalar>, pass: &Pass<Scalar>, is_last: bool) {
        each_width!(self, row => row.runs(&motion.team.segments.clone(), |blocks| run(Relax { blocks, motion, step, pass, is_last })));
    }
}

/// How many blocks are prepared, solved and carried together. Each of the three is a long chain, in which one value waits for
/// another; the processor works at several blocks at a time if it finds them one after the other. They stay in its first cache.
const AT_HAND: usize = 4;

/// Runs a pass as its lanes ask.
fn run<L: Lanes>(pass: impl Over<L>) {
    L::run(pass);
}

/// A pass over blocks of these lanes.
trait Over<L>: Kernel {}

struct Begin<'a, J: Constraint, L: Lanes> {
    blocks: &'a mut [Block<J, L>],
    motion: &'a mut Motion,
    step: Step<Scalar>,
}

struct Solve<'a, J: Constraint, L: Lanes> {
    blocks: &'a mut [Block<J, L>],
    motion: &'a mut Motion,
    pass: &'a Pass<Scalar>,
}

struct Relax<'a, J: Constraint, L: Lanes> {
    blocks: &'a mut [Block<J, L>],
    motion: &'a mut Motion,
    step: Step<Scalar>,
    pass: &'a Pass<Scalar>,
    is_last: bool,
}

macro_rules! impl_kernel {
    ($($kernel:ident: $self:ident => $body:block)*) => {$(
        impl<J: Constraint, L: Lanes> Over<L> for $kernel<'_, J, L> {}

        impl<J: Constraint, L: Lanes> Kernel for $kernel<'_, J, L> {
            #[inline(always)]
            #[allow(clippy::inline_always)] // see `Lanes::run`
            fn run($self) $body
        }
    )*};
}

impl_kernel! {
    Begin: self => {
        let step = step_in_lanes(&self.step);
        for block in self.blocks {
            block.begin(self.motion);
            block.prepare(self.motion, &step);
            block.carry(&mut self.motion.carried);
        }
    }
    Solve: self => {
        let pass = pass_in_lanes(self.pass);
        for block in self.blocks {
            block.solve(&pass, &mut self.motion.velocities);
        }
    }
    Relax: self => {
        let (step, pass) = (step_in_lanes(&self.step), pass_in_lanes(self.pass));
        for blocks in self.blocks.chunks_mut(AT_HAND) {
            for block in &mut *blocks {
                if self.is_last {
                    block.begin(self.motion);
                }
                block.prepare(self.motion, &step);
            }
            for block in &mut *blocks {
                block.solve(&pass, &mut self.motion.velocities);
            }
            for block in blocks {
                block.carry(&mut self.motion.carried);
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
