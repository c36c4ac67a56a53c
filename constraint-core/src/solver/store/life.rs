//! How joints change between steps: by their own update, by breaking, by falling asleep.

use crate::body::Body;
use crate::constraint::{Array, Constraint};
use crate::error::Error;
use crate::event::Event;
use crate::id::{AnyJointId, BodyId, JointId};
use crate::joint::OnBreak;
use crate::kinematics::BodyState;
use crate::math::Scalar;
use crate::pace::carried;
use crate::slots::{Key, Slots};
use crate::solver::Motion;

use super::active::{Memory, gather};
use super::{Entry, Note, TypedStore};

/// The joints of one type, between steps.
pub(crate) trait Life {
    /// Removes or disables what broke in the last step, and tells which bodies it held.
    fn settle(&mut self, released: &mut Vec<BodyId>);
    /// Lets the joints that are enabled and awake change themselves, and notes those that have done so.
    ///
    /// # Errors
    /// A joint that has made nonsense of itself.
    fn update(&mut self, bodies: &Slots<Body>, motion: &Motion) -> Result<(), Error>;
    /// Reports what broke in this step.
    fn report(&mut self, events: &mut Vec<Event>);
}

impl<J: Constraint> Life for TypedStore<J> {
    fn settle(&mut self, released: &mut Vec<BodyId>) {
        for key in core::mem::take(&mut self.broken) {
            let Some(entry) = self.entries.get_mut(key) else { continue };
            released.extend(entry.bodies.as_ref());
            entry.options.enabled = false;
            if entry.options.on_break == OnBreak::Remove {
                self.remove(key);
            } else {
                self.note(key);
            }
        }
    }

    fn update(&mut self, bodies: &Slots<Body>, motion: &Motion) -> Result<(), Error> {
        if !J::UPDATES {
            return Ok(());
        }
        let Self { entries, world, noted, .. } = self;
        for (key, entry) in entries.iter_mut().filter(|(_, entry)| entry.options.enabled) {
            let Some(states) = entry.waking_states(bodies) else { continue };
            // One that is noted has its setup made before the next substep, and so has one that changes it. How much of a hub it shares
            // may be another then, too.
            let setup = |entry: &Entry<J>| entry.joint.setup(&gather::<J, _>(&entry.places(), &motion.masses));
            let old = (entry.place.is_some() && !entry.is_noted).then(|| setup(entry));
            entry.joint.update(&states);
            let validated = entry.validate(*world, key);
            if validated.is_err() || old.is_some_and(|old| !are_alike::<J>(old, setup(entry))) {
                Note { is_noted: &mut entry.is_noted, noted, key }.take();
            }
            validated?;
        }
        Ok(())
    }

    fn report(&mut self, events: &mut Vec<Event>) {
        let alone = self.solved.alone.iter().map(|alone| (alone.key, &alone.extra));
        let merged = self.solved.merged.iter().map(|merged| (merged.key, &merged.extra));
        for (key, extra) in alone.chain(merged) {
            let (Some(cause), Some(entry)) = (extra.broken, self.entries.get(key)) else { continue };
            let removed = entry.options.on_break == OnBreak::Remove;
            events.push(Event::Broken { joint: JointId::<J>::new(self.world, key).into(), cause, removed });
            self.broken.push(key);
        }
    }
}

impl<J: Constraint> Entry<J> {
    /// Refuses parameters that mean nothing, and says whose.
    pub(super) fn validate(&self, world: u64, key: Key) -> Result<(), Error> {
        let id = AnyJointId::from(JointId::<J>::new(world, key));
        let named = |parameter| Error::InvalidJoint { joint: id.joint_type(), id: Some(id), parameter };
        self.joint.validate().map_err(named)
    }

    /// The joint's bodies as its closure sees them, if none sleeps.
    fn waking_states(&self, bodies: &Slots<Body>) -> Option<J::Bodies<BodyState>> {
        let mut is_awake = true;
        let states = J::Bodies::from_fn(|i| {
            let Some(body) = bodies.get(self.bodies.as_ref()[i].key) else { return BodyState::default() };
            is_awake &= !body.rest.asleep;
            body.state()
        });
        is_awake.then_some(states)
    }

    /// The joint's bodies as its closure sees them.
    pub(super) fn states(&self, bodies: &Slots<Body>) -> J::Bodies<BodyState> {
        // A joint's bodies are there: removing one removes the joint.
        J::Bodies::from_fn(|i| bodies.get(self.bodies.as_ref()[i].key).map(Body::state).unwrap_or_default())
    }

    /// Whether the joint holds what sleeps.
    pub(super) fn sleeps(&self, motion: &Motion) -> bool {
        self.bodies.as_ref().iter().any(|body| motion.asleep[body.key.index as usize])
    }

    /// Takes what the joint has kept, as if it had had a part in the last substep, which was `h` long.
    pub(super) fn recall(&mut self, h: Scalar) -> Memory<J> {
        let kept = self.kept().map(|(memory, slept)| memory.scaled(carried(*slept, h)));
        self.resting = None;
        kept.unwrap_or_default()
    }

    /// The impulses with which the joint sleeps, as they are in a substep of length `h`.
    pub(super) fn resting(&self, h: Scalar) -> Option<J::Rows<Scalar>> {
        // Exactly as it was, if the substep is as long as it was.
        self.kept().map(|(memory, slept)| memory.scaled(h / slept).impulses)
    }

    /// What the joint has kept while it was not solved, and the substep of its impulses.
    fn kept(&self) -> Option<&(Memory<J>, Scalar)> {
        self.resting.as_deref().filter(|_| self.options.enabled)
    }
}

/// Whether all numbers are the same, to the bit.
fn are_alike<J: Constraint>(mut one: J::Setup<Scalar>, mut other: J::Setup<Scalar>) -> bool {
    let mut are_alike = true;
    J::zip_setups::<Scalar, Scalar>(&mut one, &mut other, |one, other| are_alike &= one.to_bits() == other.to_bits());
    are_alike
}
