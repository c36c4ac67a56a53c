//! The joints of one type in segments of bodies that are moved one after another.

use core::ops::Range;

use super::TypedStore;
use super::solved::{Place, Solved};
use crate::constraint::Constraint;
use crate::solver::Motion;
use crate::solver::segments::Spans;

/// What cutting the bodies into segments asks of the joints of one type.
pub(crate) trait Segmented {
    /// Tells which stretches of bodies the joints hold together.
    fn add_spans(&self, motion: &Motion, spans: &mut Spans);
    /// Puts each joint into the segment of its bodies, which have been cut anew where `enough` joints were. If the type has so
    /// many that they fill them, into the widest lanes.
    fn cut(&mut self, motion: &Motion, enough: usize);
    /// Which segments joints hold together that have come since. `None` for all of them: joints without a colour stand in one
    /// order, whatever their segments.
    fn bridges(&self) -> Option<Box<dyn Iterator<Item = Range<usize>> + '_>>;
    /// Whether there are joints in lanes of these segments.
    fn are_in(&self, segments: &Range<usize>) -> bool;
}

impl<J: Constraint> Segmented for TypedStore<J> {
    fn add_spans(&self, motion: &Motion, spans: &mut Spans) {
        let joints = self.entries.iter().filter_map(|(_, entry)| motion.span(entry.places().as_ref()));
        joints.for_each(|span| spans.add(&span));
    }

    fn cut(&mut self, motion: &Motion, enough: usize) {
        let Self { solved, entries, .. } = self;
        // Of fewer, most blocks of a colour would have lanes without a joint.
        let are_many = 4 * (entries.len() - solved.in_crews) >= enough;
        solved.bridges.clear();
        let segment = |bodies: &[u32]| motion.segments(bodies).start;
        solved.blocks.set_segments((motion.width, are_many), segment, |key, colour, at| {
            if let Some(entry) = entries.get_mut(key) {
                entry.place = Some(Place::Lane { colour, at });
            }
        });
    }

    fn bridges(&self) -> Option<Box<dyn Iterator<Item = Range<usize>> + '_>> {
        let Solved { alone, merged, blocks, bridges, .. } = &self.solved;
        (alone.is_empty() && merged.is_empty() && !blocks.have_uncoloured())
            .then(|| Box::new(bridges.values().cloned()) as _)
    }

    fn are_in(&self, segments: &Range<usize>) -> bool {
        self.solved.blocks.are_in(segments)
    }
}
