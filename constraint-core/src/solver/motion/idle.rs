//! What crews leave of the segments.

use core::ops::Range;

use super::Motion;
use super::records::{Moved, Moving, Split, Turned};
use crate::math::{Scalar, Vec2};
use crate::solver::bodies::MovedBodies;
use crate::solver::crews::Lineup;
use crate::solver::segments::Cuts;

/// Which segments have no body that moves, but for those that crews have. None before that is known.
#[derive(Debug, Default)]
pub(crate) struct Idle(Vec<bool>);

impl Idle {
    pub(crate) fn are(&self, segments: &Range<usize>) -> bool {
        segments.clone().all(|segment| self.is(segment))
    }

    fn is(&self, segment: usize) -> bool {
        self.0.get(segment).is_some_and(|is_idle| *is_idle)
    }

    /// The places of the bodies of the other segments, of so many places.
    pub(crate) fn busy(&self, cuts: &Cuts, places: usize) -> impl Iterator<Item = Range<usize>> {
        let segments = (0..=cuts.len()).filter(|&segment| !self.is(segment));
        segments.map(move |segment| cuts.bodies(&(segment..segment + 1), places))
    }
}

impl Motion {
    /// Finds out which segments are idle.
    pub(crate) fn find_idle(&mut self) {
        let mut idle = core::mem::take(&mut self.idle.0);
        let places = self.velocities.len();
        let is_idle = |segment: usize| {
            let mut bodies = self.cuts.bodies(&(segment..segment + 1), places);
            !bodies.any(|place| self.travels[place] && !self.crews.have(place))
        };
        idle.clear();
        idle.extend((0..=self.cuts.len()).map(is_idle));
        self.idle.0 = idle;
    }

    /// Gives a crew of these islands their bodies. Returns its number.
    pub(crate) fn man(
        &mut self,
        lineup: &Lineup<'_>,
        bodies: &dyn MovedBodies,
        gravity: Vec2,
        h: Scalar,
    ) -> Option<u32> {
        let number = self.crews.add(self.width, lineup)?;
        lineup.movers().for_each(|place| self.let_go(place as usize));
        self.crews.get_mut(number)?.load(bodies, gravity, h);
        Some(number)
    }

    /// Leaves a body to a crew: its records are at rest.
    pub(super) fn let_go(&mut self, place: usize) {
        self.centres[place] = [0.0; 2];
        self.splits[place] = Split::default();
        self.moved[place] = Moved::NOTHING;
        self.turned[place] = Turned::NOTHING;
        self.velocities[place] = Moving::default();
        self.carried[place] = Moving::default();
    }
}
