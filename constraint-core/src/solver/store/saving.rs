//! The joints of one type as data.

use super::active::Memory;
use super::{Entry, TypedStore};
use crate::body::Body;
use crate::check;
use crate::constraint::{Array, Constraint, Element};
use crate::id::BodyId;
use crate::math::{Scalar, Vec2};
use crate::saved::{Kept, SavedJoint, SavedStore};
use crate::slots::{Key, Slots};
use crate::solver::Motion;

impl<J: Constraint> TypedStore<J> {
    /// All that the next step needs of the joints.
    pub(crate) fn to_saved(&self) -> SavedStore<&J> {
        let joints = self.entries.to_saved(|entry| SavedJoint {
            joint: &entry.joint,
            bodies: entry.bodies.as_ref().iter().map(|body| body.key).collect(),
            options: entry.options,
            kept: self.kept(entry),
        });
        SavedStore { h: self.h, broken: self.broken.clone(), joints }
    }

    fn kept(&self, entry: &Entry<J>) -> Option<Kept> {
        let saved = |memory: &Memory<J>, asleep| Kept {
            impulses: memory.impulses.as_ref().to_vec(),
            directions: memory.directions().as_ref().to_vec(),
            asleep,
        };
        match &entry.resting {
            Some(resting) => Some(saved(&resting.0, Some(resting.1))),
            None => entry.place.and_then(|place| self.solved.memory(place)).map(|memory| saved(&memory, None)),
        }
    }

    /// The joints that [`to_saved`](Self::to_saved) gave, in the world of this number with these bodies.
    pub(crate) fn from_saved(world: u32, saved: SavedStore<J>, bodies: &Slots<Body>) -> Result<Self, String> {
        check::finite_not_negative("length of the last substep", saved.h).map_err(|error| error.to_string())?;
        let mut motion = Motion::default();
        motion.load(bodies, Vec2::ZERO, 1.0);
        motion.begin(0.0);
        let mut store = Self { h: saved.h, broken: saved.broken, ..Self::new(world) };
        let mut kept = Vec::new();
        store.entries = Slots::from_saved(saved.joints, |joint| {
            let (entry, memory) = entry(world, joint, bodies)?;
            kept.push(memory);
            Ok(entry)
        })?;
        for ((key, entry), memory) in store.entries.iter_mut().zip(kept) {
            if let Some(memory) = memory {
                entry.place = Some(store.solved.insert(key, entry, &motion, &memory).0);
            }
        }
        // The next step arranges the joints as the last one did.
        store.changed = true;
        Ok(store)
    }
}

/// A joint where it left off, and what it keeps awake.
fn entry<J: Constraint>(
    world: u32,
    saved: SavedJoint<J>,
    bodies: &Slots<Body>,
) -> Result<(Entry<J>, Option<Memory<J>>), String> {
    let SavedJoint { joint, bodies: keys, options, kept } = saved;
    let keys: J::Bodies<Key> = array(&keys, "bodies")?;
    if !keys.as_ref().iter().all(|&key| bodies.get(key).is_some()) {
        return Err("holds a body that is not there".to_owned());
    }
    options.validate().map_err(|error| error.to_string())?;
    let bodies = J::Bodies::from_fn(|place| BodyId { world, key: keys.as_ref()[place] });
    let entry = Entry { joint, bodies, options, place: None, resting: None };
    let Some(kept) = kept else { return Ok((entry, None)) };
    let memory = Memory::new(finite(&kept.impulses)?, &finite(&kept.directions)?);
    let Some(h) = kept.asleep else { return Ok((entry, Some(memory))) };
    check::finite_positive("length of the last substep", h).map_err(|error| error.to_string())?;
    Ok((Entry { resting: Some(Box::new((memory, h))), ..entry }, None))
}

fn finite<A: Array<Scalar>>(values: &[Scalar]) -> Result<A, String> {
    if !values.iter().all(|value| value.is_finite()) {
        return Err("has an impulse or a direction that is not finite".to_owned());
    }
    array(values, "impulses or directions")
}

/// As many values as a joint of its type has.
fn array<T: Element + Default, A: Array<T>>(values: &[T], what: &str) -> Result<A, String> {
    let array = A::from_fn(|place| values.get(place).copied().unwrap_or_default());
    let expected = array.as_ref().len();
    if values.len() == expected { Ok(array) } else { Err(format!("has {} {what}, not {expected}", values.len())) }
}
