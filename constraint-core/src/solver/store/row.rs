//! Packs of one width: the joints that are solved one after another, the spokes of hubs, then colour after colour.

use core::ops::Range;

use super::colours::{self, PALETTE, UNCOLOURED};
use super::member::{Kept, Member};
use super::series::Series;
use super::star::Stars;
use crate::lanes::Gather;
use crate::math::Scalar;
use crate::slots::Key;
use crate::solver::kernels::Layout;
use crate::solver::motion::Team;

/// Packs by segment and colour.
pub(super) struct Row<L: Gather> {
    layout: Layout,
    capacity: usize,
    /// The joints for which no colour was left, in all segments.
    pub(super) uncoloured: Series<L>,
    /// The joints of one body that are solved at once.
    pub(super) stars: Stars<L>,
    /// The colours of one segment after those of another.
    pub(super) colours: Vec<Series<L>>,
    /// By segment, a bit for each colour that has joints.
    used: Vec<u64>,
}

/// Packs of one colour in a segment.
pub(super) struct Stretch<'a, L: Gather> {
    pub(super) series: &'a mut Series<L>,
    /// Those of this colour in a segment of the team that comes next, if they should be [fetched](Team::next).
    pub(super) next: Option<&'a Series<L>>,
}

impl<L: Gather> Row<L> {
    /// Of joints that are solved side by side, or one by one all of them.
    pub(super) const fn new(layout: Layout, is_side_by_side: bool) -> Self {
        Self {
            layout,
            capacity: if is_side_by_side { L::COUNT } else { 1 },
            uncoloured: Series::one_by_one(layout),
            stars: Stars::new(),
            colours: Vec::new(),
            used: Vec::new(),
        }
    }

    fn series(&self) -> Series<L> {
        if self.capacity == 1 { Series::one_by_one(self.layout) } else { Series::side_by_side(self.layout) }
    }

    /// The joints of a colour, or of what stands in place of one.
    pub(super) fn of_colour(&self, colour: u32) -> Option<&Series<L>> {
        if let Some((hub, side)) = colours::star(colour) {
            Some(&self.stars.get(hub)?.sides[side])
        } else if colour == UNCOLOURED {
            Some(&self.uncoloured)
        } else {
            self.colours.get(colour as usize)
        }
    }

    fn of_colour_mut(&mut self, colour: u32) -> Option<&mut Series<L>> {
        if let Some((hub, side)) = colours::star(colour) {
            Some(&mut self.stars.get_mut(hub)?.sides[side])
        } else if colour == UNCOLOURED {
            Some(&mut self.uncoloured)
        } else {
            self.colours.get_mut(colour as usize)
        }
    }

    pub(super) fn insert(&mut self, colour: u32, key: Key, member: &Member) -> usize {
        if let Some((hub, side)) = colours::star(colour) {
            let empty = || self.series();
            return self.stars.insert(hub, side, key, member, [empty(), empty()]);
        }
        if colour == UNCOLOURED {
            return self.uncoloured.insert(key, member);
        }
        let colour = colour as usize;
        while self.colours.len() <= colour {
            self.colours.push(self.series());
        }
        let segment = colour / PALETTE;
        self.used.resize(self.used.len().max(segment + 1), 0);
        self.used[segment] |= 1 << (colour % PALETTE);
        self.colours[colour].insert(key, member)
    }

    pub(super) fn remove(&mut self, colour: u32, at: usize) -> Option<Key> {
        if let Some((hub, side)) = colours::star(colour) {
            return self.stars.remove(hub, side, at);
        }
        if colour == UNCOLOURED {
            return self.uncoloured.remove(at);
        }
        let colour = colour as usize;
        let moved = self.colours[colour].remove(at);
        if self.colours[colour].keys.is_empty() {
            self.used[colour / PALETTE] &= !(1 << (colour % PALETTE));
        }
        moved
    }

    /// What a joint keeps from step to step.
    pub(super) fn kept(&self, colour: u32, at: usize) -> Option<Kept> {
        self.of_colour(colour)?.kept(at)
    }

    pub(super) fn member(&self, colour: u32, at: usize) -> Option<Member> {
        self.of_colour(colour).filter(|series| at < series.keys.len()).map(|series| series.member(at))
    }

    pub(super) fn impulses(&self, colour: u32, at: usize) -> Option<Vec<Scalar>> {
        self.of_colour(colour)?.impulses(at)
    }

    pub(super) fn set_setup(&mut self, colour: u32, at: usize, setup: &[Scalar]) {
        if let Some(series) = self.of_colour_mut(colour) {
            series.set_setup(at, setup);
        }
    }

    pub(super) fn is_used(&self, segments: &Range<usize>) -> bool {
        segments.clone().any(|segment| self.used.get(segment).is_some_and(|used| *used != 0))
            || self.stars.iter().any(|star| segments.contains(&star.segment))
    }

    /// Calls `run` with the packs of the team, colour after colour.
    pub(super) fn runs(&mut self, team: &Team, mut run: impl FnMut(Stretch<'_, L>)) {
        let end = team.segments.end.min(self.used.len());
        let segments = team.segments.start.min(end)..end;
        let mut used = self.used[segments.clone()].iter().fold(0, |all, used| all | used);
        while used != 0 {
            let colour = used.trailing_zeros() as usize;
            used &= used - 1;
            for (nth, segment) in segments.clone().enumerate() {
                let at = segment * PALETTE + colour;
                if at < self.colours.len() {
                    let (own, later) = self.colours.split_at_mut(at + 1);
                    let next = team.next.clone().nth(nth).map(|next| next * PALETTE + colour - own.len());
                    let next = next.and_then(|next| later.get(next));
                    run(Stretch { series: &mut own[at], next });
                }
            }
        }
    }

    /// All series, in no order.
    pub(super) fn all_mut(&mut self) -> impl Iterator<Item = &mut Series<L>> {
        let Self { uncoloured, stars, colours, .. } = self;
        colours.iter_mut().chain([uncoloured]).chain(stars.sides_mut())
    }

    /// Calls `member` with each joint's colour and name, and the joint.
    pub(super) fn each(&self, member: &mut dyn FnMut(u32, Key, &Member)) {
        let coloured = (0..).zip(&self.colours);
        for (colour, series) in coloured.chain([(UNCOLOURED, &self.uncoloured)]).chain(self.stars.spokes()) {
            series.each(&mut |key, joint| member(colour, key, joint));
        }
    }
}
