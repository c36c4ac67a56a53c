//! The joints of one type in segments of bodies that are moved one after another.

use core::ops::Range;

use super::JointStore;
use super::solved::{Place, Solved};
use crate::solver::Motion;
use crate::solver::segments::Spans;

/// What cutting the bodies into segments asks of the joints of one type.
impl JointStore {
    /// Tells which stretches of bodies the joints hold together.
    pub(crate) fn add_spans(&self, motion: &Motion, spans: &mut Spans) {
        let joints = self.entries.iter().filter_map(|(key, _)| motion.span(self.entries.places(key.index)));
        joints.for_each(|span| spans.add(&span));
    }

    /// Puts each joint into the segment of its bodies, which have been cut anew where `enough` joints were. If the type has so
    /// many that they fill them, into the widest lanes.
    pub(crate) fn cut(&mut self, motion: &Motion, enough: usize) {
        let Self { solved, entries, .. } = self;
        // Of fewer, most packs of a colour would have lanes without a joint.
        let are_many = 4 * (entries.len() - solved.in_crews) >= enough;
        solved.bridges.clear();
        let segment = |bodies: &[u32]| motion.segments(bodies).start;
        solved.blocks.set_segments(solved.layout, (motion.width, are_many), &segment, &mut |key, colour, at| {
            if let Some(entry) = entries.get_mut(key) {
                entry.place = Some(Place::Lane { colour, at });
            }
        });
    }

    /// Which segments joints hold together that have come since. `None` for all of them: joints without a colour stand in one
    /// order, whatever their segments.
    pub(crate) fn bridges(&self) -> Option<impl Iterator<Item = Range<usize>>> {
        let Solved { merged, blocks, bridges, .. } = &self.solved;
        (merged.is_empty() && !blocks.have_uncoloured()).then(|| bridges.values().cloned())
    }

    /// Whether there are joints in lanes of these segments.
    pub(crate) fn are_in(&self, segments: &Range<usize>) -> bool {
        self.solved.blocks.are_in(segments)
    }
}
