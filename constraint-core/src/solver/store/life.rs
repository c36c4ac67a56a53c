//! How joints change between steps: by their own update, by breaking.

use crate::body::Body;
use crate::error::Error;
use crate::event::Event;
use crate::id::BodyId;
use crate::joint::OnBreak;
use crate::math::Scalar;
use crate::slots::{Key, Slots};
use crate::solver::Motion;
use crate::solver::kernels::AnyJoint;

use super::entries::Entries;
use super::{JointStore, member};

/// Between steps.
impl JointStore {
    /// Removes or disables what broke in the last step, and tells which bodies it held.
    pub(crate) fn settle(&mut self, released: &mut Vec<BodyId>) {
        for key in core::mem::take(&mut self.broken) {
            let Some(entry) = self.entries.get_mut(key) else { continue };
            entry.options.enabled = false;
            let is_removed = entry.options.on_break == OnBreak::Remove;
            released.extend(self.entries.ids(key.index));
            if is_removed {
                self.remove(key);
            } else {
                self.note(key);
            }
        }
    }

    /// Lets the joints that are enabled and awake change themselves, and notes those that have done so.
    ///
    /// # Errors
    /// A joint that has made nonsense of itself.
    pub(crate) fn update(&mut self, bodies: &Slots<Body>, motion: &Motion) -> Result<(), Error> {
        if !self.kernels.layout.updates {
            return Ok(());
        }
        let keys: Vec<Key> = self.entries.enabled().map(|(key, _)| key).collect();
        for key in keys {
            if !is_awake(&self.entries, key, bodies) {
                continue;
            }
            // One that is noted has its setup made before the next substep, and so has one that changes it. How much of a hub it shares
            // may be another then, too.
            let compares = self.entries.get(key).is_some_and(|entry| entry.place.is_some() && !entry.is_noted);
            let old = compares.then(|| self.setup(key, motion));
            let states = self.entries.states(key.index, bodies);
            let Some(joint) = self.entries.joint_mut(key) else { continue };
            joint.update_with(&states);
            let is_valid = joint.check().is_ok();
            if !is_valid || old.is_some_and(|old| !are_alike(&old, &self.setup(key, motion))) {
                self.note(key);
            }
            self.check(key)?;
        }
        Ok(())
    }

    /// Reports what broke in this step.
    pub(crate) fn report(&mut self, events: &mut Vec<Event>) {
        let merged = self.solved.merged.iter().map(|merged| (merged.key, &merged.extra));
        for (key, extra) in self.solved.alone.iter().chain(merged) {
            let (Some(cause), Some(entry)) = (extra.broken, self.entries.get(key)) else { continue };
            let removed = entry.options.on_break == OnBreak::Remove;
            events.push(Event::Broken { joint: self.id(key), cause, removed });
            self.broken.push(key);
        }
    }

    /// Refuses parameters of a joint that mean nothing, and says whose.
    pub(super) fn check(&self, key: Key) -> Result<(), Error> {
        let id = self.id(key);
        let named = |parameter| Error::InvalidJoint { joint: id.joint_type(), id: Some(id), parameter };
        self.entries.joint(key).map_or(Ok(()), AnyJoint::check).map_err(named)
    }

    /// The setup of a joint as its parameters are now.
    fn setup(&self, key: Key, motion: &Motion) -> Vec<Scalar> {
        let Some(joint) = self.entries.joint(key) else { return Vec::new() };
        member::setup(&self.kernels.layout, joint, self.entries.places(key.index), &motion.masses, None)
    }
}

/// Whether none of the joint's bodies sleeps.
fn is_awake(entries: &Entries, key: Key, bodies: &Slots<Body>) -> bool {
    entries.ids(key.index).iter().all(|id| bodies.get(id.key).is_some_and(|body| !body.rest.asleep))
}

/// Whether all numbers are the same, to the bit.
fn are_alike(one: &[Scalar], other: &[Scalar]) -> bool {
    one.iter().zip(other).all(|(one, other)| one.to_bits() == other.to_bits())
}
