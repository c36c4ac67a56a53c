//! Adding, changing and removing joints of any type.

use core::any::type_name;

use super::{BodySet, JointMut, JointSet};
use crate::array::Array;
use crate::constraint::Constraint;
use crate::error::Error;
use crate::id::{AnyJointId, JointId};
use crate::joint_options::JointOptions;
use crate::solver::JointStore;
use crate::solver::dirty::Change;

/// Refuses parameters of a new joint that mean nothing.
pub(crate) fn check_parameters<J: Constraint>(joint: &J) -> Result<(), Error> {
    joint.validate().map_err(|parameter| Error::InvalidJoint { joint: type_name::<J>(), id: None, parameter })
}

/// Joints by their types.
impl JointSet {
    /// Adds a joint between the bodies of these indices: an array with one for each parameter of its closure, in that order, `[a]` of a
    /// joint of one. One body may stand in several places. The joint acts from the next step on.
    ///
    /// # Errors
    /// [`Error::InvalidJoint`] for a parameter, or [`Error::BodyOutOfRange`].
    pub fn add_joint<J: Constraint>(
        &mut self,
        bodies: &impl BodySet,
        held: J::Bodies<u32>,
        joint: J,
    ) -> Result<JointId<J>, Error> {
        check_parameters(&joint)?;
        let count = bodies.count();
        match held.as_ref().iter().find(|&&body| body as usize >= count) {
            Some(&body) => Err(Error::BodyOutOfRange { body, count }),
            None => Ok(self.insert(held, joint)),
        }
    }

    /// Adds a joint with valid parameters between bodies that there are.
    pub(crate) fn insert<J: Constraint>(&mut self, held: J::Bodies<u32>, joint: J) -> JointId<J> {
        self.dirty.mark(Change::HeldBodies);
        self.store_or_new::<J>().insert(held.as_ref(), joint)
    }

    /// The joint of this name.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn joint<J: Constraint>(&self, id: JointId<J>) -> Result<&J, Error> {
        self.of_joint(id, |store| store.joint(id.key))
    }

    /// The joint of this name, to change its parameters. The next step checks them.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn joint_mut<J: Constraint>(&mut self, id: JointId<J>) -> Result<JointMut<'_, J>, Error> {
        let unknown = self.unknown_joint(id);
        let store = self.stores.iter_mut().filter(|_| id.world == self.number).find(|store| store.is::<J>());
        let found = store.and_then(|store| store.joint_mut(id.key));
        found.map(|(joint, mark)| JointMut::new(joint, mark)).ok_or(unknown)
    }

    /// Removes a joint. A step that was begun and not ended is given up.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn remove_joint<J: Constraint>(&mut self, id: JointId<J>) -> Result<J, Error> {
        let unknown = self.unknown_joint(id);
        self.give_up_step();
        let Self { stores, dirty, number, .. } = self;
        let store = stores.iter_mut().filter(|_| id.world == *number).find(|store| store.is::<J>());
        store.and_then(|store| store.take(id.key, dirty)).ok_or(unknown)
    }

    /// Removes the joints that hold a body, and tells which: type after type, as [`joint_ids`](Self::joint_ids) gives them. Call it
    /// before another body gets the index. A step that was begun and not ended is given up.
    pub fn remove_body(&mut self, index: u32) -> Vec<AnyJointId> {
        self.give_up_step();
        let Self { stores, dirty, .. } = self;
        let mut removed = Vec::new();
        for store in stores {
            store.remove_joints_of(index, &mut removed, dirty);
        }
        removed
    }

    /// The joints of type `J`, each with its name, in an order that removal does not change.
    pub fn joints<J: Constraint>(&self) -> impl Iterator<Item = (JointId<J>, &J)> {
        self.store::<J>().into_iter().flat_map(JointStore::iter)
    }

    /// The names of all joints: type after type, and those of one type as [`joints`](Self::joints) gives them.
    pub fn joint_ids(&self) -> impl Iterator<Item = AnyJointId> {
        self.stores.iter().flat_map(JointStore::ids)
    }

    /// The indices of the bodies that the joint holds, in the order of its closure's parameters.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn joint_bodies<J: Constraint>(&self, id: JointId<J>) -> Result<J::Bodies<u32>, Error> {
        let bodies = self.of_joint(id, |store| store.bodies(id.key))?;
        Ok(J::Bodies::from_fn(|body| bodies[body]))
    }

    /// Calls `act` with the bodies of each enabled joint that holds a body: what an engine needs for islands and sleep.
    pub fn each_joint_of(&self, index: u32, act: &mut dyn FnMut(&[u32])) {
        self.stores.iter().for_each(|store| store.links(index, act));
    }

    /// What the joint has besides its own parameters.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn joint_options<J: Constraint>(&self, id: JointId<J>) -> Result<JointOptions, Error> {
        self.of_joint(id, |store| Some(store.get(id.key)?.options))
    }

    /// Sets what the joint has besides its own parameters, and mends the joint if it broke in the last step.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`]; [`Error::NotFinite`], [`Error::NotPositive`] or [`Error::Negative`] for an option.
    pub fn set_joint_options<J: Constraint>(&mut self, id: JointId<J>, options: JointOptions) -> Result<(), Error> {
        options.validate()?;
        let unknown = self.unknown_joint(id);
        let store = self.stores.iter_mut().filter(|_| id.world == self.number).find(|store| store.is::<J>());
        if !store.is_some_and(|store| store.set_options(id.key, options)) {
            return Err(unknown);
        }
        self.dirty.mark(Change::JointOptions);
        Ok(())
    }

    /// What the store of a joint says of it.
    pub(super) fn of_joint<'a, J: Constraint, T>(
        &'a self,
        id: JointId<J>,
        read: impl FnOnce(&'a JointStore) -> Option<T>,
    ) -> Result<T, Error> {
        let store = self.store::<J>().filter(|_| id.world == self.number);
        store.and_then(read).ok_or_else(|| self.unknown_joint(id))
    }

    fn store<J: Constraint>(&self) -> Option<&JointStore> {
        self.stores.iter().find(|store| store.is::<J>())
    }

    fn store_or_new<J: Constraint>(&mut self) -> &mut JointStore {
        let found = self.stores.iter().position(JointStore::is::<J>);
        let place = found.unwrap_or_else(|| {
            self.stores.push(JointStore::new::<J>(self.number));
            self.stores.len() - 1
        });
        &mut self.stores[place]
    }

    fn unknown_joint<J: Constraint>(&self, id: JointId<J>) -> Error {
        self.unknown_any(id.into())
    }

    pub(super) const fn unknown_any(&self, joint: AnyJointId) -> Error {
        Error::UnknownJoint { joint, missing: self.missing(joint.world()) }
    }
}
