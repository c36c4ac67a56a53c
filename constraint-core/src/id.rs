//! Names of bodies and joints, which outlive what they name without ever naming something else.

use core::any::{TypeId, type_name};
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::slots::Key;

/// The numbers that worlds have in this process.
struct WorldNumbers {
    /// The number of the next world. It counts one world at a time, so it never wraps.
    next: u64,
    /// Numbers of loaded worlds that `next` has not reached yet.
    loaded: BTreeSet<u64>,
}

static NUMBERS: Mutex<WorldNumbers> = Mutex::new(WorldNumbers { next: 0, loaded: BTreeSet::new() });

fn numbers() -> MutexGuard<'static, WorldNumbers> {
    // Nothing panics while it is locked.
    NUMBERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tells worlds apart: an id of one is unknown to the other.
pub(crate) fn next_world() -> u64 {
    let numbers = &mut *numbers();
    while numbers.loaded.remove(&numbers.next) {
        numbers.next += 1;
    }
    numbers.next += 1;
    numbers.next - 1
}

/// The largest world number that a file may have. Formats that keep numbers as `f64` keep it exactly, and a world a
/// microsecond takes 285 years to reach it.
#[cfg(feature = "serde")]
pub(crate) const MAX_SAVED_WORLD: u64 = (1 << 53) - 1;

/// Takes the number of a loaded world: no later world has it.
///
/// A file may have any number, so the counter does not jump to it: a world after the largest one could not be saved.
#[cfg(feature = "serde")]
pub(crate) fn reserve_world(number: u64) {
    let numbers = &mut *numbers();
    if number >= numbers.next {
        numbers.loaded.insert(number);
    }
}

/// Names a body of a world: what [`World::add_body`](crate::World::add_body) returns.
///
/// Once the body is removed, or in another world, it names nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BodyId {
    pub(crate) world: u64,
    pub(crate) key: Key,
}

impl fmt::Debug for BodyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BodyId({})", Numbers { world: self.world, key: self.key })
    }
}

/// Names a joint of a world, and knows its type: what [`World::add_joint`](crate::World::add_joint) returns.
///
/// Once the joint is removed, or in another world, it names nothing.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(bound = ""))]
pub struct JointId<J> {
    pub(crate) world: u64,
    pub(crate) key: Key,
    #[cfg_attr(feature = "serde", serde(skip))]
    // A function type owns no joint: an id is `Send` and comparable even if the joint type is not.
    joint: PhantomData<fn() -> J>,
}

impl<J> JointId<J> {
    pub(crate) const fn new(world: u64, key: Key) -> Self {
        Self { world, key, joint: PhantomData }
    }
}

// By hand: derived, they would ask the same of the joint.
impl<J> Clone for JointId<J> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<J> Copy for JointId<J> {}
impl<J> PartialEq for JointId<J> {
    fn eq(&self, other: &Self) -> bool {
        (self.world, self.key) == (other.world, other.key)
    }
}
impl<J> Eq for JointId<J> {}
impl<J> Hash for JointId<J> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.world, self.key).hash(state);
    }
}
impl<J> fmt::Debug for JointId<J> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JointId<{}>({})", type_name::<J>(), Numbers { world: self.world, key: self.key })
    }
}

/// Names a joint of any type, where joints of several types stand in one list.
///
/// It compares with a [`JointId`], and [`downcast`](Self::downcast) gives that back.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct AnyJointId {
    world: u64,
    key: Key,
    joint: TypeId,
    name: &'static str,
}

impl AnyJointId {
    /// The type of the joint, as the compiler spells it.
    pub const fn joint_type(&self) -> &'static str {
        self.name
    }

    pub(crate) const fn world(&self) -> u64 {
        self.world
    }

    pub(crate) const fn key(&self) -> Key {
        self.key
    }

    /// The id with its type, if this names a joint of type `J`.
    pub fn downcast<J: 'static>(self) -> Option<JointId<J>> {
        (self.joint == TypeId::of::<J>()).then(|| JointId::new(self.world, self.key))
    }
}

impl<J: 'static> From<JointId<J>> for AnyJointId {
    fn from(id: JointId<J>) -> Self {
        Self { world: id.world, key: id.key, joint: TypeId::of::<J>(), name: type_name::<J>() }
    }
}

impl<J: 'static> PartialEq<JointId<J>> for AnyJointId {
    fn eq(&self, other: &JointId<J>) -> bool {
        *self == Self::from(*other)
    }
}

impl fmt::Debug for AnyJointId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JointId<{}>({})", self.name, Numbers { world: self.world, key: self.key })
    }
}

/// The numbers of an id, as its `Debug` shows them.
struct Numbers {
    world: u64,
    key: Key,
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{} of world {}", self.key.index, self.key.generation, self.world)
    }
}
