//! The joints that take part in a step, along the path that each needs.

use std::collections::BTreeMap;

use core::ops::Range;

use super::alone::Alone;
use super::blocks::Blocks;
use super::colours::{self, Colours, UNCOLOURED};
use super::crewed::{Crewed, Rung};
use super::extra::Extra;
use super::member::{Kept, Member, Setup};
use super::merged::{self, Merged};
use crate::joint::JointOptions;
use crate::lanes::Width;
use crate::math::Scalar;
use crate::slots::Key;
use crate::solver::Motion;
use crate::solver::crews::Post;
use crate::solver::kernels::{AnyJoint, Layout};
use crate::solver::stale::Stale;

/// A joint that is looked at: its name, parameters and options, and the places of its bodies.
#[derive(Clone, Copy)]
pub(super) struct Joint<'a> {
    pub(super) key: Key,
    pub(super) parameters: &'a dyn AnyJoint,
    pub(super) options: &'a JointOptions,
    pub(super) bodies: &'a [u32],
}

/// Joints in the order of solving: first those that have options, one by one, then those that generated code cannot solve, then
/// those in lanes.
///
/// A joint that goes is followed by the last one of its kind, so that nothing is ever full of holes. Motion depends on the
/// colours and on the order of those that have none, which a saved world has; not on lanes.
pub(super) struct Solved {
    pub(super) layout: Layout,
    pub(super) alone: Alone,
    pub(super) merged: Vec<Merged>,
    pub(super) blocks: Blocks,
    /// The joints in lanes whose bodies are in crews.
    pub(super) crewed: Crewed,
    /// How many these are.
    pub(super) in_crews: usize,
    /// The islands that cannot stay in their crews.
    pub(super) leavers: Vec<Post>,
    /// How many joints have come into lanes since somebody last looked for twins.
    pub(super) fresh: usize,
    pub(super) colours: Colours,
    /// The joints in lanes that hold several segments together, and which.
    pub(super) bridges: BTreeMap<Key, Range<usize>>,
    room: Setup,
}

/// Where one of them is. In a lane it may be [`UNCOLOURED`].
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    Lane { colour: u32, at: usize },
    Crew(Rung),
    Alone(usize),
    Merged(usize),
}

/// Joints come and go.
impl Solved {
    pub(super) fn new(layout: Layout) -> Self {
        Self {
            layout,
            alone: Alone::new(layout),
            merged: Vec::new(),
            blocks: Blocks::new(layout, Width::One),
            crewed: Crewed::new(layout, Width::One),
            in_crews: 0,
            leavers: Vec::new(),
            fresh: 0,
            colours: Colours::default(),
            bridges: BTreeMap::new(),
            room: Setup::default(),
        }
    }

    /// Makes packs of another width. No joint changes its place: crews of the old width have none any more.
    pub(super) fn set_width(&mut self, width: Width) {
        if self.in_crews == 0 {
            self.crewed = Crewed::new(self.layout, width);
        }
        self.blocks.set_width(self.layout, width);
    }

    /// Adds a joint, which goes on with what it has `kept`, as this `ray` if it is one. Returns its place.
    pub(super) fn insert(&mut self, joint: Joint<'_>, motion: &Motion, kept: Kept, ray: Option<u32>) -> Place {
        self.leavers.extend(joint.bodies.iter().filter_map(|&body| motion.crews.post(body as usize)));
        if self.needs_merging(joint.bodies, motion) {
            self.insert_merged(joint, motion, kept)
        } else if !joint.options.is_ordinary() {
            self.insert_alone(joint, motion, kept)
        } else {
            let colour = ray.or_else(|| self.colours.take(joint.bodies, &motion.masses));
            self.insert_in_lane(colour.unwrap_or(UNCOLOURED), joint, motion, kept)
        }
    }

    fn member(&self, joint: Joint<'_>, motion: &Motion, hub: Option<usize>, kept: Kept) -> Member {
        Member::new(&self.layout, joint.key.index, joint.parameters, joint.bodies, &motion.masses, hub, kept)
    }

    pub(super) fn insert_in_lane(&mut self, colour: u32, joint: Joint<'_>, motion: &Motion, kept: Kept) -> Place {
        let member = self.member(joint, motion, colours::star(colour).map(|(_, side)| side), kept);
        self.put_in_lane(colour, joint.key, &member, motion)
    }

    /// Puts a joint that has this colour into a lane.
    pub(super) fn put_in_lane(&mut self, colour: u32, key: Key, member: &Member, motion: &Motion) -> Place {
        self.fresh += 1;
        let segments = motion.segments(&member.bodies);
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

    pub(super) fn insert_alone(&mut self, joint: Joint<'_>, motion: &Motion, kept: Kept) -> Place {
        let member = self.member(joint, motion, None, kept);
        Place::Alone(self.alone.insert(joint.key, &member, joint.options))
    }

    pub(super) fn insert_merged(&mut self, joint: Joint<'_>, motion: &Motion, kept: Kept) -> Place {
        let Joint { key, parameters, options, bodies } = joint;
        let extra = Extra::new(options);
        let merged = Merged::new(key, &self.layout, parameters, bodies, &motion.masses, extra, kept.impulses);
        self.merged.push(merged);
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
            Place::Alone(at) => self.alone.remove(at),
            Place::Merged(at) => {
                self.merged.swap_remove(at);
                self.merged.get(at).map(|merged| merged.key)
            }
        }
    }

    /// Whether the joint in this place can stay there, if it is this `ray` or none. One that has found no colour does not look for
    /// one again.
    pub(super) fn suits(
        &self,
        place: Place,
        (bodies, options): (&[u32], &JointOptions),
        motion: &Motion,
        ray: Option<u32>,
    ) -> bool {
        let is_merged = self.needs_merging(bodies, motion);
        match place {
            Place::Lane { colour, .. } if colours::star(colour).is_some() => ray == Some(colour),
            Place::Lane { .. } | Place::Crew(_) => ray.is_none() && !is_merged && options.is_ordinary(),
            Place::Alone(_) => !is_merged && !options.is_ordinary(),
            Place::Merged(_) => is_merged,
        }
    }

    /// Whether kernels cannot solve a joint of these bodies.
    fn needs_merging(&self, bodies: &[u32], motion: &Motion) -> bool {
        merged::is_needed(bodies, &motion.masses) || motion.is_beyond(&self.layout, bodies)
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
    pub(super) fn set_up(&mut self, place: Place, joint: Joint<'_>, motion: &Motion) {
        let (Joint { key, parameters, options, bodies }, masses) = (joint, &motion.masses);
        let slot = key.index;
        let Self { layout, room, blocks, crewed, alone, merged, .. } = self;
        match place {
            Place::Lane { colour, at } => {
                let hub = colours::star(colour).map(|(_, side)| side);
                blocks.set_setup(colour, at, room.find(layout, slot, parameters, bodies, masses, hub));
            }
            Place::Crew(rung) => crewed.set_setup(rung, room.find(layout, slot, parameters, bodies, masses, None)),
            Place::Alone(at) => alone.set_up(at, room.find(layout, slot, parameters, bodies, masses, None), options),
            Place::Merged(at) => {
                merged[at].set_up(parameters, masses);
                merged[at].extra = Extra::new(options);
            }
        }
    }
}

/// What the joints have.
impl Solved {
    /// λ of the last substep.
    pub(super) fn impulses(&self, place: Place) -> Option<Vec<Scalar>> {
        match place {
            Place::Lane { colour, at } => self.blocks.impulses(colour, at),
            Place::Crew(rung) => Some(self.crewed.impulses(rung)),
            Place::Alone(at) => self.alone.impulses(at),
            Place::Merged(at) => self.merged.get(at).map(|merged| merged.impulses.clone()),
        }
    }

    /// What the joint keeps from step to step.
    pub(super) fn kept(&self, place: Place) -> Option<Kept> {
        match place {
            Place::Lane { colour, at } => self.blocks.kept(colour, at),
            Place::Crew(rung) => Some(self.crewed.kept(rung)),
            Place::Alone(at) => self.alone.kept(at),
            Place::Merged(at) => {
                let impulses = self.merged.get(at)?.impulses.clone();
                Some(Kept { impulses, ..Kept::new(&self.layout) })
            }
        }
    }
}
