//! The joint types that a user lists, and saving and loading by that list.

use core::marker::PhantomData;

use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error as _};
use serde::{Serialize, Serializer};

use super::types::{Joints, Named};
use super::{JointTypes, world};
use crate::constraint::Constraint;
use crate::error::Error;
use crate::world::World;

/// The joint types of a world that is to be saved or loaded, each with the name that it has in the saved data.
///
/// The name stays the same when the type is renamed or moved. The list is part of the registry's type; a function that
/// returns one has the type `Registry<impl JointTypes>`.
#[derive(Clone, Copy, Debug, Default)]
#[must_use]
pub struct Registry<T = ()> {
    pub(super) types: T,
}

impl Registry {
    /// No types.
    pub const fn new() -> Self {
        Self { types: () }
    }
}

impl<T: JointTypes> Registry<T> {
    /// The same and joints of type `J`, which are called `name`.
    pub fn with<J: Constraint + Serialize + DeserializeOwned>(self, name: &'static str) -> Registry<(Named<J>, T)> {
        Registry { types: (Named { name, joint: PhantomData }, self.types) }
    }

    /// The world, to be given to a serialiser: all that the next step depends on.
    ///
    /// # Errors
    /// [`Error::UnregisteredJoint`] where the world has, or has had, a joint of a type that is not listed;
    /// [`Error::NameTwice`] where two types of the list have one name; [`Error::InvalidJoint`] for a joint that
    /// [`joint_mut`](World::joint_mut) has spoilt since the last step: it could not be loaded.
    pub fn save<'a>(&'a self, world: &'a World) -> Result<Saved<'a, T>, Error> {
        self.check_names()?;
        world.joints.validate()?;
        let bodies = &world.bodies;
        match world.joints.stores.iter().find(|store| !self.types.knows(Joints { store, bodies })) {
            Some(store) => Err(Error::UnregisteredJoint { joint: store.joint_type() }),
            None => Ok(Saved { registry: self, world }),
        }
    }

    /// A world that was saved.
    ///
    /// # Errors
    /// The deserialiser's, with a text that names what is wrong: a type of joint that is not listed, or a value that a world
    /// would refuse.
    pub fn load<'de, D: Deserializer<'de>>(&self, deserializer: D) -> Result<World, D::Error> {
        self.check_names().map_err(D::Error::custom)?;
        deserializer.deserialize_tuple(2, world::Visitor { registry: self })
    }

    fn check_names(&self) -> Result<(), Error> {
        let mut names = Vec::new();
        self.types.names(&mut names);
        let twice = names.iter().enumerate().find(|&(place, name)| names[..place].contains(name));
        twice.map_or(Ok(()), |(_, name)| Err(Error::NameTwice { name }))
    }
}

impl<'de, T: JointTypes> DeserializeSeed<'de> for &Registry<T> {
    type Value = World;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<World, D::Error> {
        self.load(deserializer)
    }
}

/// A world to be given to a serialiser: what [`Registry::save`] returns.
#[derive(Debug)]
pub struct Saved<'a, T> {
    pub(super) registry: &'a Registry<T>,
    pub(super) world: &'a World,
}

impl<T: JointTypes> Serialize for Saved<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        world::serialize(self, serializer)
    }
}
