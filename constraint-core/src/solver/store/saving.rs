//! The joints of one type as data.

use core::fmt::Debug;

use crate::body_set::MovedBodySet;
use crate::check;
use crate::constraint::Constraint;
use crate::kernels::Layout;
use crate::math::{Scalar, Vec2, finite_or_zero};
use crate::slots::{Key, Slots};
use crate::solver::SolverBodies;
use crate::solver::dirty::Dirty;
use crate::solver::packs::joint_data::Joint;
use crate::solver::packs::joint_data::WarmStartCache;
use crate::solver::partition::colours;
use crate::solver::partition::colours::{OVERFLOW, proper};
use crate::solver::store::active_joints::{ActiveJoints, JointLocation};
use crate::solver::store::saved::{SavedJoint, SavedStore, Turn, WarmStartCache as SavedKept};
use crate::solver::store::{Entry, JointStore};

impl JointStore {
    /// All that the next step needs of the joints; `None` if they are not of type `J`. `key` tells the key of the body in a place.
    pub(crate) fn to_saved<J: Constraint>(&self, key: &dyn Fn(u32) -> Key) -> Option<SavedStore<&J>> {
        let typed = &self.entries.typed::<J>()?.0;
        let joints = self.entries.slots().to_saved(|slot, entry| {
            Some(SavedJoint {
                joint: typed.get(slot as usize)?.as_ref()?,
                bodies: self.entries.places(slot).iter().map(|&body| key(body)).collect(),
                options: entry.options,
                is_apart: entry.apart.is_some(),
                kept: self.kept(entry),
            })
        });
        Some(SavedStore { h: self.h, broken: self.broken.clone(), joints })
    }

    fn kept(&self, entry: &Entry) -> Option<SavedKept> {
        let saved = |kept: &WarmStartCache, turn| SavedKept {
            impulses: numbers(&kept.impulses),
            directions: numbers(&kept.directions),
            turn,
        };
        if let Some(sleeping) = &entry.sleeping {
            return Some(saved(&sleeping.0, Turn::Asleep(sleeping.1)));
        }
        let place = entry.place?;
        Some(saved(&self.active.kept(place)?, self.active.turn(place)))
    }

    /// The joints that [`to_saved`](Self::to_saved) gave, in the world of this number with these bodies. `has` tells whether one of
    /// them has this key.
    pub(crate) fn from_saved<J: Constraint>(
        world: u64,
        saved: SavedStore<J>,
        bodies: &dyn MovedBodySet,
        has: &dyn Fn(Key) -> bool,
    ) -> Result<Self, String> {
        let SavedStore { h, broken, joints } = saved;
        let (mut parameters, mut loaded) = (Vec::new(), Vec::new());
        let slots = Slots::from_saved(joints, |slot, saved| {
            let SavedJoint { joint, bodies: keys, options, is_apart, kept } = saved;
            parameters.resize_with(slot as usize + 1, || None);
            parameters[slot as usize] = Some(joint);
            loaded.push((slot, keys, kept));
            // The next step finds the bound.
            Ok(Entry { apart: is_apart.then(|| Box::new(options)), ..Entry::new(options) })
        })?;
        let mut store = Self { broken, h, is_restored: true, ..Self::new::<J>(world) };
        store.entries.restore(slots, parameters);
        store.restore(loaded, bodies, has)?;
        Ok(store)
    }

    /// Puts joints back into their slots: each with the keys of its bodies, and with what it keeps.
    fn restore(
        &mut self,
        loaded: Vec<(u32, Vec<Key>, Option<SavedKept>)>,
        bodies: &dyn MovedBodySet,
        has: &dyn Fn(Key) -> bool,
    ) -> Result<(), String> {
        check::finite_not_negative("length of the last substep", self.h).map_err(|error| error.to_string())?;
        let mut motion = SolverBodies::default();
        let mut dirty = Dirty::default();
        motion.load(bodies, Vec2::ZERO, 1.0, &mut dirty);
        motion.begin(0.0, &mut dirty);
        let mut turns = Vec::new();
        for (slot, keys, kept) in loaded {
            let Some((key, entry)) = self.entries.at_mut(slot) else { continue };
            entry.options.validate().map_err(|error| error.to_string())?;
            are_many("bodies", keys.len(), self.kernels.layout.bodies)?;
            if !keys.iter().all(|&key| has(key)) {
                return Err("holds a body that is not there".to_owned());
            }
            if let Some(kept) = kept {
                let turn = kept.turn;
                let kept = self.kernels.layout.kept(kept)?;
                if let Turn::Asleep(h) = turn {
                    check::finite_positive("length of the last substep", h).map_err(|error| error.to_string())?;
                    entry.sleeping = Some(Box::new((kept, h)));
                } else {
                    turns.push((key, kept, turn));
                }
            }
            let places: Vec<u32> = keys.into_iter().map(|key| key.index).collect();
            self.entries.set_bodies(slot, &places);
        }
        turns.sort_by_key(|(_, _, turn)| turn.rank());
        refuse_twice(turns.iter().filter_map(|(key, _, turn)| turn.slot(self.entries.places(key.index))))?;
        refuse_twice(self.broken.iter())?;
        if !turns.is_empty() && self.h == 0.0 {
            return Err("has impulses of a substep of no length".to_owned());
        }
        for (key, kept, turn) in turns {
            let joint = self.entries.to_solve(key).ok_or("is not there")?;
            let place = self.active.restore(joint, &motion, kept, turn)?;
            self.set_place(key, place);
        }
        for (key, _) in self.entries.iter() {
            self.adjacency.insert(key.index, self.entries.places(key.index));
        }
        self.apart = self.entries.iter().filter(|(_, entry)| entry.apart.is_some()).map(|(key, _)| key).collect();
        Ok(())
    }
}

impl Layout {
    /// What a joint of this layout has kept.
    fn kept(&self, saved: SavedKept) -> Result<WarmStartCache, String> {
        let SavedKept { impulses, directions, .. } = saved;
        if !impulses.iter().chain(&directions).all(|value| value.is_finite()) {
            return Err("has an impulse or a direction that is not finite".to_owned());
        }
        are_many("impulses", impulses.len(), self.rows)?;
        are_many("directions", directions.len(), self.memory.len())?;
        Ok(WarmStartCache { impulses, directions })
    }
}

/// Refuses another number of values than a joint of its type has.
fn are_many(what: &str, count: usize, expected: usize) -> Result<(), String> {
    if count == expected { Ok(()) } else { Err(format!("has {count} {what}, not {expected}")) }
}

/// Where each joint is, as data.
impl ActiveJoints {
    #[allow(clippy::cast_possible_truncation)] // joints have places of 32 bits
    fn turn(&self, place: JointLocation) -> Turn {
        match place {
            JointLocation::Lane { colour: OVERFLOW, at } => Turn::Overflow(at as u32),
            JointLocation::Lane { colour, at } => match colours::hub_block(colour) {
                Some((_, side)) => Turn::Spoke { side: side as u32, at: at as u32 },
                None => Turn::Colour(proper(colour)),
            },
            JointLocation::IslandBatch(handle) => Turn::Colour(self.batch_joints.colour(handle)),
            JointLocation::DenseJoint(at) => Turn::DenseJoint(at as u32),
        }
    }

    /// Puts a joint back, after those before it.
    fn restore(
        &mut self,
        joint: Joint<'_>,
        motion: &SolverBodies,
        kept: WarmStartCache,
        turn: Turn,
    ) -> Result<JointLocation, String> {
        Ok(match turn {
            Turn::Colour(colour) if self.colours.restore(colour, joint.bodies, &motion.masses) => {
                self.insert_in_lane(colour, joint, motion, kept)
            }
            Turn::Colour(_) => return Err("has a colour that its bodies do not have free".to_owned()),
            Turn::Overflow(_) => self.insert_in_lane(OVERFLOW, joint, motion, kept),
            Turn::Spoke { side, .. } => {
                let Some(&hub) = joint.bodies.get(side as usize).filter(|_| self.layout.bodies == 2) else {
                    return Err("holds no body with others of its type that are active at once".to_owned());
                };
                self.insert_in_lane(colours::spoke(hub, side as usize), joint, motion, kept)
            }
            Turn::DenseJoint(_) | Turn::Asleep(_) => self.insert_dense(joint, motion, kept),
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

/// Which order a place is in, of which hub and side if of any, and the place.
type Slot = (&'static str, Option<(u32, u32)>, u32);

impl Turn {
    /// What only one joint can have: its place in an order that the motion depends on.
    fn slot(self, bodies: &[u32]) -> Option<Slot> {
        match self {
            Self::Overflow(at) => Some(("without a colour", None, at)),
            Self::Spoke { side, at } => Some(("of a hub", bodies.get(side as usize).map(|&hub| (hub, side)), at)),
            Self::DenseJoint(at) => Some(("from derived mathematics", None, at)),
            Self::Colour(_) | Self::Asleep(_) => None,
        }
    }

    /// Among those that have turns of the same kind.
    const fn rank(self) -> u32 {
        match self {
            Self::Colour(_) | Self::Asleep(_) => 0,
            Self::Overflow(rank) | Self::Spoke { at: rank, .. } | Self::DenseJoint(rank) => rank,
        }
    }
}
