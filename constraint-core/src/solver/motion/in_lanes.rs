//! The bodies as joints find them.

use super::Motion;
use super::records::{Moved, Moving, Split, Turned};
use crate::angle::Angle;

/// What joints read of the bodies that no crew has, by their places.
pub(crate) struct Seen<'a> {
    /// The centres at the start of the step, in high and low parts.
    pub(crate) splits: &'a [Split],
    pub(crate) angles: &'a [Angle],
    pub(crate) moved: &'a [Moved],
    pub(crate) turned: &'a [Turned],
}

impl Motion {
    pub(crate) fn seen(&self) -> Seen<'_> {
        let Self { splits, angles, moved, turned, .. } = self;
        Seen { splits, angles, moved, turned }
    }

    /// The same, the velocities, and what is [carried](Self::carried) of them.
    pub(crate) fn parts(&mut self) -> (Seen<'_>, &mut [Moving], &mut [Moving]) {
        let Self { splits, angles, moved, turned, velocities, carried, .. } = self;
        (Seen { splits, angles, moved, turned }, velocities, carried)
    }
}
