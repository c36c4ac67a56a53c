//! The joints that take part in a step, along the path that each needs.

use std::collections::BTreeMap;

use core::ops::Range;

use super::Entry;
use super::active::{Active, Memory};
use super::alone::Alone;
use super::block::Member;
use super::blocks::Blocks;
use super::colours::{self, Colours, UNCOLOURED};
use super::crewed::{Crewed, Rung};
use super::extra::Extra;
use super::merged::{self, Merged};
use crate::constraint::{Array, Constraint};
use crate::lanes::Width;
use crate::math::Scalar;
use crate::slots::Key;
use crate::solver::Motion;
use crate::solver::crews::Post;
use crate::solver::stale::Stale;

/// Joints in the order of solving: first those that have options, one by one, then those that generated code cannot solve, then
/// those in lanes.
///
/// A joint that goes is followed by the last one of its kind, so that nothing is ever full of holes. Motion depends on the
/// colours and on the order of those that have none, which a saved world has; not on lanes.
pub(super) struct Solved<J: Constraint> {
    pub(super) alone: Vec<Alone<J>>,
    pub(super) merged: Vec<Merged<J>>,
    pub(super) blocks: Blocks<J>,
    /// The joints in lanes whose bodies are in crews.
    pub(super) crewed: Crewed<J>,
    /// How many these are.
    pub(super) in_crews: usize,
    /// The islands that cannot stay in their crews.
    pub(super) leavers: Vec<Post>,
    /// How many joints have come into lanes since somebody last looked for twins.
    pub(super) fresh: usize,
    pub(super) colours: Colours,
    /// The joints in lanes that hold several segments together, and which.
    pub(super) bridges: BTreeMap<Key, Range<usize>>,
}

/// Where one of them is. In a lane it may be [`UNCOLOURED`].
#[derive(Clone, Copy)]
pub(super) enum Place {
    Lane { colour: u32, at: usize },
    Crew(Rung),
    Alone(usize),
    Merged(usize),
}

/// Joints come and go.
impl<J: Constraint> Solved<J> {
    pub(super) fn new() -> Self {
        Self {
            alone: Vec::new(),
            merged: Vec::new(),
            blocks: Blocks::new(Width::One),
            crewed: Crewed::new(Width::One),
            in_crews: 0,
            leavers: Vec::new(),
            fresh: 0,
            colours: Colours::default(),
            bridges: BTreeMap::new(),
        }
    }

    /// Makes blocks of another width. No joint changes its place: crews of the old width have none any more.
    pub(super) fn set_width(&mut self, width: Width) {
        if self.in_crews == 0 {
            self.crewed = Crewed::new(width);
        }
        self.blocks.set_width(width);
    }

    /// Adds a joint, which goes on with what it has `kept`, as this `ray` if it is one. Returns its place.
    pub(super) fn insert(
        &mut self,
        key: Key,
        entry: &Entry<J>,
        motion: &Motion,
        kept: Memory<J>,
        ray: Option<u32>,
    ) -> Place {
        let (bodies, options) = (entry.places(), &entry.options);
        self.leavers.extend(bodies.as_ref().iter().filter_map(|&body| motion.crews.post(body as usize)));
        if needs_merging::<J>(bodies.as_ref(), motion) {
            self.insert_merged(key, entry, motion, &kept)
        } else if !options.is_ordinary() {
            self.insert_alone(key, entry, motion, &kept)
        } else {
            let colour = ray.or_else(|| self.colours.take(bodies.as_ref(), &motion.masses));
            self.insert_in_lane(colour.unwrap_or(UNCOLOURED), key, entry, motion, kept)
        }
    }

    pub(super) fn insert_in_lane(
        &mut self,
        colour: u32,
        key: Key,
        entry: &Entry<J>,
        motion: &Motion,
        kept: Memory<J>,
    ) -> Place {
        let (joint, bodies, masses) = (&entry.joint, entry.places(), &motion.masses);
        let member = match colours::star(colour) {
            Some((_, side)) => Member::ray(joint, bodies, masses, kept, side),
            None => Member::new(joint, bodies, masses, kept),
        };
        self.put_in_lane(colour, key, &member, motion)
    }

    /// Puts a joint that has this colour into a lane.
    pub(super) fn put_in_lane(&mut self, colour: u32, key: Key, member: &Member<J>, motion: &Motion) -> Place {
        self.fresh += 1;
        let segments = motion.segments(member.bodies.as_ref());
        let colour = colours::in_segment(segments.start, colour);
        if segments.len() > 1 {
            self.bridges.insert(key, segments);
        }
        let at = self.blocks.insert(colour, key, member);
        if let Some((hub, _)) = colours::star(colour) {
            self.blocks.set_segment(hub, motion.segments(&[hub]).start);
        }
        Place::Lane { colour, at }
    }

    pub(super) fn insert_alone(&mut self, key: Key, entry: &Entry<J>, motion: &Motion, kept: &Memory<J>) -> Place {
        let extra = Extra::new(&entry.options);
        let active = Active::new(&entry.joint, &entry.bodies, &motion.masses, kept);
        self.alone.push(Alone { key, active, extra });
        Place::Alone(self.alone.len() - 1)
    }

    pub(super) fn insert_merged(&mut self, key: Key, entry: &Entry<J>, motion: &Motion, kept: &Memory<J>) -> Place {
        let extra = Extra::new(&entry.options);
        self.merged.push(Merged::new(key, &entry.joint, entry.places(), &motion.masses, extra, kept.impulses));
        Place::Merged(self.merged.len() - 1)
    }

    /// Removes the joint of these bodies from its place. Returns which joint has taken it.
    pub(super) fn remove(&mut self, key: Key, place: Place, bodies: &[u32]) -> Option<Key> {
        match place {
            Place::Lane { colour, at } => {
                self.colours.release(colour, bodies);
                self.bridges.remove(&key);
                self.blocks.remove(colour, at)
            }
            Place::Crew(rung) => {
                self.colours.release(self.crewed.colour(rung), bodies);
                self.leavers.push(self.crewed.post(rung));
                self.crewed.remove(rung);
                self.in_crews -= 1;
                None
            }
            Place::Alone(at) => {
                self.alone.swap_remove(at);
                self.alone.get(at).map(|alone| alone.key)
            }
            Place::Merged(at) => {
                self.merged.swap_remove(at);
                self.merged.get(at).map(|merged| merged.key)
            }
        }
    }

    /// Whether the joint in this place can stay there, if it is this `ray` or none. One that has found no colour does not look for
    /// one again.
    pub(super) fn suits(place: Place, entry: &Entry<J>, motion: &Motion, ray: Option<u32>) -> bool {
        let is_merged = needs_merging::<J>(entry.places().as_ref(), motion);
        match place {
            Place::Lane { colour, .. } if colours::star(colour).is_some() => ray == Some(colour),
            Place::Lane { .. } | Place::Crew(_) => ray.is_none() && !is_merged && entry.options.is_ordinary(),
            Place::Alone(_) => !is_merged && !entry.options.is_ordinary(),
            Place::Merged(_) => is_merged,
        }
    }

    /// Tells that the joint there has another setup, or goes. Those that are solved one by one or in crews are prepared in
    /// every step.
    pub(super) fn tell(&self, place: Place, stale: &mut Stale) {
        match place {
            Place::Lane { colour, .. } => stale.mark_segment(self.blocks.segment(colour)),
            Place::Crew(_) | Place::Alone(_) | Place::Merged(_) => {}
        }
    }

    /// Makes anew what is made of the joint's parameters, its options and its bodies' masses.
    pub(super) fn set_up(&mut self, place: Place, entry: &Entry<J>, motion: &Motion) {
        match place {
            Place::Lane { colour, at } => self.blocks.set_up(colour, at, &entry.joint, &motion.masses),
            Place::Crew(rung) => self.crewed.set_up(rung, &entry.joint, &entry.places(), &motion.masses),
            Place::Alone(at) => self.alone[at].set_up(entry, motion),
            Place::Merged(at) => self.merged[at].set_up(entry, motion),
        }
    }
}

/// What the joints have.
impl<J: Constraint> Solved<J> {
    /// λ of the last substep.
    pub(super) fn impulses(&self, place: Place) -> Option<J::Rows<Scalar>> {
        match place {
            Place::Lane { colour, at } => self.blocks.impulses(colour, at),
            Place::Crew(rung) => Some(self.crewed.impulses(rung)),
            Place::Alone(at) => self.alone.get(at).map(|alone| alone.active.impulses),
            Place::Merged(at) => self.merged.get(at).map(|merged| merged.impulses),
        }
    }

    /// What the joint keeps from step to step.
    pub(super) fn memory(&self, place: Place) -> Option<Memory<J>> {
        match place {
            Place::Lane { colour, at } => self.blocks.memory(colour, at),
            Place::Crew(rung) => Some(self.crewed.memory(rung)),
            Place::Alone(at) => self.alone.get(at).map(|alone| alone.active.memory()),
            Place::Merged(at) => self.merged.get(at).map(|merged| Memory::of(merged.impulses)),
        }
    }
}

/// Whether generated code cannot solve a joint of these bodies.
fn needs_merging<J: Constraint>(bodies: &[u32], motion: &Motion) -> bool {
    merged::is_needed(bodies, &motion.masses) || motion.is_beyond::<J>(bodies)
}

impl<J: Constraint> Entry<J> {
    /// The places of the joint's bodies.
    pub(super) fn places(&self) -> J::Bodies<u32> {
        J::Bodies::from_fn(|i| self.bodies.as_ref()[i].key.index)
    }
}
