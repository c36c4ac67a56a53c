//! Which joints are not as a step has left them, ready for the next one, since they have changed, or their bodies have.

use core::ops::Range;

/// What has to be prepared anew of a world that is ready otherwise: the other segments stay as they are, since no two of them
/// have a body in common.
#[derive(Debug, Default)]
pub(crate) struct Stale {
    segments: Vec<bool>,
}

impl Stale {
    /// A joint or a body in this segment has changed; in any one, where joints hold all of them together.
    pub(crate) fn mark_segment(&mut self, segment: usize) {
        self.segments.resize(self.segments.len().max(segment + 1), false);
        self.segments[segment] = true;
    }

    /// Whether one of these segments has to be prepared.
    pub(crate) fn has_segment(&self, segments: &Range<usize>) -> bool {
        self.segments.iter().take(segments.end).skip(segments.start).any(|is_stale| *is_stale)
    }

    /// Takes over what is marked elsewhere.
    pub(crate) fn join(&mut self, other: &mut Self) {
        self.segments.resize(self.segments.len().max(other.segments.len()), false);
        self.segments.iter_mut().zip(other.segments.drain(..)).for_each(|(own, other)| *own |= other);
    }

    /// All has been prepared.
    pub(crate) fn clear(&mut self) {
        self.segments.clear();
    }
}
