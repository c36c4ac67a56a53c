//! Packs of one width: the joints that are solved one after another, the spokes of hubs, then colour after colour.

use std::collections::BTreeMap;

use core::ops::Range;

use super::colours::{self, PALETTE, UNCOLOURED};
use super::member::{Kept, Member};
use super::options::OptionPacks;
use super::series::Series;
use super::star::Stars;
use crate::joint::JointOptions;
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
    pub(super) uncoloured: OptionPacks<L>,
    /// The joints of one body that are solved at once.
    pub(super) stars: Stars<L>,
    /// The colours of one segment after those of another.
    pub(super) colours: Vec<Series<L>>,
    /// By colour, the joints that have options, where there are any.
    options: BTreeMap<u32, OptionPacks<L>>,
    /// By segment, a bit for each colour that has joints.
    used: Vec<u64>,
}

/// Packs of one colour in a segment.
pub(super) struct Stretch<'a, L: Gather> {
    pub(super) series: &'a mut Series<L>,
    /// Those of this colour in a segment of the team that comes next, if they should be [fetched](Team::next).
    pub(super) next: Option<&'a Series<L>>,
    /// Those that have options.
    pub(super) options: Option<&'a mut OptionPacks<L>>,
}

impl<L: Gather> Row<L> {
    /// Of joints that are solved side by side, or one by one all of them.
    pub(super) const fn new(layout: Layout, is_side_by_side: bool) -> Self {
        Self {
            layout,
            capacity: if is_side_by_side { L::COUNT } else { 1 },
            uncoloured: OptionPacks::new(Series::one_by_one(layout)),
            stars: Stars::new(),
            colours: Vec::new(),
            options: BTreeMap::new(),
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
        } else if let Some(packs) = self.with_options(colour) {
            Some(&packs.series)
        } else {
            self.colours.get(colour as usize)
        }
    }

    /// The packs of a colour, or of none, in which joints have options.
    fn with_options(&self, colour: u32) -> Option<&OptionPacks<L>> {
        match colour {
            UNCOLOURED => Some(&self.uncoloured),
            _ if colours::has_options(colour) => self.options.get(&colours::without_options(colour)),
            _ => None,
        }
    }

    fn with_options_mut(&mut self, colour: u32) -> Option<&mut OptionPacks<L>> {
        match colour {
            UNCOLOURED => Some(&mut self.uncoloured),
            _ if colours::has_options(colour) => self.options.get_mut(&colours::without_options(colour)),
            _ => None,
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
        let (has_options, colour) = (colours::has_options(colour), colours::without_options(colour));
        let at = colour as usize;
        while self.colours.len() <= at {
            self.colours.push(self.series());
        }
        let segment = at / PALETTE;
        self.used.resize(self.used.len().max(segment + 1), 0);
        self.used[segment] |= 1 << (at % PALETTE);
        if has_options {
            let empty = self.colours[at].emptied();
            self.options.entry(colour).or_insert_with(|| OptionPacks::new(empty)).insert(key, member)
        } else {
            self.colours[at].insert(key, member)
        }
    }

    pub(super) fn remove(&mut self, colour: u32, at: usize) -> Option<Key> {
        if let Some((hub, side)) = colours::star(colour) {
            return self.stars.remove(hub, side, at);
        }
        let packs = self.with_options_mut(colour).map(|packs| packs.remove(at));
        if colour == UNCOLOURED {
            return packs?;
        }
        let colour = colours::without_options(colour);
        let own = colour as usize;
        let moved = packs.unwrap_or_else(|| self.colours[own].remove(at));
        if self.options.get(&colour).is_some_and(|packs| packs.series.keys.is_empty()) {
            self.options.remove(&colour);
        }
        if self.colours[own].keys.is_empty() && !self.options.contains_key(&colour) {
            self.used[own / PALETTE] &= !(1 << (own % PALETTE));
        }
        moved
    }

    /// What a joint keeps from step to step.
    pub(super) fn kept(&self, colour: u32, at: usize) -> Option<Kept> {
        self.of_colour(colour)?.kept(at)
    }

    pub(super) fn member(&self, colour: u32, at: usize) -> Option<Member> {
        let series = self.of_colour(colour).filter(|series| at < series.keys.len())?;
        Some(self.with_options(colour).map_or_else(|| series.member(at), |packs| packs.member(at)))
    }

    pub(super) fn impulses(&self, colour: u32, at: usize) -> Option<Vec<Scalar>> {
        self.of_colour(colour)?.impulses(at)
    }

    pub(super) fn set_up(&mut self, colour: u32, at: usize, setup: &[Scalar], options: &JointOptions) {
        if let Some((hub, side)) = colours::star(colour) {
            self.stars.get_mut(hub).into_iter().for_each(|star| star.sides[side].set_setup(at, setup));
        } else if let Some(packs) = self.with_options_mut(colour) {
            packs.set_up(at, setup, options);
        } else if let Some(series) = self.colours.get_mut(colour as usize) {
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
                    let options = u32::try_from(at).ok().and_then(|at| self.options.get_mut(&at));
                    run(Stretch { series: &mut own[at], next, options });
                }
            }
        }
    }

    /// See [`Series::line_up`].
    pub(super) fn line_up(&mut self, moved: &mut dyn FnMut(Key, u32, usize)) {
        for (colour, series) in (0..).zip(&mut self.colours) {
            series.line_up(&mut |key, at| moved(key, colour, at));
        }
        for (&colour, packs) in &mut self.options {
            packs.line_up(&mut |key, at| moved(key, colours::with_options(colour, true), at));
        }
    }

    /// All packs in which joints have options, in no order.
    pub(super) fn options_mut(&mut self) -> impl Iterator<Item = &mut OptionPacks<L>> {
        self.options.values_mut().chain([&mut self.uncoloured])
    }

    pub(super) fn scale_impulses(&mut self, factor: Scalar) {
        self.plain_mut().for_each(|series| series.scale_impulses(factor));
        self.options_mut().for_each(|packs| packs.series.scale_impulses(factor));
    }

    pub(super) fn forget(&mut self) {
        self.plain_mut().for_each(Series::forget);
        self.options_mut().for_each(OptionPacks::forget);
    }

    /// All series in which no joint has options, in no order.
    fn plain_mut(&mut self) -> impl Iterator<Item = &mut Series<L>> {
        self.colours.iter_mut().chain(self.stars.sides_mut())
    }

    /// Whose joints there are, in the order of solving.
    pub(super) fn keys(&self) -> impl Iterator<Item = Key> {
        let spokes = self.stars.spokes().map(|(_, spokes)| spokes);
        let colours = (0..PALETTE).flat_map(|colour| (colour..self.colours.len()).step_by(PALETTE));
        let coloured = colours.flat_map(|colour| {
            let options = u32::try_from(colour).ok().and_then(|colour| self.options.get(&colour));
            [Some(&self.colours[colour]), options.map(|packs| &packs.series)].into_iter().flatten()
        });
        let series = core::iter::once(&self.uncoloured.series).chain(spokes).chain(coloured);
        series.flat_map(|series| &series.keys).copied()
    }

    /// Calls `member` with each joint's colour and name, and the joint.
    pub(super) fn each(&self, member: &mut dyn FnMut(u32, Key, &Member)) {
        for (colour, series) in (0..).zip(&self.colours).chain(self.stars.spokes()) {
            series.each(&mut |key, joint| member(colour, key, joint));
        }
        let options = self.options.iter().map(|(&colour, packs)| (colours::with_options(colour, true), packs));
        for (colour, packs) in options.chain([(UNCOLOURED, &self.uncoloured)]) {
            packs.each(&mut |key, joint| member(colour, key, joint));
        }
    }
}
