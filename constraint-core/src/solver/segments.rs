//! Bodies in segments that a step takes one after another, so that what its substeps read again stays in the cache.
//!
//! A segment ends where no joint goes on. It is a range of places: islands are mostly added body after body. Motion does not
//! depend on segments, since no two of them that are taken apart have a body in common, and the order within an island is
//! the same.

use core::ops::Range;

use crate::lanes::WIDEST;

/// How many joints are enough for a segment: with their bodies they fill a good part of a processor's second cache.
pub(crate) const ENOUGH: usize = 1000;

/// More teams of segments than this leave little of each other in a processor's third cache, or in their share of it: while one
/// takes its last relaxation, the joints of the next one are fetched. Fewer find them there, and gain nothing.
pub(crate) const MANY: usize = 24;

/// Segments begin at multiples of this, so that bodies are integrated several at once.
const GRAIN: usize = WIDEST;

/// Where segments begin, the first one apart.
#[derive(Debug, Default)]
pub(crate) struct Cuts {
    at: Vec<u32>,
}

impl Cuts {
    /// The segment of the body in this place.
    pub(crate) fn segment(&self, body: u32) -> usize {
        self.at.partition_point(|at| *at <= body)
    }

    /// How many there are.
    pub(crate) const fn len(&self) -> usize {
        self.at.len()
    }

    /// The places of the bodies of these segments, of so many places.
    pub(crate) fn bodies(&self, segments: &Range<usize>, places: usize) -> Range<usize> {
        let begin =
            |segment: usize| segment.checked_sub(1).map_or(0, |cut| self.at.get(cut).map_or(places, |at| *at as usize));
        begin(segments.start).min(places)..begin(segments.end).min(places)
    }
}

/// The segments that a step moves together, one team after another. Kept from step to step for the room alone.
#[derive(Debug, Default)]
pub(crate) struct Teams {
    pub(crate) all: Vec<Range<usize>>,
    /// By cut, whether no joint goes over it.
    is_open: Vec<bool>,
}

impl Teams {
    /// All segments are one team.
    pub(crate) fn join_all(&mut self, cuts: &Cuts) {
        self.all.clear();
        self.all.extend(core::iter::once(0..cuts.len() + 1));
    }

    /// Finds the segments that have to be taken together, where joints hold these together.
    pub(crate) fn find(&mut self, cuts: &Cuts, bridges: impl Iterator<Item = Range<usize>>) {
        self.is_open.clear();
        self.is_open.resize(cuts.len(), true);
        for bridge in bridges {
            self.is_open[bridge.start..bridge.end - 1].fill(false);
        }
        let mut start = 0;
        let team = |end| core::mem::replace(&mut start, end)..end;
        let ends = (1..).zip(&self.is_open).filter(|(_, is_open)| **is_open).map(|(end, _)| end);
        self.all.clear();
        self.all.extend(ends.chain([cuts.len() + 1]).map(team));
    }
}

/// Which stretches of places joints hold together.
pub(crate) struct Spans {
    /// By grain, how many more joints come over its beginning than over that of the one before.
    rise: Vec<i64>,
    /// By grain, how many joints begin there.
    joints: Vec<usize>,
}

impl Spans {
    pub(crate) fn new(places: usize) -> Self {
        let grains = places.div_ceil(GRAIN) + 2;
        Self { rise: vec![0; grains], joints: vec![0; grains] }
    }

    /// A joint holds these bodies, none of which is fixed.
    pub(crate) fn add(&mut self, bodies: &Range<u32>) {
        let [first, last] = [bodies.start, bodies.end - 1].map(|body| body as usize / GRAIN);
        self.rise[first + 1] += 1;
        self.rise[last + 1] -= 1;
        self.joints[first] += 1;
    }

    /// Cuts over which no joint goes, each as soon as there are `enough` joints.
    pub(crate) fn cuts(&self, enough: usize) -> Cuts {
        let (mut over, mut joints) = (0, 0);
        let mut at = Vec::new();
        for (grain, place) in (1..self.rise.len()).zip((GRAIN..).step_by(GRAIN)) {
            over += self.rise[grain];
            joints += self.joints[grain - 1];
            if over == 0 && joints >= enough {
                joints = 0;
                at.extend(u32::try_from(place));
            }
        }
        Cuts { at }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_are_where_no_joint_goes_on() {
        let mut spans = Spans::new(4000);
        // Islands of twenty bodies in a row, and one joint over the first of two cuts.
        for first in (0..4000).filter(|body| body % 20 != 19) {
            spans.add(&(first..first + 2));
        }
        let cuts = spans.cuts(ENOUGH);
        assert_eq!(cuts.at, [1120, 2240, 3360]);
        spans.add(&(1000..1130));
        assert_eq!(spans.cuts(ENOUGH).at, [1200, 2320, 3440]);
        assert_eq!([0, 1119, 1120, 3999, 9999].map(|body| cuts.segment(body)), [0, 0, 1, 3, 3]);
        assert_eq!(cuts.bodies(&(0..1), 4000), 0..1120);
        assert_eq!(cuts.bodies(&(1..4), 4000), 1120..4000);
        let teams = |cuts: &Cuts, bridges: &[Range<usize>]| {
            let mut teams = Teams::default();
            teams.find(cuts, bridges.iter().cloned());
            teams.all
        };
        assert_eq!(teams(&cuts, &[]), [0..1, 1..2, 2..3, 3..4]);
        assert_eq!(teams(&cuts, &[0..2, 2..4, 0..2]), [0..2, 2..4]);
        assert!(teams(&Cuts::default(), &[]).into_iter().eq(core::iter::once(0..1)));
    }
}
