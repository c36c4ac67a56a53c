//! The joints that take part in a step, along the path that each needs.

use super::Entry;
use super::active::{Active, Memory};
use super::extra::Extra;
use super::merged::{self, Merged};
use crate::constraint::{Array, Constraint};
use crate::math::Scalar;
use crate::slots::Key;
use crate::solver::Motion;

/// Joints in the order of solving: first those of generated code, then those that it cannot solve.
pub(super) struct Solved<J: Constraint> {
    pub(super) active: Vec<Active<J>>,
    pub(super) merged: Vec<Merged<J>>,
}

/// Where one of them is.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Active(usize),
    Merged(usize),
}

impl<J: Constraint> Default for Solved<J> {
    fn default() -> Self {
        Self { active: Vec::new(), merged: Vec::new() }
    }
}

impl<J: Constraint> Solved<J> {
    /// Appends a joint that goes on with what it has `kept`. Returns its place, and whether that is among the active ones.
    pub(super) fn insert(&mut self, key: Key, entry: &Entry<J>, motion: &Motion, kept: &Memory<J>) -> (Place, bool) {
        let bodies = entry.places();
        let masses = &motion.masses;
        if merged::is_needed(bodies.as_ref(), masses) || motion.is_beyond::<J>(bodies.as_ref()) {
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
            Place::Active(place) => self.active.get(place).map(|active| active.impulses),
            Place::Merged(place) => self.merged.get(place).map(|merged| merged.impulses),
        }
    }

    /// What the joint keeps from step to step.
    pub(super) fn memory(&self, place: Place) -> Option<Memory<J>> {
        match place {
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
