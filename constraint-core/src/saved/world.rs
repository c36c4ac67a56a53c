//! A world's own data, and its joints after it: `[header, [[name, joints], …]]`.

use core::fmt;

use serde::de::{DeserializeSeed, Error as _, SeqAccess};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::joints::{EVERY_BIT, Joints, Reader, check_format, set_history};
use super::types::Bodies;
use super::{JointTypes, Registry, Saved};
use crate::body::{AppliedForce, Body};
use crate::energy_guard::{EnergyGuard, SavedGuard};
use crate::error::Error;
use crate::id;
use crate::math::{Scalar, Vec2};
use crate::slots::{SavedSlots, Slots};
use crate::stepping::Stepping;
use crate::world::{Sleep, World};

/// Version of the format: raised by every change of it. Data of another version is refused.
const VERSION: u32 = 4;

/// All of a world but its joints. `B` is a body, or a reference to it.
#[derive(Serialize, Deserialize)]
struct Header<B> {
    version: u32,
    /// [`EVERY_BIT`].
    every_bit: [f64; 3],
    number: u64,
    gravity: Vec2,
    substeps: u32,
    stepping: Stepping,
    max_angular_speed: Option<Scalar>,
    #[serde(with = "crate::saved_number")]
    push_out_speed: Scalar,
    time: f64,
    last_substep: Option<Scalar>,
    stiff_for: Scalar,
    sleep: Option<Sleep>,
    guard: SavedGuard,
    /// What acts on bodies during the next step only.
    applied: Vec<AppliedForce>,
    bodies: SavedSlots<B>,
}

impl<T: JointTypes> Registry<T> {
    /// The world, to be given to a serialiser: all that the next step depends on.
    ///
    /// # Errors
    /// [`Error::UnregisteredJoint`] where the world has, or has had, a joint of a type that is not listed;
    /// [`Error::NameTwice`] where two types of the list have one name; [`Error::InvalidJoint`] for a joint that
    /// [`joint_mut`](World::joint_mut) has spoilt since the last step: it could not be loaded.
    pub fn save<'a>(&'a self, world: &'a World) -> Result<Saved<'a, T>, Error> {
        self.check_types(&world.joints)?;
        Ok(Saved { registry: self, world })
    }

    /// A world that was saved.
    ///
    /// # Errors
    /// The deserialiser's, with a text that names what is wrong: a type of joint that is not listed, or a value that a world
    /// would refuse.
    pub fn load<'de, D: Deserializer<'de>>(&self, deserializer: D) -> Result<World, D::Error> {
        self.check_names().map_err(D::Error::custom)?;
        deserializer.deserialize_tuple(2, Visitor { registry: self })
    }
}

impl<'de, T: JointTypes> DeserializeSeed<'de> for &Registry<T> {
    type Value = World;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<World, D::Error> {
        self.load(deserializer)
    }
}

impl<T: JointTypes> Serialize for Saved<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let world = self.world;
        let header = Header {
            version: VERSION,
            every_bit: EVERY_BIT,
            number: world.joints.number,
            gravity: world.gravity,
            substeps: world.substeps,
            stepping: world.stepping,
            max_angular_speed: world.max_angular_speed,
            push_out_speed: world.push_out_speed(),
            time: world.joints.time,
            last_substep: world.joints.history.last,
            stiff_for: world.joints.history.stiff_for,
            sleep: world.sleep,
            guard: world.guard.to_saved(world.joints.dirty.links, |partition| {
                world.mark_changed_islands(partition);
            }),
            applied: world.touched.applied.clone(),
            bodies: world.bodies.to_saved(|_, body| Some(body)),
        };
        let mut tuple = serializer.serialize_tuple(2)?;
        tuple.serialize_element(&header)?;
        // A joint's bodies are there: removing one removes the joint.
        let key = |place| world.bodies.at(place).map(|(key, _)| key).unwrap_or_default();
        tuple.serialize_element(&Joints { registry: self.registry, set: &world.joints, key: &key })?;
        tuple.end()
    }
}

/// Reads a world.
struct Visitor<'a, T> {
    registry: &'a Registry<T>,
}

impl<'de, T: JointTypes> serde::de::Visitor<'de> for Visitor<'_, T> {
    type Value = World;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a saved world")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<World, A::Error> {
        let missing = |what| A::Error::custom(format_args!("a saved world has no {what}"));
        let header: Header<Body> = seq.next_element()?.ok_or_else(|| missing("header"))?;
        let mut world = begun(header).map_err(A::Error::custom)?;
        let registry = self.registry;
        let (number, bodies) = (world.joints.number, &world.bodies);
        let has = |key| bodies.get(key).is_some();
        let joints = Reader { registry, world: Bodies { number, set: bodies, has: &has } };
        world.joints.stores = seq.next_element_seed(joints)?.ok_or_else(|| missing("joints"))?;
        Ok(world)
    }
}

/// The world without its joints.
fn begun(header: Header<Body>) -> Result<World, String> {
    let text = |error: Error| error.to_string();
    if header.version != VERSION {
        return Err(format!("the world was saved in version {}, not {VERSION}", header.version));
    }
    check_format(header.every_bit, header.number)?;
    let mut world = World::new();
    world.joints.number = header.number;
    id::reserve_world(header.number);
    world.set_gravity(header.gravity).map_err(text)?;
    world.set_substeps(header.substeps).map_err(text)?;
    world.set_stepping(header.stepping).map_err(text)?;
    world.set_max_angular_speed(header.max_angular_speed).map_err(text)?;
    world.set_push_out_speed(header.push_out_speed).map_err(text)?;
    world.set_sleep(header.sleep).map_err(text)?;
    set_history(&mut world.joints, header.time, header.last_substep, header.stiff_for)?;
    world.bodies = Slots::from_saved(header.bodies, |_, body: Body| body.validate().map_err(text).map(|()| body))?;
    world.find_rest();
    header.applied.iter().try_for_each(AppliedForce::validate).map_err(text)?;
    world.touched.applied = header.applied;
    world.guard = EnergyGuard::from_saved(header.guard, world.bodies.places())?;
    Ok(world)
}
