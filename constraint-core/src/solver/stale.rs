//! Which joints are not as a step has left them, ready for the next one, since they have changed, or their bodies have.

use core::ops::Range;

/// What has to be prepared anew of a world that is ready otherwise: the other segments and crews stay as they are, since no
/// two of them have a body in common.
#[derive(Debug, Default)]
pub(crate) struct Stale {
    segments: Vec<bool>,
    crews: Vec<bool>,
}

impl Stale {
    /// A joint or a body in this segment has changed; in any one, where joints hold all of them together.
    pub(crate) fn mark_segment(&mut self, segment: usize) {
        mark(&mut self.segments, segment);
    }

    /// A joint or a body in this crew has changed.
    pub(crate) fn mark_crew(&mut self, crew: u32) {
        mark(&mut self.crews, crew as usize);
    }

    /// Whether one of these segments has to be prepared.
    pub(crate) fn has_segment(&self, segments: &Range<usize>) -> bool {
        self.segments.iter().take(segments.end).skip(segments.start).any(|is_stale| *is_stale)
    }

    pub(crate) fn has_crew(&self, crew: u32) -> bool {
        self.crews.get(crew as usize).is_some_and(|is_stale| *is_stale)
    }

    /// Takes over what is marked elsewhere.
    pub(crate) fn join(&mut self, other: &mut Self) {
        for (own, others) in [(&mut self.segments, &mut other.segments), (&mut self.crews, &mut other.crews)] {
            own.resize(own.len().max(others.len()), false);
            own.iter_mut().zip(others.drain(..)).for_each(|(own, other)| *own |= other);
        }
    }

    /// All has been prepared.
    pub(crate) fn clear(&mut self) {
        self.segments.clear();
        self.crews.clear();
    }
}

fn mark(all: &mut Vec<bool>, number: usize) {
    all.resize(all.len().max(number + 1), false);
    all[number] = true;
}
