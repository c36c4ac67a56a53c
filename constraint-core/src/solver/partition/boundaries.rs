//! Partitions: ranges of bodies that a step takes one after another. What the substeps of one read again stays in the cache.
//!
//! A boundary is a place that no joint crosses. Islands are mostly added body after body, so ranges of places suffice. Partitions change
//! no bit of the motion: separate partitions share no body, and the order within an island is the same.

use core::ops::Range;

use crate::lanes::WIDEST;

/// How many joints are enough for a partition: with their bodies they fill a good part of a processor's second cache.
pub(crate) const MIN_JOINTS: usize = 1000;

/// More groups of partitions than this leave little of each other in a processor's third cache, or in their share of it: while one
/// takes its last relaxation, the joints of the next one are fetched. Fewer find them there, and gain nothing.
pub(crate) const MANY: usize = 24;

/// Partitions begin at multiples of this, since bodies are integrated several at once.
const GRAIN: usize = WIDEST;

/// Where partitions begin, the first one apart.
#[derive(Clone, Debug, Default)]
pub(crate) struct Boundaries {
    at: Vec<u32>,
}

impl Boundaries {
    /// The partition of the body in this place.
    pub(crate) fn partition(&self, body: u32) -> usize {
        self.at.partition_point(|at| *at <= body)
    }

    /// How many there are.
    pub(crate) const fn len(&self) -> usize {
        self.at.len()
    }

    /// The places of the bodies of these partitions, of so many places.
    pub(crate) fn bodies(&self, partitions: &Range<usize>, places: usize) -> Range<usize> {
        let begin = |partition: usize| {
            partition.checked_sub(1).map_or(0, |cut| self.at.get(cut).map_or(places, |at| *at as usize))
        };
        begin(partitions.start).min(places)..begin(partitions.end).min(places)
    }
}

/// The partitions that a step moves together, one group after another. Kept from step to step for the room alone.
#[derive(Clone, Debug, Default)]
pub(crate) struct PartitionGroups {
    pub(crate) all: Vec<Range<usize>>,
    /// By cut, whether no joint goes over it.
    is_open: Vec<bool>,
}

impl PartitionGroups {
    /// All partitions are one group.
    pub(crate) fn join_all(&mut self, boundaries: &Boundaries) {
        self.all.clear();
        self.all.extend(core::iter::once(0..boundaries.len() + 1));
    }

    /// Finds the partitions that have to be taken together, where joints hold these together.
    pub(crate) fn find(&mut self, boundaries: &Boundaries, cross_partition: impl Iterator<Item = Range<usize>>) {
        self.is_open.clear();
        self.is_open.resize(boundaries.len(), true);
        for crossing in cross_partition {
            self.is_open[crossing.start..crossing.end - 1].fill(false);
        }
        let mut start = 0;
        let group = |end| core::mem::replace(&mut start, end)..end;
        let ends = (1..).zip(&self.is_open).filter(|(_, is_open)| **is_open).map(|(end, _)| end);
        self.all.clear();
        self.all.extend(ends.chain([boundaries.len() + 1]).map(group));
    }
}

/// Which stretches of places joints hold together.
#[derive(Clone)]
pub(crate) struct JointSpans {
    /// By grain, how many more joints come over its beginning than over that of the one before.
    rise: Vec<i64>,
    /// By grain, how many joints begin there.
    joints: Vec<usize>,
}

impl JointSpans {
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
    pub(crate) fn boundaries(&self, enough: usize) -> Boundaries {
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
        Boundaries { at }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_are_where_no_joint_goes_on() {
        let mut spans = JointSpans::new(4000);
        // Islands of twenty bodies in a row, and one joint over the first of two boundaries.
        for first in (0..4000).filter(|body| body % 20 != 19) {
            spans.add(&(first..first + 2));
        }
        let boundaries = spans.boundaries(MIN_JOINTS);
        assert_eq!(boundaries.at, [1120, 2240, 3360]);
        spans.add(&(1000..1130));
        assert_eq!(spans.boundaries(MIN_JOINTS).at, [1200, 2320, 3440]);
        assert_eq!([0, 1119, 1120, 3999, 9999].map(|body| boundaries.partition(body)), [0, 0, 1, 3, 3]);
        assert_eq!(boundaries.bodies(&(0..1), 4000), 0..1120);
        assert_eq!(boundaries.bodies(&(1..4), 4000), 1120..4000);
        let groups = |boundaries: &Boundaries, cross_partition: &[Range<usize>]| {
            let mut groups = PartitionGroups::default();
            groups.find(boundaries, cross_partition.iter().cloned());
            groups.all
        };
        assert_eq!(groups(&boundaries, &[]), [0..1, 1..2, 2..3, 3..4]);
        assert_eq!(groups(&boundaries, &[0..2, 2..4, 0..2]), [0..2, 2..4]);
        assert!(groups(&Boundaries::default(), &[]).into_iter().eq(core::iter::once(0..1)));
    }
}
