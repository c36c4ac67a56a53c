//! The joints of a world or of a set as data, and a set of them: `[header, [[name, joints], …]]`.

use core::fmt;

use serde::de::{DeserializeSeed, Error as _, SeqAccess};
use serde::ser::{SerializeSeq, SerializeTuple};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::types::{self, Bodies};
use super::{JointTypes, Registry};
use crate::body_set::{BodySet, Motions, MovedBodySet, SolverBody, VelocityUpdate};
use crate::check;
use crate::error::Error;
use crate::id::{self, MAX_SAVED_WORLD};
use crate::joint_set::JointSet;
use crate::kinematics::Velocity;
use crate::math::{Scalar, Vec2};
use crate::slots::Key;
use crate::solver::JointStore;
use crate::threads::Threads;

/// Version of the format of a set: raised by every change of it. Data of another version is refused.
const VERSION: u32 = 1;

/// Numbers whose last bit is lost by formats that do not keep every bit: 9π, √14 and e^0.1. A parser that rounds twice, as
/// `serde_json` without its feature `float_roundtrip`, reads each of them as its neighbour.
pub(super) const EVERY_BIT: [f64; 3] = [28.274_333_882_308_138, 3.741_657_386_773_941_3, 1.105_170_918_075_647_7];

/// All of a set but its joints.
#[derive(Serialize, Deserialize)]
struct Header {
    version: u32,
    /// [`EVERY_BIT`].
    every_bit: [f64; 3],
    number: u64,
    #[serde(with = "crate::saved_number")]
    push_out_speed: Scalar,
    time: f64,
    last_substep: Option<Scalar>,
    stiff_for: Scalar,
}

/// A set of joints to be given to a serialiser: what [`Registry::save_joints`] returns.
#[derive(Debug)]
pub struct SavedJoints<'a, T> {
    registry: &'a Registry<T>,
    joints: &'a JointSet,
}

/// The joints of a set whose bodies others keep, each body by its index.
impl<T: JointTypes> Registry<T> {
    /// The joints of a set, to be given to a serialiser: all that its next step depends on, apart from the bodies.
    ///
    /// # Errors
    /// As [`save`](Self::save).
    pub fn save_joints<'a>(&'a self, joints: &'a JointSet) -> Result<SavedJoints<'a, T>, Error> {
        self.check_types(joints)?;
        Ok(SavedJoints { registry: self, joints })
    }

    /// A set that was saved, over bodies that have been loaded already: each has the index that it had.
    ///
    /// # Errors
    /// The deserialiser's, with a text that names what is wrong, as for [`load`](Self::load).
    pub fn load_joints<'de, D: Deserializer<'de>>(
        &self,
        bodies: &dyn BodySet,
        deserializer: D,
    ) -> Result<JointSet, D::Error> {
        self.check_names().map_err(D::Error::custom)?;
        deserializer.deserialize_tuple(2, Visitor { registry: self, bodies })
    }

    /// Refuses joints of a type that is not listed, and joints that could not be loaded.
    pub(super) fn check_types(&self, joints: &JointSet) -> Result<(), Error> {
        self.check_names()?;
        joints.validate()?;
        let key = &|_| Key::default();
        match joints.stores.iter().find(|store| !self.types.knows(types::Joints { store, key, as_text: false })) {
            Some(store) => Err(Error::UnregisteredJoint { joint: store.joint_type() }),
            None => Ok(()),
        }
    }
}

/// The key of a body that others keep.
fn key(index: u32) -> Key {
    Key { index, generation: 0 }
}

impl<T: JointTypes> Serialize for SavedJoints<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { registry, joints } = *self;
        let header = Header {
            version: VERSION,
            every_bit: EVERY_BIT,
            number: joints.number,
            push_out_speed: joints.push_out_speed,
            time: joints.time,
            last_substep: joints.history.last,
            stiff_for: joints.history.stiff_for,
        };
        let mut tuple = serializer.serialize_tuple(2)?;
        tuple.serialize_element(&header)?;
        tuple.serialize_element(&Joints { registry, set: joints, key: &key })?;
        tuple.end()
    }
}

/// Joints, type after type, in the order in which they are solved.
pub(super) struct Joints<'a, T> {
    pub(super) registry: &'a Registry<T>,
    pub(super) set: &'a JointSet,
    /// The key of the body in a place.
    pub(super) key: &'a dyn Fn(u32) -> Key,
}

impl<T: JointTypes> Serialize for Joints<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { registry, set, key } = *self;
        let as_text = serializer.is_human_readable();
        let mut seq = serializer.serialize_seq(Some(set.stores.len()))?;
        for store in &set.stores {
            registry.types.save(types::Joints { store, key, as_text }, &mut seq)?;
        }
        seq.end()
    }
}

/// Reads a set.
struct Visitor<'a, T> {
    registry: &'a Registry<T>,
    bodies: &'a dyn BodySet,
}

impl<'de, T: JointTypes> serde::de::Visitor<'de> for Visitor<'_, T> {
    type Value = JointSet;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a saved set of joints")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<JointSet, A::Error> {
        let missing = |what| A::Error::custom(format_args!("a saved set of joints has no {what}"));
        let header: Header = seq.next_element()?.ok_or_else(|| missing("header"))?;
        let mut joints = begun(&header).map_err(A::Error::custom)?;
        let (registry, bodies, count) = (self.registry, &Unmoved(self.bodies), self.bodies.count());
        let has = |key: Key| key.generation == 0 && (key.index as usize) < count;
        let reader = Reader { registry, world: Bodies { number: joints.number, set: bodies, has: &has } };
        joints.stores = seq.next_element_seed(reader)?.ok_or_else(|| missing("joints"))?;
        Ok(joints)
    }
}

/// The set without its joints.
fn begun(header: &Header) -> Result<JointSet, String> {
    if header.version != VERSION {
        return Err(format!("the joints were saved in version {}, not {VERSION}", header.version));
    }
    check_format(header.every_bit, header.number)?;
    let mut joints = JointSet::new();
    joints.number = header.number;
    id::reserve_world(header.number);
    joints.set_push_out_speed(header.push_out_speed).map_err(|error| error.to_string())?;
    set_history(&mut joints, header.time, header.last_substep, header.stiff_for)?;
    Ok(joints)
}

/// Refuses a format that does not keep every bit, and a number that no world or set can have.
pub(super) fn check_format(every_bit: [f64; 3], number: u64) -> Result<(), String> {
    let lost = every_bit.iter().zip(EVERY_BIT).find(|(read, saved)| read.to_bits() != saved.to_bits());
    if let Some((read, saved)) = lost {
        return Err(format!(
            "the format does not keep every bit of a number ({saved} was read as {read}); with serde_json, turn on its \
             feature `float_roundtrip`"
        ));
    }
    if number > MAX_SAVED_WORLD {
        return Err(format!("the number of the world is {number}, but must be at most {MAX_SAVED_WORLD}"));
    }
    Ok(())
}

/// Sets how long the joints have been stepped, and in which substeps.
pub(super) fn set_history(
    joints: &mut JointSet,
    time: f64,
    last_substep: Option<Scalar>,
    stiff_for: Scalar,
) -> Result<(), String> {
    let text = |error: Error| error.to_string();
    if !time.is_finite() {
        return Err(format!("the time of the world is {time}, but must be a finite number"));
    }
    joints.time = time;
    if let Some(h) = last_substep {
        check::finite_positive("length of the last substep", h).map_err(text)?;
        joints.history.last = Some(h);
    }
    check::finite_not_negative("substep that the joints are stiff for", stiff_for).map_err(text)?;
    joints.history.stiff_for = stiff_for;
    Ok(())
}

/// Bodies that others keep, as their joints are loaded: only their masses are read.
struct Unmoved<'a>(&'a dyn BodySet);

impl BodySet for Unmoved<'_> {
    fn count(&self) -> usize {
        self.0.count()
    }

    fn body(&self, index: u32) -> SolverBody {
        self.0.body(index)
    }

    fn set_velocity(&mut self, _: u32, _: Velocity<Scalar>) {}
}

impl MovedBodySet for Unmoved<'_> {
    fn is_fixed(&self, index: u32) -> bool {
        !self.body(index).mass.moves()
    }

    fn drive(&self, _: u32, _: Vec2, _: Scalar) -> VelocityUpdate {
        VelocityUpdate::NONE
    }

    fn take_motions(&mut self, _: &impl Motions, _: &Threads, _: usize) {}
}

/// Reads the joints of all types.
pub(super) struct Reader<'a, T> {
    pub(super) registry: &'a Registry<T>,
    pub(super) world: Bodies<'a>,
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
