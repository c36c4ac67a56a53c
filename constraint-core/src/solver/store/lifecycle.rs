//! How joints change between steps: by their own update, by breaking.

use crate::body_set::BodySet;
use crate::curve::Curve;
use crate::error::Error;
use crate::event::Event;
use crate::joint_options::OnBreak;
use crate::kernels::AnyJoint;
use crate::kinematics::BodyState;
use crate::parameter::InvalidParameter;
use crate::slots::Key;
use crate::solver::SolverBodies;
use crate::solver::dirty::{Change, Dirty};

use crate::solver::packs::joint_data::Setup;
use crate::solver::store::JointStore;
use crate::solver::store::entries::Entries;

/// Between steps.
impl JointStore {
    /// Removes or disables what broke in the last step, and tells which bodies it held.
    pub(crate) fn remove_broken(&mut self, released: &mut Vec<u32>, dirty: &mut Dirty) {
        for key in core::mem::take(&mut self.broken) {
            let Some(entry) = self.entries.get_mut(key) else { continue };
            entry.options.enabled = false;
            dirty.mark(Change::JointOptions);
            let is_removed = entry.options.on_break == OnBreak::Remove;
            released.extend(self.entries.places(key.index));
            if is_removed {
                self.remove(key, dirty);
            } else {
                self.mark(key);
            }
        }
    }

    /// Lets the joints that are enabled and awake change themselves, and notes those that have done so.
    ///
    /// # Errors
    /// A joint that has made nonsense of itself.
    pub(crate) fn update<B: BodySet>(&mut self, bodies: &B, motion: &SolverBodies) -> Result<(), Error> {
        if !self.kernels.layout.updates {
            return Ok(());
        }
        for slot in 0..self.entries.count() {
            let Some((key, entry)) = self.entries.at(slot) else { continue };
            if !entry.options.enabled || !self.update.states.find(self.entries.places(slot), bodies) {
                continue;
            }
            // One that is noted has its setup made before the next substep, and so has one that changes it. How much of a hub it shares
            // may be another then, too.
            let compares = entry.place.is_some() && !entry.is_dirty && !self.is_restored;
            let Self { entries, kernels, update: Update { states, old, new, curves }, .. } = self;
            let setup = |entries: &Entries, into: &mut Setup| {
                if let Some(joint) = entries.joint(key) {
                    into.find(&kernels.layout, slot, joint, entries.places(slot), &motion.masses, None);
                }
            };
            if compares {
                setup(entries, old);
            }
            let Some(joint) = entries.joint_mut(key) else { continue };
            // Setups have no curves in them.
            curves.clear();
            curves.extend((0..kernels.layout.curves).map(|number| joint.curve_at(number).cloned()));
            joint.update_with(&states.0);
            let checked = joint.check();
            let is_other = |(number, old): (usize, &Option<Curve>)| joint.curve_at(number) != old.as_ref();
            let mut has_changed = checked.is_err() || curves.iter().enumerate().any(is_other);
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
        // Which of them came first depends on the order in which bodies are moved.
        self.breaking.sort_unstable_by_key(|(key, _)| *key);
        for (key, cause) in self.breaking.drain(..) {
            let Some(entry) = self.entries.get(key) else { continue };
            let removed = entry.options.on_break == OnBreak::Remove;
            events.push(Event::Broken { joint: (self.kernels.id)(self.world, key), cause, removed });
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
#[derive(Clone, Debug, Default)]
pub(crate) struct Update {
    states: States,
    old: Setup,
    new: Setup,
    curves: Vec<Option<Curve>>,
}

/// The bodies of a joint as its closure sees them.
#[derive(Clone, Debug, Default)]
struct States(Vec<BodyState>);

impl States {
    /// Finds out how these bodies move, as long as none sleeps. Whether none does.
    fn find<B: BodySet>(&mut self, places: &[u32], bodies: &B) -> bool {
        self.0.clear();
        let awake = places.iter().map(|&place| bodies.body(place)).take_while(|body| !body.is_asleep);
        self.0.extend(awake.map(|body| body.state()));
        self.0.len() == places.len()
    }
}
