//! Adding, changing and removing joints of any type.

use core::any::type_name;

use super::{BodiesOf, World};
use crate::constraint::Constraint;
use crate::error::Error;
use crate::id::{BodyId, JointId};
use crate::joint::{JointMut, JointOptions};
use crate::solver::JointStore;

impl World {
    /// Adds a joint between `bodies`: an array with one for each of its closure's parameters, in that order, `[a]` of a joint
    /// of one. It wakes them. One body may stand in several places: a pulley over a moving block.
    ///
    /// # Errors
    /// [`Error::InvalidJoint`] for a parameter, or [`Error::UnknownBody`].
    pub fn add_joint<J: Constraint>(&mut self, bodies: impl BodiesOf<J>, joint: J) -> Result<JointId<J>, Error> {
        let bodies = BodiesOf::array(bodies);
        joint.validate().map_err(|parameter| Error::InvalidJoint { joint: type_name::<J>(), id: None, parameter })?;
        bodies.as_ref().iter().try_for_each(|&id| self.body(id).map(|_| ()))?;
        self.touch(bodies.as_ref());
        Ok(self.store_or_new::<J>().insert(&bodies, joint))
    }

    /// The joint of this name.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn joint<J: Constraint>(&self, id: JointId<J>) -> Result<&J, Error> {
        self.of_joint(id, |store| store.joint(id.key))
    }

    /// The joint of this name, to change its parameters. The next step checks them. It wakes its bodies.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn joint_mut<J: Constraint>(&mut self, id: JointId<J>) -> Result<JointMut<'_, J>, Error> {
        // The bodies stay as they are, and need not be taken in again.
        let bodies = self.joint_bodies(id)?;
        self.touch_only(bodies.as_ref());
        let unknown = self.unknown_joint(id);
        self.store_mut(id).and_then(|store| store.joint_mut(id.key)).ok_or(unknown)
    }

    /// Removes a joint. Its bodies wake.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn remove_joint<J: Constraint>(&mut self, id: JointId<J>) -> Result<J, Error> {
        self.touch_joint(id)?;
        let unknown = self.unknown_joint(id);
        self.store_mut(id).and_then(|store| store.take(id.key)).ok_or(unknown)
    }

    /// The joints of type `J`, each with its name, in an order that removal does not change.
    pub fn joints<J: Constraint>(&self) -> impl Iterator<Item = (JointId<J>, &J)> {
        self.store::<J>().into_iter().flat_map(JointStore::iter)
    }

    /// The bodies that the joint holds, in the order of its closure's parameters.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn joint_bodies<J: Constraint>(&self, id: JointId<J>) -> Result<J::Bodies<BodyId>, Error> {
        self.of_joint(id, |store| store.bodies::<J>(id.key))
    }

    /// What the joint has besides its own parameters.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`].
    pub fn joint_options<J: Constraint>(&self, id: JointId<J>) -> Result<JointOptions, Error> {
        self.of_joint(id, |store| Some(store.get(id.key)?.options))
    }

    /// Sets what the joint has besides its own parameters. It wakes the joint's bodies, and mends the joint if it broke in
    /// the last step.
    ///
    /// # Errors
    /// [`Error::UnknownJoint`]; [`Error::NotFinite`], [`Error::NotPositive`] or [`Error::Negative`] for an option.
    pub fn set_joint_options<J: Constraint>(&mut self, id: JointId<J>, options: JointOptions) -> Result<(), Error> {
        options.validate()?;
        self.touch_joint(id)?;
        let unknown = self.unknown_joint(id);
        let set = self.store_mut(id).is_some_and(|store| store.set_options(id.key, options));
        if set { Ok(()) } else { Err(unknown) }
    }

    /// What holds the joint's bodies has changed.
    fn touch_joint<J: Constraint>(&mut self, id: JointId<J>) -> Result<(), Error> {
        let bodies = self.joint_bodies(id)?;
        self.touch(bodies.as_ref());
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
        self.joints.iter().find(|store| store.is::<J>())
    }

    /// The store in which a joint of this name would be.
    fn store_mut<J: Constraint>(&mut self, id: JointId<J>) -> Option<&mut JointStore> {
        self.joints.iter_mut().filter(|_| id.world == self.number).find(|store| store.is::<J>())
    }

    fn store_or_new<J: Constraint>(&mut self) -> &mut JointStore {
        let found = self.joints.iter().position(JointStore::is::<J>);
        let place = found.unwrap_or_else(|| {
            self.joints.push(JointStore::new::<J>(self.number));
            self.joints.len() - 1
        });
        &mut self.joints[place]
    }

    fn unknown_joint<J: Constraint>(&self, id: JointId<J>) -> Error {
        Error::UnknownJoint { joint: id.into(), missing: self.missing(id.world) }
    }
}
