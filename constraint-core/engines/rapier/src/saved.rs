//! Worlds as data, with the feature `serde`: Rapier's own snapshot, and the joints beside it.

use core::fmt;

use constraint_core::JointSet;
use constraint_core::saved::{JointTypes, Registry};
use serde::de::{DeserializeSeed, Error as _, SeqAccess};
use serde::ser::{Error as _, SerializeTuple};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::bodies::{Bodies, Slot};
use crate::error::Error;
use crate::locked::{LockedAxis, LockedBody};
use crate::rapier::prelude::PhysicsWorld;
use crate::world::{Held, JointedWorld};

/// Under this name, the joints of locked axes stand among those of the user.
const LOCKED_AXIS: &str = "constraint_rapier::LockedAxis";

/// All of a world but Rapier's part and the joints themselves. `H` is what a joint holds, or a reference to it.
#[derive(Serialize, Deserialize)]
struct Header<H> {
    /// In the order of their first joints.
    bodies: Vec<Slot>,
    /// In the order of [`JointedWorld::joint_ids`].
    held: Vec<H>,
    locked: Vec<LockedBody>,
    /// By their places in that order: joints that have just broken, and whether they are to be removed.
    broken: Vec<(usize, bool)>,
}

/// A world to be given to a serialiser: what [`JointedWorld::save`] returns.
struct SavedWorld<'a, T> {
    world: &'a JointedWorld,
    registry: Registry<T>,
}

impl JointedWorld {
    /// The world, to be given to a serialiser: Rapier's part, the joints with their impulses, and turns of bodies. `registry` lists the
    /// types of its joints.
    ///
    /// A loaded world has the same handles and ids. Read the events of a step before you save: they are not in the data.
    ///
    /// ```
    /// use constraint_rapier::JointedWorld;
    /// use constraint_rapier::constraint_core::joints::DistanceJoint;
    /// use constraint_rapier::constraint_core::saved::Registry;
    ///
    /// let registry = || Registry::new().with::<DistanceJoint>("distance");
    /// let world = JointedWorld::default();
    /// let text = serde_json::to_string(&world.save(registry())?)?;
    /// let loaded = JointedWorld::load(registry(), &mut serde_json::Deserializer::from_str(&text))?;
    /// assert!(loaded.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Joint`] for joints of a type that is not listed, for two types of one name, and for a joint that
    /// [`joint_mut`](Self::joint_mut) has spoiled.
    pub fn save<'a, T: JointTypes + 'a>(&'a self, registry: Registry<T>) -> Result<impl Serialize + 'a, Error> {
        let saved = SavedWorld { world: self, registry: registry.with::<LockedAxis>(LOCKED_AXIS) };
        saved.registry.save_joints(&self.set)?;
        Ok(saved)
    }

    /// A world that was saved.
    ///
    /// # Errors
    /// The deserialiser's, with a text that names what is wrong.
    pub fn load<'de, T: JointTypes, D: Deserializer<'de>>(
        registry: Registry<T>,
        deserializer: D,
    ) -> Result<Self, D::Error> {
        deserializer.deserialize_tuple(3, Visitor(registry.with::<LockedAxis>(LOCKED_AXIS)))
    }
}

impl<T: JointTypes> Serialize for SavedWorld<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { world, registry } = self;
        let ids: Vec<_> = world.joint_ids().collect();
        let header = Header {
            bodies: world.bodies.held_slots().cloned().collect(),
            held: ids.iter().filter_map(|id| world.joints.get(id)).collect(),
            locked: world.locked.clone(),
            broken: (0..)
                .zip(&ids)
                .filter_map(|(at, id)| Some((at, world.broken.iter().find(|(broken, _)| broken == id)?.1)))
                .collect(),
        };
        let mut tuple = serializer.serialize_tuple(3)?;
        tuple.serialize_element(&world.physics)?;
        tuple.serialize_element(&header)?;
        tuple.serialize_element(&registry.save_joints(&world.set).map_err(S::Error::custom)?)?;
        tuple.end()
    }
}

/// Reads a world.
struct Visitor<T>(Registry<T>);

impl<'de, T: JointTypes> serde::de::Visitor<'de> for Visitor<T> {
    type Value = JointedWorld;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a saved world of Rapier with joints")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<JointedWorld, A::Error> {
        let missing = |what| A::Error::custom(format_args!("a saved world has no {what}"));
        let physics: PhysicsWorld = seq.next_element()?.ok_or_else(|| missing("physics"))?;
        let header: Header<Held> = seq.next_element()?.ok_or_else(|| missing("header"))?;
        let Header { bodies, held, locked, broken } = header;
        let mut bodies =
            Bodies::from_slots(bodies, held.iter().flat_map(|held| &held.bodies)).map_err(A::Error::custom)?;
        bodies.copy_from(&physics, 1.0, None);
        let set = seq.next_element_seed(Joints(&self.0, &bodies))?.ok_or_else(|| missing("joints"))?;
        let mut world = JointedWorld { physics, set, bodies, locked, ..JointedWorld::default() };
        let ids: Vec<_> = world.joint_ids().collect();
        if ids.len() != held.len() {
            let text = format_args!("there are {} joints, but bodies of {}", ids.len(), held.len());
            return Err(A::Error::custom(text));
        }
        world.broken = broken.into_iter().filter_map(|(at, removed)| Some((*ids.get(at)?, removed))).collect();
        world.joints = ids.into_iter().zip(held).collect();
        Ok(world)
    }
}

/// Reads the joints between these bodies.
struct Joints<'a, T>(&'a Registry<T>, &'a Bodies);

impl<'de, T: JointTypes> DeserializeSeed<'de> for Joints<'_, T> {
    type Value = JointSet;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<JointSet, D::Error> {
        self.0.load_joints(self.1, deserializer)
    }
}
