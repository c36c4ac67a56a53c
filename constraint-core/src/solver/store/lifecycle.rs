//! How joints change between steps: by their own update, by breaking.

use crate::body::Body;
use crate::constraint::InvalidParameter;
use crate::error::Error;
use crate::event::Event;
use crate::id::BodyId;
use crate::joint::OnBreak;
use crate::kinematics::BodyState;
use crate::slots::{Key, Slots};
use crate::solver::SolverBodies;
use crate::solver::kernels::AnyJoint;

use crate::solver::packs::joint_data::Setup;
use crate::solver::store::JointStore;
use crate::solver::store::entries::Entries;

/// Between steps.
impl JointStore {
    /// Removes or disables what broke in the last step, and tells which bodies it held.
    pub(crate) fn settle(&mut self, released: &mut Vec<BodyId>) {
        for key in core::mem::take(&mut self.broken) {
            let Some(entry) = self.entries.get_mut(key) else { continue };
            entry.options.enabled = false;
            self.links_changed = true;
            let is_removed = entry.options.on_break == OnBreak::Remove;
            released.extend(self.entries.ids(key.index));
            if is_removed {
                self.remove(key);
            } else {
                self.mark(key);
            }
        }
    }

    /// Lets the joints that are enabled and awake change themselves, and notes those that have done so.
    ///
    /// # Errors
    /// A joint that has made nonsense of itself.
    pub(crate) fn update(&mut self, bodies: &Slots<Body>, motion: &SolverBodies) -> Result<(), Error> {
        if !self.kernels.layout.updates {
            return Ok(());
        }
        for slot in 0..self.entries.count() {
            let Some((key, entry)) = self.entries.at(slot) else { continue };
            if !entry.options.enabled || !is_awake(&self.entries, key, bodies) {
                continue;
            }
            // One that is noted has its setup made before the next substep, and so has one that changes it. How much of a hub it shares
            // may be another then, too.
            let compares = entry.place.is_some() && !entry.is_dirty && !self.is_restored;
            let Self { entries, kernels, update: Update { states, old, new }, .. } = self;
            states.clear();
            states.extend(entries.states(slot, bodies));
            let setup = |entries: &Entries, into: &mut Setup| {
                if let Some(joint) = entries.joint(key) {
                    into.find(&kernels.layout, joint, entries.places(slot), &motion.masses, None);
                }
            };
            if compares {
                setup(entries, old);
            }
            let Some(joint) = entries.joint_mut(key) else { continue };
            joint.update_with(states);
            let checked = joint.check();
            let mut has_changed = checked.is_err();
            if compares && !has_changed {
                setup(entries, new);
                has_changed = !old.is_alike(new);
            }
            if has_changed {
                self.mark(key);
            }
            checked.map_err(|parameter| self.invalid(key, parameter))?;
        }
        Ok(())
    }

    /// Reports what broke in this step.
    pub(crate) fn report(&mut self, events: &mut Vec<Event>) {
        let dense = self.active.dense.iter().map(|dense| (dense.key, &dense.option_state));
        for (key, option_state) in self.active.scalar.iter().chain(dense) {
            let (Some(cause), Some(entry)) = (option_state.broken, self.entries.get(key)) else { continue };
            let removed = entry.options.on_break == OnBreak::Remove;
            events.push(Event::Broken { joint: self.id(key), cause, removed });
            self.broken.push(key);
        }
    }

    /// Refuses parameters of a joint that mean nothing, and says whose.
    pub(crate) fn check(&self, key: Key) -> Result<(), Error> {
        let checked = self.entries.joint(key).map_or(Ok(()), AnyJoint::check);
        checked.map_err(|parameter| self.invalid(key, parameter))
    }

    fn invalid(&self, key: Key, parameter: InvalidParameter) -> Error {
        let id = self.id(key);
        Error::InvalidJoint { joint: id.joint_type(), id: Some(id), parameter }
    }
}

/// Room for the joints that change themselves.
#[derive(Debug, Default)]
pub(crate) struct Update {
    states: Vec<BodyState>,
    old: Setup,
    new: Setup,
}

/// Whether none of the joint's bodies sleeps.
fn is_awake(entries: &Entries, key: Key, bodies: &Slots<Body>) -> bool {
    entries.ids(key.index).iter().all(|id| bodies.get(id.key).is_some_and(|body| !body.rest.asleep))
}
