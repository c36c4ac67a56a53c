//! The joints of one type in partitions of bodies that are moved one after another.

use core::ops::Range;

use crate::solver::SolverBodies;
use crate::solver::partition::boundaries::JointSpans;
use crate::solver::store::JointStore;
use crate::solver::store::active_joints::{ActiveJoints, JointLocation};

/// What cutting the bodies into partitions asks of the joints of one type.
impl JointStore {
    /// Tells which stretches of bodies the joints hold together.
    pub(crate) fn add_spans(&self, motion: &SolverBodies, spans: &mut JointSpans) {
        let joints = self.entries.iter().filter_map(|(key, _)| motion.span(self.entries.places(key.index)));
        joints.for_each(|span| spans.add(&span));
    }

    /// Puts each joint into the partition of its bodies, which have been cut again where `enough` joints were. If the type has so
    /// many that they fill them, into the widest lanes.
    pub(crate) fn cut(&mut self, motion: &SolverBodies, enough: usize) {
        let Self { active, entries, .. } = self;
        // Of fewer, most packs of a colour would have lanes without a joint.
        let are_many = 4 * (entries.len() - active.in_batches) >= enough;
        active.cross_partition.clear();
        let partition = |bodies: &[u32]| motion.partitions(bodies).start;
        active.blocks.set_partitions(active.layout, (motion.width, are_many), &partition, &mut |key, colour, at| {
            if let Some(entry) = entries.get_mut(key) {
                entry.place = Some(JointLocation::Lane { colour, at });
            }
        });
    }

    /// Which partitions joints hold together that have come since. `None` for all of them: joints without a colour stand in one
    /// order, whatever their partitions.
    pub(crate) fn cross_partition(&self) -> Option<impl Iterator<Item = Range<usize>>> {
        let ActiveJoints { dense, blocks, cross_partition, .. } = &self.active;
        (dense.is_empty() && !blocks.have_overflow()).then(|| cross_partition.values().cloned())
    }

    /// Whether there are joints in lanes of these partitions.
    pub(crate) fn are_in(&self, partitions: &Range<usize>) -> bool {
        self.active.blocks.are_in(partitions)
    }
}
