//! The joints of one type as data.

use core::fmt::Debug;

use super::active::Memory;
use super::colours::{self, UNCOLOURED, proper};
use super::solved::{Place, Solved};
use super::{Entry, TypedStore};
use crate::body::Body;
use crate::check;
use crate::constraint::{Array, Constraint, Element};
use crate::id::BodyId;
use crate::math::{Scalar, Vec2, finite_or_zero};
use crate::saved::{Kept, SavedJoint, SavedStore, Turn};
use crate::slots::{Key, Slots};
use crate::solver::Motion;
use crate::solver::motion::{Altered, Changes};

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
        let saved = |memory: &Memory<J>, turn| Kept {
            impulses: numbers(memory.impulses.as_ref()),
            directions: numbers(memory.directions().as_ref()),
            turn,
        };
        if let Some(resting) = &entry.resting {
            return Some(saved(&resting.0, Turn::Asleep(resting.1)));
        }
        let place = entry.place?;
        Some(saved(&self.solved.memory(place)?, self.solved.turn(place)))
    }

    /// The joints that [`to_saved`](Self::to_saved) gave, in the world of this number with these bodies.
    pub(crate) fn from_saved(world: u64, saved: SavedStore<J>, bodies: &Slots<Body>) -> Result<Self, String> {
        check::finite_not_negative("length of the last substep", saved.h).map_err(|error| error.to_string())?;
        let mut motion = Motion::default();
        motion.load(bodies, Vec2::ZERO, 1.0);
        motion.begin(0.0, &mut Changes::default(), &Altered::ALL);
        let mut store = Self { h: saved.h, broken: saved.broken, ..Self::new(world) };
        let mut turns = Vec::new();
        store.entries = Slots::from_saved(saved.joints, |joint| {
            let (entry, kept) = entry(world, joint, bodies)?;
            turns.push(kept);
            Ok(entry)
        })?;
        let keys: Vec<Key> = store.entries.iter().map(|(key, _)| key).collect();
        let mut turns: Vec<_> = keys.into_iter().zip(turns).filter_map(|(key, kept)| Some((key, kept?))).collect();
        turns.sort_by_key(|(_, (_, turn))| turn.rank());
        refuse_twice(turns.iter().filter_map(|(key, (_, turn))| turn.slot(&store.entries.get(*key)?.bodies)))?;
        refuse_twice(store.broken.iter())?;
        if !turns.is_empty() && store.h == 0.0 {
            return Err("has impulses of a substep of no length".to_owned());
        }
        for (key, (memory, turn)) in turns {
            let Some(entry) = store.entries.get_mut(key) else { continue };
            entry.place = Some(store.solved.restore(key, entry, &motion, memory, turn)?);
        }
        for (key, entry) in store.entries.iter() {
            store.attached.insert(key.index, entry.places().as_ref());
        }
        // The next step makes their setups.
        store.note_all();
        Ok(store)
    }
}

/// Where each joint is, as data.
impl<J: Constraint> Solved<J> {
    #[allow(clippy::cast_possible_truncation)] // joints have places of 32 bits
    fn turn(&self, place: Place) -> Turn {
        match place {
            Place::Lane { colour: UNCOLOURED, at } => Turn::Uncoloured(at as u32),
            Place::Lane { colour, at } => match colours::star(colour) {
                Some((_, side)) => Turn::Ray { side: side as u32, at: at as u32 },
                None => Turn::Colour(proper(colour)),
            },
            Place::Crew(rung) => Turn::Colour(self.crewed.colour(rung)),
            Place::Alone(at) => Turn::Alone(at as u32),
            Place::Merged(at) => Turn::Merged(at as u32),
        }
    }

    /// Puts a joint back, after those before it.
    fn restore(
        &mut self,
        key: Key,
        entry: &Entry<J>,
        motion: &Motion,
        memory: Memory<J>,
        turn: Turn,
    ) -> Result<Place, String> {
        let (bodies, masses) = (entry.places(), &motion.masses);
        Ok(match turn {
            Turn::Colour(colour) if self.colours.restore(colour, bodies.as_ref(), masses) => {
                self.insert_in_lane(colour, key, entry, motion, memory)
            }
            Turn::Colour(_) => return Err("has a colour that its bodies do not have free".to_owned()),
            Turn::Uncoloured(_) => self.insert_in_lane(UNCOLOURED, key, entry, motion, memory),
            Turn::Ray { side, .. } => {
                let Some(&hub) = bodies.as_ref().get(side as usize).filter(|_| J::BODIES == 2) else {
                    return Err("holds no body with others of its type that are solved at once".to_owned());
                };
                self.insert_in_lane(colours::ray(hub, side as usize), key, entry, motion, memory)
            }
            Turn::Alone(_) => self.insert_alone(key, entry, motion, &memory),
            Turn::Merged(_) | Turn::Asleep(_) => self.insert_merged(key, entry, motion, &memory),
        })
    }
}

/// What the next step reads of the numbers that a joint keeps: it takes an infinite one or NaN for zero, too.
fn numbers(kept: &[Scalar]) -> Vec<Scalar> {
    kept.iter().copied().map(finite_or_zero).collect()
}

/// Refuses a list in which something stands twice.
fn refuse_twice<T: Ord + Debug>(all: impl Iterator<Item = T>) -> Result<(), String> {
    let mut all: Vec<T> = all.collect();
    all.sort_unstable();
    let twice = all.windows(2).find(|pair| pair[0] == pair[1]);
    twice.map_or(Ok(()), |pair| Err(format!("is listed twice: {:?}", pair[0])))
}

impl Turn {
    /// What only one joint can have: its place in an order that the motion depends on.
    fn slot(self, bodies: &impl Array<BodyId>) -> Option<(&'static str, Option<(BodyId, u32)>, u32)> {
        match self {
            Self::Uncoloured(at) => Some(("without a colour", None, at)),
            Self::Ray { side, at } => {
                Some(("of a hub", bodies.as_ref().get(side as usize).map(|&hub| (hub, side)), at))
            }
            Self::Alone(at) => Some(("with options", None, at)),
            Self::Merged(at) => Some(("from derived mathematics", None, at)),
            Self::Colour(_) | Self::Asleep(_) => None,
        }
    }

    /// Among those that have turns of the same kind.
    const fn rank(self) -> u32 {
        match self {
            Self::Colour(_) | Self::Asleep(_) => 0,
            Self::Uncoloured(rank) | Self::Ray { at: rank, .. } | Self::Alone(rank) | Self::Merged(rank) => rank,
        }
    }
}

/// A joint where it left off, and if it is awake, what it keeps, and its turn.
type Loaded<J> = (Entry<J>, Option<(Memory<J>, Turn)>);

fn entry<J: Constraint>(world: u64, saved: SavedJoint<J>, bodies: &Slots<Body>) -> Result<Loaded<J>, String> {
    let SavedJoint { joint, bodies: keys, options, kept } = saved;
    let keys: J::Bodies<Key> = array(&keys, "bodies")?;
    if !keys.as_ref().iter().all(|&key| bodies.get(key).is_some()) {
        return Err("holds a body that is not there".to_owned());
    }
    options.validate().map_err(|error| error.to_string())?;
    let bodies = J::Bodies::from_fn(|place| BodyId { world, key: keys.as_ref()[place] });
    let entry = Entry::new(joint, bodies, options);
    let Some(kept) = kept else { return Ok((entry, None)) };
    let memory = Memory::new(finite(&kept.impulses)?, &finite(&kept.directions)?);
    let Turn::Asleep(h) = kept.turn else { return Ok((entry, Some((memory, kept.turn)))) };
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
