//! The joints of one type that are in lanes: those for which no colour was left, in turn, then colour after colour.

use core::ops::Range;

use super::active::Memory;
use super::block::Member;
use super::colours::{self, PALETTE};
use super::passes::{InTurn, Relax, SideBySide, Solve, run};
use super::row::Row;
use super::star;
use crate::constraint::{Constraint, Pass, Step};
use crate::kinematics::MassProperties;
#[cfg(target_arch = "x86_64")]
use crate::lanes::{Avx, Wide};
use crate::lanes::{Narrow, Width};
use crate::math::Scalar;
use crate::slots::Key;
use crate::solver::Motion;

/// Blocks as wide as the processor's registers.
pub(super) enum Blocks<J: Constraint> {
    #[cfg(target_arch = "x86_64")]
    Wide(Row<J, Wide>),
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
            Blocks::Wide($row) => $call,
            #[cfg(target_arch = "x86_64")]
            Blocks::Avx($row) => $call,
            Blocks::Narrow($row) => $call,
            Blocks::One($row) => $call,
        }
    };
}

/// The owner's side.
impl<J: Constraint> Blocks<J> {
    /// Of a few joints: sixteen lanes would mostly have none.
    pub(super) const fn new(width: Width) -> Self {
        match width {
            #[cfg(target_arch = "x86_64")]
            Width::Wide | Width::Avx => Self::Avx(Row::NEW),
            Width::Narrow => Self::Narrow(Row::NEW),
            Width::One => Self::One(Row::NEW),
        }
    }

    const fn of_many(width: Width) -> Self {
        match width {
            #[cfg(target_arch = "x86_64")]
            Width::Wide => Self::Wide(Row::NEW),
            _ => Self::new(width),
        }
    }

    const fn are(&self, width: Width) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Wide(_) => matches!(width, Width::Wide),
            #[cfg(target_arch = "x86_64")]
            Self::Avx(_) => matches!(width, Width::Wide | Width::Avx),
            Self::Narrow(_) => matches!(width, Width::Narrow),
            Self::One(_) => matches!(width, Width::One),
        }
    }

    /// Gives each joint another segment: what `segment` says of its bodies. Tells `moved` who is where. Only this makes blocks of
    /// the greatest width, if there are `many` joints.
    pub(super) fn set_segments(
        &mut self,
        (width, are_many): (Width, bool),
        segment: impl Fn(&[u32]) -> usize,
        mut moved: impl FnMut(Key, u32, usize),
    ) {
        let old = core::mem::replace(self, if are_many { Self::of_many(width) } else { Self::new(width) });
        let mut take = |colour, key, member: &Member<J>| {
            let colour = colours::in_segment(segment(member.bodies.as_ref()), colour);
            moved(key, colour, self.insert(colour, key, member));
            if let Some((hub, _)) = colours::star(colour) {
                self.set_segment(hub, segment(&[hub]));
            }
        };
        each_width!(old, row => row.each(&mut take));
        each_width!(self, row => for (colour, series) in (0..).zip(&mut row.colours) {
            series.line_up(&mut |key, at| moved(key, colour, at));
        });
    }

    /// Makes blocks of another width. No joint changes its place.
    pub(super) fn set_width(&mut self, width: Width) {
        if !self.are(width) {
            let old = core::mem::replace(self, Self::new(width));
            let mut take = |colour, key, member: &Member<J>| {
                self.insert(colour, key, member);
                if let Some((hub, _)) = colours::star(colour) {
                    self.set_segment(hub, old.segment(colour));
                }
            };
            each_width!(&old, row => row.each(&mut take));
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
        each_width!(self, row => row.memory(colour, at))
    }

    /// The joint in this place.
    pub(super) fn member(&self, colour: u32, at: usize) -> Option<Member<J>> {
        each_width!(self, row => row.member(colour, at))
    }

    pub(super) fn impulses(&self, colour: u32, at: usize) -> Option<J::Rows<Scalar>> {
        each_width!(self, row => row.impulses(colour, at))
    }

    /// Whether there are joints for which no colour was free.
    pub(super) fn have_uncoloured(&self) -> bool {
        each_width!(self, row => !row.uncoloured.keys.is_empty())
    }

    /// The hub in this place, if it is one, is in this segment.
    pub(super) fn set_segment(&mut self, hub: u32, segment: usize) {
        each_width!(self, row => {
            if let Some(star) = row.stars.get_mut(hub) {
                star.segment = segment;
            }
        });
    }

    /// The segment of joints of this colour, or of this hub in place of one.
    pub(super) fn segment(&self, colour: u32) -> usize {
        match colours::star(colour) {
            Some((hub, _)) => each_width!(self, row => row.stars.get(hub).map_or(0, |star| star.segment)),
            None => colours::segment(colour),
        }
    }

    /// Whether there are joints of any colour in these segments.
    pub(super) fn are_in(&self, segments: &Range<usize>) -> bool {
        each_width!(self, row => row.is_used(segments))
    }

    /// Whose joints there are, in the order of solving.
    pub(super) fn keys(&self) -> impl Iterator<Item = Key> {
        let count = each_width!(self, row => row.colours.len());
        let of_colour = |colour: usize| each_width!(self, row => &row.colours[colour].keys);
        let colours = (0..PALETTE).flat_map(move |colour| (colour..count).step_by(PALETTE));
        let uncoloured = each_width!(self, row => &row.uncoloured.keys);
        let rays: Vec<&Vec<Key>> = each_width!(self, row => row.stars.rays().map(|(_, rays)| &rays.keys).collect());
        uncoloured.iter().chain(rays.into_iter().flatten()).chain(colours.flat_map(of_colour)).copied()
    }

    /// Makes the setup of one joint anew.
    pub(super) fn set_up(&mut self, colour: u32, at: usize, joint: &J, masses: &[MassProperties<Scalar>]) {
        each_width!(self, row => row.set_up(colour, at, joint, masses));
    }

    pub(super) fn scale_impulses(&mut self, factor: Scalar) {
        each_width!(self, row => row.scale_impulses(factor));
    }

    pub(super) fn forget(&mut self) {
        each_width!(self, row => row.forget());
    }
}

/// Runs a pass over all blocks of the team: those that are solved in turn, stars, then colour after colour.
macro_rules! each_block {
    ($all:expr, $bodies:ident, ($stretch:ident, $manner:ident) => $pass:expr, $star:ident => $pass_of_star:expr) => {
        each_width!($all, row => {
            if !row.uncoloured.keys.is_empty() {
                let ($stretch, $manner) = (row.uncoloured(), InTurn);
                run($pass);
            }
            if J::HOLDS && !row.stars.are_none() {
                let segments = $bodies.team.segments.clone();
                row.stars.each_mut(|$star| {
                    if segments.contains(&$star.segment) {
                        run($pass_of_star);
                    }
                });
            }
            row.runs(&$bodies.team.clone(), |$stretch| {
                let $manner = SideBySide;
                run($pass);
            });
        })
    };
}

/// The passes' side.
impl<J: Constraint> Blocks<J> {
    /// Prepares the joints where the bodies are at the start of a step, and carries their impulses to its first substep.
    pub(super) fn begin(&mut self, bodies: &mut Motion, step: Step<Scalar>) {
        each_block!(
            self, bodies, (stretch, manner) => Relax { manner, stretch, bodies, step, solves: false, begins_step: true },
            star => star::Relax { star, bodies, step, solves: false, begins_step: true }
        );
    }

    pub(super) fn solve(&mut self, bodies: &mut Motion, pass: &Pass<Scalar>) {
        each_block!(
            self, bodies, (stretch, manner) => Solve { manner, blocks: stretch.blocks, bodies, pass },
            star => star::Solve { star, bodies, pass }
        );
    }

    /// As [`Relax`] has it.
    pub(super) fn relax(&mut self, bodies: &mut Motion, step: Step<Scalar>, is_last: bool) {
        each_block!(
            self, bodies, (stretch, manner) => Relax { manner, stretch, bodies, step, solves: true, begins_step: is_last },
            star => star::Relax { star, bodies, step, solves: true, begins_step: is_last }
        );
    }
}
