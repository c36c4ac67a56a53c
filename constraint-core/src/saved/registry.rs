//! The joint types that a user lists, and saving and loading by that list.

use core::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::JointTypes;
use super::types::Named;
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
    /// Adds the joint type `J` under the name `name`.
    pub fn with<J: Constraint + Serialize + DeserializeOwned>(self, name: &'static str) -> Registry<(Named<J>, T)> {
        Registry { types: (Named { name, joint: PhantomData }, self.types) }
    }

    pub(super) fn check_names(&self) -> Result<(), Error> {
        let mut names = Vec::new();
        self.types.names(&mut names);
        let twice = names.iter().enumerate().find(|&(place, name)| names[..place].contains(name));
        twice.map_or(Ok(()), |(_, name)| Err(Error::NameTwice { name }))
    }
}

/// A world to be given to a serialiser: what [`Registry::save`] returns.
#[derive(Debug)]
pub struct Saved<'a, T> {
    pub(super) registry: &'a Registry<T>,
    pub(super) world: &'a World,
}
