//! The joints of one type that are in packs: those for which no colour was left, in turn, then colour after colour.

use core::ops::Range;

use super::colours::{self, PALETTE};
use super::member::{Kept, Member};
use super::passes::{self, Relaxation};
use super::row::Row;
use super::series::Series;
use crate::constraint::Pass;
use crate::lanes::{Simd128, Width};
#[cfg(target_arch = "x86_64")]
use crate::lanes::{Simd256, Simd512};
use crate::math::Scalar;
use crate::slots::Key;
use crate::solver::Motion;
use crate::solver::kernels::{JointTable, Layout};

/// Packs as wide as the processor's registers.
pub(super) enum Blocks {
    #[cfg(target_arch = "x86_64")]
    Simd512(Row<Simd512>),
    #[cfg(target_arch = "x86_64")]
    Simd256(Row<Simd256>),
    Simd128(Row<Simd128>),
    /// Of one joint each.
    One(Row<Simd128>),
}

/// Calls the same method whatever the width.
macro_rules! each_width {
    ($blocks:expr, $row:ident => $call:expr) => {
        match $blocks {
            #[cfg(target_arch = "x86_64")]
            Blocks::Simd512($row) => $call,
            #[cfg(target_arch = "x86_64")]
            Blocks::Simd256($row) => $call,
            Blocks::Simd128($row) | Blocks::One($row) => $call,
        }
    };
}

/// The owner's side.
impl Blocks {
    /// Of a few joints: sixteen lanes would mostly have none.
    pub(super) const fn new(layout: Layout, width: Width) -> Self {
        match width {
            #[cfg(target_arch = "x86_64")]
            Width::Simd512 | Width::Simd256 => Self::Simd256(Row::new(layout, true)),
            Width::Simd128 => Self::Simd128(Row::new(layout, true)),
            Width::One => Self::One(Row::new(layout, false)),
        }
    }

    const fn of_many(layout: Layout, width: Width) -> Self {
        match width {
            #[cfg(target_arch = "x86_64")]
            Width::Simd512 => Self::Simd512(Row::new(layout, true)),
            _ => Self::new(layout, width),
        }
    }

    const fn are(&self, width: Width) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Simd512(_) => matches!(width, Width::Simd512),
            #[cfg(target_arch = "x86_64")]
            Self::Simd256(_) => matches!(width, Width::Simd512 | Width::Simd256),
            Self::Simd128(_) => matches!(width, Width::Simd128),
            Self::One(_) => matches!(width, Width::One),
        }
    }

    /// Gives each joint another segment: what `segment` says of its bodies. Tells `moved` who is where. Only this makes packs of
    /// the greatest width, if there are `many` joints.
    pub(super) fn set_segments(
        &mut self,
        layout: Layout,
        (width, are_many): (Width, bool),
        segment: &dyn Fn(&[u32]) -> usize,
        moved: &mut dyn FnMut(Key, u32, usize),
    ) {
        let new = if are_many { Self::of_many(layout, width) } else { Self::new(layout, width) };
        let old = core::mem::replace(self, new);
        let mut take = |colour, key, member: &Member| {
            let colour = colours::in_segment(segment(&member.bodies), colour);
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

    /// Makes packs of another width. No joint changes its place.
    pub(super) fn set_width(&mut self, layout: Layout, width: Width) {
        if !self.are(width) {
            let old = core::mem::replace(self, Self::new(layout, width));
            let mut take = |colour, key, member: &Member| {
                self.insert(colour, key, member);
                if let Some((hub, _)) = colours::star(colour) {
                    self.set_segment(hub, old.segment(colour));
                }
            };
            each_width!(&old, row => row.each(&mut take));
        }
    }

    /// Adds a joint of this colour. Returns its place among those of its colour.
    pub(super) fn insert(&mut self, colour: u32, key: Key, member: &Member) -> usize {
        each_width!(self, row => row.insert(colour, key, member))
    }

    /// Removes a joint. Another one of its colour may take its place: returns which.
    pub(super) fn remove(&mut self, colour: u32, at: usize) -> Option<Key> {
        each_width!(self, row => row.remove(colour, at))
    }

    /// What the joint in this place keeps from step to step.
    pub(super) fn kept(&self, colour: u32, at: usize) -> Option<Kept> {
        each_width!(self, row => row.kept(colour, at))
    }

    /// The joint in this place.
    pub(super) fn member(&self, colour: u32, at: usize) -> Option<Member> {
        each_width!(self, row => row.member(colour, at))
    }

    pub(super) fn impulses(&self, colour: u32, at: usize) -> Option<Vec<Scalar>> {
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
        let spokes: Vec<&Vec<Key>> =
            each_width!(self, row => row.stars.spokes().map(|(_, spokes)| &spokes.keys).collect());
        uncoloured.iter().chain(spokes.into_iter().flatten()).chain(colours.flat_map(of_colour)).copied()
    }

    /// Gives one joint another setup.
    pub(super) fn set_setup(&mut self, colour: u32, at: usize, setup: &[Scalar]) {
        each_width!(self, row => row.set_setup(colour, at, setup));
    }

    pub(super) fn scale_impulses(&mut self, factor: Scalar) {
        each_width!(self, row => row.all_mut().for_each(|series| series.scale_impulses(factor)));
    }

    pub(super) fn forget(&mut self) {
        each_width!(self, row => row.all_mut().for_each(Series::forget));
    }
}

/// The passes' side.
impl Blocks {
    /// One iteration over all packs of the team: the joints without a colour, hubs, then colour after colour.
    pub(super) fn solve(&mut self, kernels: &JointTable, bodies: &mut Motion, pass: &Pass<Scalar>) {
        each_width!(self, row => passes::solve(row, kernels, bodies, pass));
    }

    /// As [`passes::relax`], in the same order.
    pub(super) fn relax(&mut self, kernels: &JointTable, bodies: &mut Motion, relaxation: Relaxation) {
        each_width!(self, row => passes::relax(row, kernels, bodies, relaxation));
    }
}
