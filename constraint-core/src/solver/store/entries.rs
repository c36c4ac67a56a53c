//! The joints of one type as their owner sees them.

use core::any::Any;
#[cfg(feature = "serde")]
use core::any::TypeId;

use crate::body_set::BodySet;
use crate::constraint::Constraint;
use crate::constraint::Typed;
use crate::joint_options::JointOptions;
use crate::kernels::{AnyJoint, JointTable, Parameters};
use crate::kinematics::{BodyState, Pose};
use crate::math::Scalar;
use crate::slots::{Key, Slots};
use crate::solver::SolverBodies;
use crate::solver::packs::joint_data::Joint;
use crate::solver::packs::joint_data::WarmStartCache;
use crate::solver::store::active_joints::JointLocation;
use crate::step_history::warm_start_delta;

/// What a world knows of a joint besides its parameters.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) options: JointOptions,
    /// Where the joint stands among those that are solved, since it first takes part in a step.
    pub(crate) place: Option<JointLocation>,
    /// What the joint keeps while it is not solved, and the length of the substep that its impulses are of.
    pub(crate) sleeping: Option<Box<(WarmStartCache, Scalar)>>,
    /// Whether the next step looks at it again.
    pub(crate) is_dirty: bool,
    /// Its options while it is [apart](crate::solver::store::push_out).
    pub(crate) apart: Option<Box<JointOptions>>,
}

/// The joints of one type, by their slots: parameters, bodies, and what else a world knows of them.
#[derive(Clone)]
pub(crate) struct Entries {
    slots: Slots<Entry>,
    parameters: Box<dyn Parameters>,
    /// How many bodies a joint has.
    bodies: usize,
    /// The places of the bodies, slot after slot.
    places: Vec<u32>,
}

impl Entry {
    pub(crate) const fn new(options: JointOptions) -> Self {
        Self { options, place: None, sleeping: None, is_dirty: false, apart: None }
    }

    /// The options by which the joint is solved.
    pub(crate) fn options_to_solve(&self) -> &JointOptions {
        self.apart.as_deref().unwrap_or(&self.options)
    }

    /// Takes what the joint has kept, as if it had had a part in the last substep, which was `h` long.
    pub(crate) fn recall(&mut self, h: Scalar) -> Option<WarmStartCache> {
        let kept = self.kept().map(|(kept, slept)| kept.scaled(warm_start_delta(*slept, h)));
        self.sleeping = None;
        kept
    }

    /// The impulses with which the joint sleeps, as they are in a substep of length `h`.
    pub(crate) fn sleeping(&self, h: Scalar) -> Option<Vec<Scalar>> {
        // Exactly as it was, if the substep is as long as it was.
        self.kept().map(|(kept, slept)| kept.scaled(h / slept).impulses)
    }

    /// What the joint has kept while it was not solved, and the substep of its impulses.
    fn kept(&self) -> Option<&(WarmStartCache, Scalar)> {
        self.sleeping.as_deref().filter(|_| self.options.enabled)
    }
}

impl Entries {
    pub(crate) fn new(table: &JointTable) -> Self {
        Self { slots: Slots::new(), parameters: (table.parameters)(), bodies: table.layout.bodies, places: Vec::new() }
    }

    /// These entries, in their slots, with these parameters.
    #[cfg(feature = "serde")]
    pub(crate) fn restore<J: Constraint>(&mut self, slots: Slots<Entry>, joints: Vec<Option<J>>) {
        (self.slots, self.parameters) = (slots, Box::new(Typed(joints)));
    }

    #[cfg(feature = "serde")]
    pub(crate) const fn slots(&self) -> &Slots<Entry> {
        &self.slots
    }

    /// How many slots there are: above each that is in use.
    #[allow(clippy::cast_possible_truncation)] // slots have numbers of 32 bits
    pub(crate) const fn count(&self) -> u32 {
        self.slots.places() as u32
    }

    /// Which type the joints have.
    #[cfg(feature = "serde")]
    pub(crate) fn joint_type(&self) -> TypeId {
        (&*self.parameters as &dyn Any).type_id()
    }

    pub(crate) fn parameters(&self) -> &dyn Parameters {
        &*self.parameters
    }

    /// The parameters, if they are of type `J`.
    pub(crate) fn typed<J: Constraint>(&self) -> Option<&Typed<J>> {
        (&*self.parameters as &dyn Any).downcast_ref()
    }

    pub(crate) fn typed_mut<J: Constraint>(&mut self) -> Option<&mut Typed<J>> {
        (&mut *self.parameters as &mut dyn Any).downcast_mut()
    }

    /// The parameters of all joints.
    pub(crate) fn joints(&self) -> &dyn Parameters {
        &*self.parameters
    }

    /// Adds an entry, whose parameters the caller sets.
    pub(crate) fn insert(&mut self, bodies: &[u32]) -> Key {
        let key = self.slots.insert(Entry::new(JointOptions::default()));
        self.set_bodies(key.index, bodies);
        key
    }

    pub(crate) fn set_bodies(&mut self, slot: u32, bodies: &[u32]) {
        let own = slot as usize * self.bodies..(slot as usize + 1) * self.bodies;
        self.places.resize(self.places.len().max(own.end), 0);
        self.places[own].copy_from_slice(bodies);
    }

    /// Removes an entry, whose parameters the caller takes.
    pub(crate) fn remove(&mut self, key: Key) -> Option<Entry> {
        self.slots.remove(key)
    }

    pub(crate) const fn len(&self) -> usize {
        self.slots.len()
    }

    pub(crate) fn get(&self, key: Key) -> Option<&Entry> {
        self.slots.get(key)
    }

    pub(crate) fn get_mut(&mut self, key: Key) -> Option<&mut Entry> {
        self.slots.get_mut(key)
    }

    pub(crate) fn at(&self, slot: u32) -> Option<(Key, &Entry)> {
        self.slots.at(slot)
    }

    pub(crate) fn at_mut(&mut self, slot: u32) -> Option<(Key, &mut Entry)> {
        self.slots.at_mut(slot)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Key, &Entry)> {
        self.slots.iter()
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (Key, &mut Entry)> {
        self.slots.iter_mut()
    }

    /// The names and entries of the joints that are enabled.
    pub(crate) fn enabled(&self) -> impl Iterator<Item = (Key, &Entry)> {
        self.iter().filter(|(_, entry)| entry.options.enabled)
    }

    pub(crate) fn joint(&self, key: Key) -> Option<&dyn AnyJoint> {
        self.slots.get(key).and_then(|_| self.parameters.get(key.index))
    }

    /// The joint as those that solve it take it.
    pub(crate) fn to_solve(&self, key: Key) -> Option<Joint<'_>> {
        let (options, parameters) = (self.get(key)?.options_to_solve(), self.joint(key)?);
        Some(Joint { key, parameters, options, bodies: self.places(key.index) })
    }

    pub(crate) fn joint_mut(&mut self, key: Key) -> Option<&mut dyn AnyJoint> {
        self.slots.get(key).and_then(|_| self.parameters.get_mut(key.index))
    }

    pub(crate) fn entry_and_joint_mut<J: Constraint>(&mut self, key: Key) -> Option<(&mut Entry, &mut J)> {
        let entry = self.slots.get_mut(key)?;
        let typed: &mut Typed<J> = (&mut *self.parameters as &mut dyn Any).downcast_mut()?;
        Some((entry, typed.0.get_mut(key.index as usize)?.as_mut()?))
    }

    /// Drops the parameters in this slot, if the caller has left them there.
    pub(crate) fn forget_joint(&mut self, slot: u32) {
        self.parameters.forget(slot);
    }

    /// The places of the bodies of the joint in this slot.
    pub(crate) fn places(&self, slot: u32) -> &[u32] {
        &self.places[slot as usize * self.bodies..][..self.bodies]
    }

    /// Where the joint's bodies are, exactly.
    pub(crate) fn poses(&self, slot: u32, bodies: &dyn BodySet) -> impl Iterator<Item = Pose<f64>> {
        self.places(slot).iter().map(|&body| bodies.body(body).pose())
    }

    /// The joint's bodies as its closure sees them.
    pub(crate) fn states(&self, slot: u32, bodies: &dyn BodySet) -> impl Iterator<Item = BodyState> {
        self.places(slot).iter().map(|&body| bodies.body(body).state())
    }

    /// Whether the joint in this slot holds what sleeps.
    pub(crate) fn sleeps(&self, slot: u32, motion: &SolverBodies) -> bool {
        self.places(slot).iter().any(|&body| motion.asleep[body as usize])
    }
}
