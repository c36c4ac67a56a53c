//! A world's own data, and its joints after it: `[header, [[name, joints], …]]`.

use core::fmt;

use serde::de::{DeserializeSeed, Error as _, SeqAccess};
use serde::ser::{SerializeSeq, SerializeTuple};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::types::{self, Bodies};
use super::{JointTypes, Registry, Saved};
use crate::body::{AppliedForce, Body};
use crate::check;
use crate::energy_guard::{EnergyGuard, SavedGuard};
use crate::error::Error;
use crate::id::{self, MAX_SAVED_WORLD};
use crate::math::{Scalar, Vec2};
use crate::slots::{SavedSlots, Slots};
use crate::solver::JointStore;
use crate::stepping::Stepping;
use crate::world::{Sleep, World};

/// Version of the format: raised by every change of it. Data of another version is refused.
const VERSION: u32 = 4;

/// Numbers whose last bit is lost by formats that do not keep every bit: 9π, √14 and e^0.1. A parser that rounds twice, as
/// `serde_json` without its feature `float_roundtrip`, reads each of them as its neighbour.
const EVERY_BIT: [f64; 3] = [28.274_333_882_308_138, 3.741_657_386_773_941_3, 1.105_170_918_075_647_7];

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
    /// A text format may lose infinity, so the serialiser fails at a joint with an infinite field that is not saved
    /// [as a word](super::number).
    ///
    /// # Errors
    /// [`Error::UnregisteredJoint`] where the world has, or has had, a joint of a type that is not listed: the ids of removed
    /// joints are saved too;
    /// [`Error::NameTwice`] where two types of the list have one name; [`Error::InvalidJoint`] for a joint that
    /// [`joint_mut`](World::joint_mut) has spoiled since the last step: it could not be loaded.
    pub fn save<'a>(&'a self, world: &'a World) -> Result<Saved<'a, T>, Error> {
        self.check_names()?;
        world.joints.validate()?;
        let bodies = &world.bodies;
        let unknown = |store: &&JointStore| !self.types.knows(types::Joints { store, bodies, as_text: false });
        match world.joints.stores.iter().find(unknown) {
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
                world.mark(partition);
            }),
            applied: world.touched.applied.clone(),
            bodies: world.bodies.to_saved(|_, body| Some(body)),
        };
        let mut tuple = serializer.serialize_tuple(2)?;
        tuple.serialize_element(&header)?;
        tuple.serialize_element(&Joints(self))?;
        tuple.end()
    }
}

/// The joints of a world, type after type, in the order in which they are solved.
struct Joints<'a, T>(&'a Saved<'a, T>);

impl<T: JointTypes> Serialize for Joints<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Saved { registry, world } = self.0;
        let as_text = serializer.is_human_readable();
        let mut seq = serializer.serialize_seq(Some(world.joints.stores.len()))?;
        for store in &world.joints.stores {
            registry.types.save(types::Joints { store, bodies: &world.bodies, as_text }, &mut seq)?;
        }
        seq.end()
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
        let joints = Reader { registry, world: Bodies { number: world.joints.number, bodies: &world.bodies } };
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
    let lost = header.every_bit.iter().zip(EVERY_BIT).find(|(read, saved)| read.to_bits() != saved.to_bits());
    if let Some((read, saved)) = lost {
        return Err(format!(
            "the format does not keep every bit of a number ({saved} was read as {read}); with serde_json, turn on its \
             feature `float_roundtrip`"
        ));
    }
    if header.number > MAX_SAVED_WORLD {
        return Err(format!("the number of the world is {}, but must be at most {MAX_SAVED_WORLD}", header.number));
    }
    let mut world = World::new();
    world.joints.number = header.number;
    id::reserve_world(header.number);
    world.set_gravity(header.gravity).map_err(text)?;
    world.set_substeps(header.substeps).map_err(text)?;
    world.set_stepping(header.stepping).map_err(text)?;
    world.set_max_angular_speed(header.max_angular_speed).map_err(text)?;
    world.set_push_out_speed(header.push_out_speed).map_err(text)?;
    world.set_sleep(header.sleep).map_err(text)?;
    if !header.time.is_finite() {
        return Err(format!("the time of the world is {}, but must be a finite number", header.time));
    }
    world.joints.time = header.time;
    if let Some(h) = header.last_substep {
        check::finite_positive("length of the last substep", h).map_err(text)?;
        world.joints.history.last = Some(h);
    }
    check::finite_not_negative("substep that the joints are stiff for", header.stiff_for).map_err(text)?;
    world.joints.history.stiff_for = header.stiff_for;
    world.bodies = Slots::from_saved(header.bodies, |_, body: Body| body.validate().map_err(text).map(|()| body))?;
    world.find_rest();
    header.applied.iter().try_for_each(AppliedForce::validate).map_err(text)?;
    world.touched.applied = header.applied;
    world.guard = EnergyGuard::from_saved(header.guard, world.bodies.places())?;
    Ok(world)
}

/// Reads the joints of all types.
struct Reader<'a, T> {
    registry: &'a Registry<T>,
    world: Bodies<'a>,
}

impl<'de, T: JointTypes> DeserializeSeed<'de> for Reader<'_, T> {
    type Value = Vec<JointStore>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, T: JointTypes> serde::de::Visitor<'de> for Reader<'_, T> {
    type Value = Vec<JointStore>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of the joints of each type")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut stores: Vec<JointStore> = Vec::new();
        while let Some(store) = seq.next_element_seed(OfOneType(&self))? {
            if stores.iter().any(|other| other.has_type_of(&store)) {
                let text = format_args!("the joints of type `{}` are listed twice", store.joint_type());
                return Err(A::Error::custom(text));
            }
            stores.push(store);
        }
        Ok(stores)
    }
}

/// Reads the name of a type and its joints.
struct OfOneType<'a, T>(&'a Reader<'a, T>);

impl<'de, T: JointTypes> DeserializeSeed<'de> for OfOneType<'_, T> {
    type Value = JointStore;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_tuple(2, self)
    }
}

impl<'de, T: JointTypes> serde::de::Visitor<'de> for OfOneType<'_, T> {
    type Value = JointStore;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a type of joints, and the joints")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let Reader { registry, world } = *self.0;
        let name: String =
            seq.next_element()?.ok_or_else(|| A::Error::custom("joints without the name of their type"))?;
        let store = registry.types.load(&name, world, &mut seq)?;
        store.map(|loaded| loaded.0).ok_or_else(|| {
            let text = format_args!("no type of joint is called `{name}`; list it by `Registry::with`");
            A::Error::custom(text)
        })
    }
}
