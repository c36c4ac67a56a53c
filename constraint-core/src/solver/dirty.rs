//! Which joints are not as a step has left them, ready for the next one, since they have changed, or their bodies have.

pub(crate) mod changes;
use core::ops::Range;

/// What has to be prepared anew of a world that is ready otherwise: the other partitions stay as they are, since no two of them
/// have a body in common.
#[derive(Debug, Default)]
pub(crate) struct DirtyPartitions {
    partitions: Vec<bool>,
}

impl DirtyPartitions {
    /// A joint or a body in this partition has changed; in any one, where joints hold all of them together.
    pub(crate) fn mark(&mut self, partition: usize) {
        self.partitions.resize(self.partitions.len().max(partition + 1), false);
        self.partitions[partition] = true;
    }

    /// Whether one of these partitions has to be prepared.
    pub(crate) fn has(&self, partitions: &Range<usize>) -> bool {
        self.partitions.iter().take(partitions.end).skip(partitions.start).any(|is_stale| *is_stale)
    }

    /// Takes over what is marked elsewhere.
    pub(crate) fn join(&mut self, other: &mut Self) {
        self.partitions.resize(self.partitions.len().max(other.partitions.len()), false);
        self.partitions.iter_mut().zip(other.partitions.drain(..)).for_each(|(own, other)| *own |= other);
    }

    /// All has been prepared.
    pub(crate) fn clear(&mut self) {
        self.partitions.clear();
    }
}
