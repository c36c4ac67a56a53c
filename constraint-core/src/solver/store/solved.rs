//! The joints that take part in a step, along the path that each needs.

use super::Entry;
use super::active::{Active, Memory};
use super::block::Member;
use super::blocks::Blocks;
use super::extra::Extra;
use super::merged::{self, Merged};
use crate::constraint::{Array, Constraint};
use crate::lanes::Width;
use crate::math::Scalar;
use crate::slots::Key;
use crate::solver::Motion;

/// Joints in the order of solving: first those that generated code solves one by one, then those that it cannot solve, then
/// those in lanes.
pub(super) struct Solved<J: Constraint> {
    pub(super) active: Vec<Active<J>>,
    pub(super) merged: Vec<Merged<J>>,
    pub(super) blocks: Blocks<J>,
}

/// Where one of them is.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Lane(usize),
    Active(usize),
    Merged(usize),
}

impl<J: Constraint> Solved<J> {
    /// No joints, and so many of them at once.
    pub(super) const fn new(width: Width) -> Self {
        Self { blocks: Blocks::new(width), active: Vec::new(), merged: Vec::new() }
    }

    /// Whether generated code cannot solve this joint.
    pub(super) fn is_merged(bodies: &[u32], motion: &Motion) -> bool {
        merged::is_needed(bodies, &motion.masses) || motion.is_beyond::<J>(bodies)
    }

    /// Appends a joint of this colour, in the order of colours, to those in lanes.
    pub(super) fn insert_in_lane(
        &mut self,
        colour: u32,
        key: Key,
        entry: &Entry<J>,
        motion: &Motion,
        kept: Memory<J>,
    ) -> Place {
        let member = Member { joint: &entry.joint, bodies: entry.places(), kept };
        Place::Lane(self.blocks.insert(colour, key, &member, &motion.masses))
    }

    /// Appends a joint that is solved by itself and goes on with what it has `kept`. Returns its place, and whether that is among the active ones.
    pub(super) fn insert(&mut self, key: Key, entry: &Entry<J>, motion: &Motion, kept: &Memory<J>) -> (Place, bool) {
        let bodies = entry.places();
        let masses = &motion.masses;
        if Self::is_merged(bodies.as_ref(), motion) {
            self.merged.push(Merged::new(key, &entry.joint, bodies, masses, Extra::new(&entry.options), kept.impulses));
            (Place::Merged(self.merged.len() - 1), false)
        } else {
            self.active.push(Active::new(&entry.joint, &entry.bodies, masses, kept));
            (Place::Active(self.active.len() - 1), true)
        }
    }

    /// λ of the last substep.
    pub(super) fn impulses(&self, place: Place) -> Option<J::Rows<Scalar>> {
        match place {
            Place::Lane(place) => self.blocks.impulses(place),
            Place::Active(place) => self.active.get(place).map(|active| active.impulses),
            Place::Merged(place) => self.merged.get(place).map(|merged| merged.impulses),
        }
    }

    /// What the joint keeps from step to step.
    pub(super) fn memory(&self, place: Place) -> Option<Memory<J>> {
        match place {
            Place::Lane(place) => self.blocks.memory(place),
            Place::Active(place) => self.active.get(place).map(Active::memory),
            Place::Merged(place) => self.merged.get(place).map(|merged| Memory::of(merged.impulses)),
        }
    }
}

impl<J: Constraint> Entry<J> {
    /// The places of the joint's bodies.
    pub(super) fn places(&self) -> J::Bodies<u32> {
        J::Bodies::from_fn(|i| self.bodies.as_ref()[i].key.index)
    }
}
