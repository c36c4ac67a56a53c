//! A list of joint types, which is a type itself: no table of functions, and nothing that is known to a whole program.

use core::marker::PhantomData;

use serde::Serialize;
use serde::de::{DeserializeOwned, Error as _, SeqAccess};
use serde::ser::{Error as _, SerializeSeq};

use super::finite::lost_field;
use crate::body_set::MovedBodySet;
use crate::constraint::Constraint;
use crate::slots::Key;
use crate::solver::{JointStore, SavedStore};

/// The joint types of a [`Registry`](super::Registry): what `impl JointTypes` says where that has to be named.
pub trait JointTypes: Types {}
impl<T: Types> JointTypes for T {}

/// A joint type under its name.
#[derive(Clone, Copy, Debug)]
pub struct Named<J> {
    pub(super) name: &'static str,
    pub(super) joint: PhantomData<fn() -> J>,
}

/// The joints of one type, and what tells the key of the body in a place.
#[derive(Clone, Copy)]
pub struct Joints<'a> {
    pub(super) store: &'a JointStore,
    pub(super) key: &'a dyn Fn(u32) -> Key,
    /// Whether they are saved in a text format, which may lose infinity.
    pub(super) as_text: bool,
}

/// The same, loaded.
pub struct Loaded(pub(super) JointStore);

/// The bodies that joints hold, whether one of them has a key, and the number of their world.
#[derive(Clone, Copy)]
pub struct Bodies<'a> {
    pub(super) number: u64,
    pub(super) set: &'a dyn MovedBodySet,
    pub(super) has: &'a dyn Fn(Key) -> bool,
}

/// What a list does.
pub trait Types {
    /// Appends the names.
    fn names(&self, names: &mut Vec<&'static str>);
    /// Whether the joints are of one of the types.
    fn knows(&self, store: Joints<'_>) -> bool;
    /// Appends the name and the joints, if the list has their type.
    fn save<S: SerializeSeq>(&self, store: Joints<'_>, seq: &mut S) -> Result<(), S::Error>;
    /// The joints that follow in `seq`, if the list has this name.
    fn load<'de, A: SeqAccess<'de>>(
        &self,
        name: &str,
        world: Bodies<'_>,
        seq: &mut A,
    ) -> Result<Option<Loaded>, A::Error>;
}

impl Types for () {
    fn names(&self, _: &mut Vec<&'static str>) {}

    fn knows(&self, _: Joints<'_>) -> bool {
        false
    }

    fn save<S: SerializeSeq>(&self, _: Joints<'_>, _: &mut S) -> Result<(), S::Error> {
        Ok(())
    }

    fn load<'de, A: SeqAccess<'de>>(&self, _: &str, _: Bodies<'_>, _: &mut A) -> Result<Option<Loaded>, A::Error> {
        Ok(None)
    }
}

impl<J: Constraint + Serialize + DeserializeOwned, T: Types> Types for (Named<J>, T) {
    fn names(&self, names: &mut Vec<&'static str>) {
        self.1.names(names);
        names.push(self.0.name);
    }

    fn knows(&self, store: Joints<'_>) -> bool {
        store.store.is::<J>() || self.1.knows(store)
    }

    fn save<S: SerializeSeq>(&self, store: Joints<'_>, seq: &mut S) -> Result<(), S::Error> {
        match store.store.to_saved::<J>(store.key) {
            Some(joints) => {
                if let Some(field) = store.as_text.then(|| lost_field(&joints)).flatten() {
                    return Err(S::Error::custom(format_args!(
                        "a joint `{}` has an infinite `{field}`, which text formats such as JSON lose; write \
                         `#[serde(with = \"constraint_core::saved::number\")]` before the field",
                        self.0.name
                    )));
                }
                seq.serialize_element(&(self.0.name, joints))
            }
            None => self.1.save(store, seq),
        }
    }

    fn load<'de, A: SeqAccess<'de>>(
        &self,
        name: &str,
        world: Bodies<'_>,
        seq: &mut A,
    ) -> Result<Option<Loaded>, A::Error> {
        if name != self.0.name {
            return self.1.load(name, world, seq);
        }
        let saved = seq.next_element::<SavedStore<J>>()?;
        let saved = saved.ok_or_else(|| A::Error::custom(format_args!("the joints `{name}` are missing")))?;
        let store = JointStore::from_saved(world.number, saved, world.set, world.has);
        let store = store.map_err(|problem| A::Error::custom(format_args!("a joint `{name}` {problem}")))?;
        Ok(Some(Loaded(store)))
    }
}
