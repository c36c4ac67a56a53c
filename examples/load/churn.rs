//! A world of many joints that come and go, break and fall asleep, beside one that solves them one by one.

#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::unnecessary_cast)] // the world's scalar is f32 or f64

use std::collections::HashMap;
use std::fmt::Debug;

use constraint_core::joints::{DistanceJoint, PivotJoint};
use constraint_core::{
    AnyJointId, Body, BodyId, Constraint, Error, Event, JointOptions, Missing, OnBreak, Scalar, Sleep, Vec2, World,
};

/// Of the steps, every which one ends with a comparison of the two worlds.
const INTERVAL: usize = 20;
/// Links of a rope, the fixed one among them.
const LINKS: usize = 11;

/// The generator `SplitMix64`: small, and the same everywhere.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % count as u64) as usize
    }
}

/// What has happened.
#[derive(Debug, Default)]
pub(crate) struct Count {
    pub(crate) added: usize,
    pub(crate) removed: usize,
    pub(crate) removed_with_their_body: usize,
    pub(crate) broken: usize,
    pub(crate) fell_asleep: usize,
    pub(crate) woke: usize,
    pub(crate) compared: usize,
}

/// Names in both worlds: the one with lanes, and the one without.
type Pair<T> = [T; 2];

/// Ropes of ten joints, pivots and rods in turn.
pub(crate) struct Churn {
    worlds: Pair<World>,
    /// Place after place, rope after rope.
    bodies: Vec<Pair<BodyId>>,
    /// The joint between the body in this place and the next one, if it is there.
    joints: Vec<Option<Pair<AnyJointId>>>,
    /// Where the joints of the first world are.
    places: HashMap<AnyJointId, usize>,
    /// What has been removed since the last comparison.
    gone: Vec<Pair<AnyJointId>>,
    random: Random,
    pub(crate) count: Count,
}

impl Churn {
    /// As many joints, or a few less.
    pub(crate) fn new(joints: usize) -> Result<Self, Error> {
        let mut worlds = [World::new(), World::new()];
        worlds[1].set_lanes(1);
        for world in &mut worlds {
            world.set_sleep(Some(Sleep { linear_speed: 0.5, angular_speed: 0.5, time: 0.1 }))?;
        }
        let (bodies, joints_there) = (Vec::new(), vec![None; joints / (LINKS - 1) * LINKS]);
        let (places, gone, random) = (HashMap::new(), Vec::new(), Random(1));
        let mut churn = Self { worlds, bodies, joints: joints_there, places, gone, random, count: Count::default() };
        for place in 0..churn.joints.len() {
            let body = churn.add_body(place)?;
            churn.bodies.push(body);
        }
        for place in 0..churn.joints.len() {
            churn.join(place)?;
        }
        Ok(churn)
    }

    fn add_body(&mut self, place: usize) -> Result<Pair<BodyId>, Error> {
        let at = Vec2::new((place % LINKS) as Scalar, (place / LINKS * 3) as Scalar);
        let body = if place.is_multiple_of(LINKS) { Body::fixed() } else { Body::dynamic(1.0, 0.1).damped(2.0, 2.0) };
        let [a, b] = self.worlds.each_mut().map(|world| world.add_body(body.clone().at(at)));
        Ok([a?, b?])
    }

    /// Hangs the next body on the one in this place, if it is of the same rope. One joint in eight can break.
    fn join(&mut self, place: usize) -> Result<(), Error> {
        if place % LINKS == LINKS - 1 {
            return Ok(());
        }
        let weak = self.random.below(8) == 0;
        let bodies = [0, 1].map(|side| [self.bodies[place][side], self.bodies[place + 1][side]]);
        let ids = if place.is_multiple_of(2) {
            let joint = PivotJoint { local_anchor_a: Vec2::X * 0.5, local_anchor_b: Vec2::X * -0.5 };
            self.add(bodies, joint, weak)?
        } else {
            let (local_anchor_a, local_anchor_b) = (Vec2::X * 0.5, Vec2::ZERO);
            self.add(bodies, DistanceJoint { local_anchor_a, local_anchor_b, lower: 0.5, upper: 0.5 }, weak)?
        };
        self.places.insert(ids[0], place);
        self.joints[place] = Some(ids);
        self.count.added += 1;
        Ok(())
    }

    fn add<J>(&mut self, bodies: Pair<[BodyId; 2]>, joint: J, weak: bool) -> Result<Pair<AnyJointId>, Error>
    where
        J: Constraint<Bodies<BodyId> = [BodyId; 2]> + Copy,
    {
        let mut add = |side: usize| {
            let world = &mut self.worlds[side];
            let id = world.add_joint(bodies[side], joint)?;
            if weak {
                let on_break = OnBreak::Remove;
                world.set_joint_options(id, JointOptions { break_force: 60.0, on_break, ..JointOptions::default() })?;
            }
            Ok(id.into())
        };
        Ok([add(0)?, add(1)?])
    }

    /// A step before which a hundredth of the joints is put up anew, and a thousandth of the bodies. For a hundred steps all
    /// of them are in the same third of the ropes, while others come to rest.
    pub(crate) fn step(&mut self, number: usize) -> Result<(), Error> {
        let third = self.joints.len() / 3;
        let first = number / 100 % 3 * third;
        for _ in 0..self.joints.len().div_ceil(100) {
            let place = first + self.random.below(third);
            self.remove_joint(place)?;
            self.join(place)?;
        }
        for _ in 0..self.joints.len().div_ceil(1000) {
            let place = first + self.random.below(third);
            self.replace_body(place)?;
        }
        for world in &mut self.worlds {
            world.step(1.0 / 60.0)?;
        }
        self.read_events();
        if number.is_multiple_of(INTERVAL) {
            self.compare()?;
        }
        Ok(())
    }

    fn remove_joint(&mut self, place: usize) -> Result<(), Error> {
        let Some(ids) = self.joints[place].take() else { return Ok(()) };
        for (world, id) in self.worlds.iter_mut().zip(ids) {
            match (id.downcast::<PivotJoint>(), id.downcast::<DistanceJoint>()) {
                (Some(pivot), None) => drop(world.remove_joint(pivot)?),
                (None, Some(rod)) => drop(world.remove_joint(rod)?),
                both => panic!("{id:?} names {both:?}"),
            }
        }
        self.places.remove(&ids[0]);
        self.gone.push(ids);
        self.count.removed += 1;
        Ok(())
    }

    /// Takes a body out, whose joints go with it, and puts another in its place with new ones.
    fn replace_body(&mut self, place: usize) -> Result<(), Error> {
        let held = [place.checked_sub(1), Some(place)].into_iter().flatten();
        let held: Vec<_> = held.filter_map(|place| Some((place, self.joints[place]?))).collect();
        for (side, world) in self.worlds.iter_mut().enumerate() {
            let mut removed = world.remove_body(self.bodies[place][side])?.joints;
            removed.retain(|id| !held.iter().any(|(_, ids)| ids[side] == *id));
            // What broke in the last step is the world's until the next one, and may have held this body.
            assert!(removed.iter().all(|id| !self.places.contains_key(id)), "{removed:?} went with a body of others");
            assert!(held.iter().all(|(_, ids)| is_gone(world, ids[side])), "{held:?} outlived their body");
        }
        self.bodies[place] = self.add_body(place)?;
        for (place, ids) in held {
            self.places.remove(&ids[0]);
            self.joints[place] = None;
            self.gone.push(ids);
            self.count.removed_with_their_body += 1;
            self.join(place)?;
        }
        Ok(())
    }

    /// What broke is gone with the next step, in both worlds alike.
    fn read_events(&mut self) {
        let counts = self.worlds.each_ref().map(|world| world.events().count());
        assert_eq!(counts[0], counts[1], "events of one world only");
        for event in self.worlds[0].events() {
            match event {
                Event::Broken { joint, .. } => {
                    let place = self.places.remove(&joint).expect("only what is there can break");
                    self.joints[place] = None;
                    self.count.broken += 1;
                }
                Event::FellAsleep { .. } => self.count.fell_asleep += 1,
                Event::Woke { .. } => self.count.woke += 1,
                _ => {}
            }
        }
    }

    /// The same bits, the joints that there should be and no others, and old names that name nothing.
    fn compare(&mut self) -> Result<(), Error> {
        for [a, b] in &self.bodies {
            assert_eq!(self.worlds[0].body(*a)?.state(), self.worlds[1].body(*b)?.state());
        }
        for (place, ids) in self.joints.iter().enumerate().filter_map(|(place, ids)| Some((place, (*ids)?))) {
            let pivots = ids.map(AnyJointId::downcast::<PivotJoint>);
            let rods = ids.map(AnyJointId::downcast::<DistanceJoint>);
            match (pivots, rods) {
                ([Some(a), Some(b)], [None, None]) => self.compare_joint(place, [a, b])?,
                ([None, None], [Some(a), Some(b)]) => self.compare_joint(place, [a, b])?,
                both => panic!("{ids:?} name {both:?}"),
            }
        }
        for ids in self.gone.drain(..) {
            assert!(ids.iter().zip(&self.worlds).all(|(id, world)| is_gone(world, *id)), "{ids:?} are back");
        }
        for world in &self.worlds {
            // What has just broken can be read until the next step.
            let broken = world.events().filter(|event| matches!(event, Event::Broken { .. })).count();
            assert_eq!(world.joint_ids().count(), self.places.len() + broken);
        }
        self.count.compared += 1;
        Ok(())
    }

    fn compare_joint<J>(&self, place: usize, ids: Pair<constraint_core::JointId<J>>) -> Result<(), Error>
    where
        J: Constraint<Bodies<BodyId> = [BodyId; 2]> + Debug,
    {
        let mut bits = Vec::new();
        for (side, world) in self.worlds.iter().enumerate() {
            assert_eq!(world.joint_bodies(ids[side])?, [self.bodies[place][side], self.bodies[place + 1][side]]);
            bits.push(world.impulse(ids[side])?.as_ref().iter().map(|impulse| impulse.to_bits()).collect::<Vec<_>>());
        }
        assert_eq!(bits[0], bits[1], "impulses of {ids:?}");
        Ok(())
    }
}

/// Whether the world says of a joint that it was removed, and of no other.
fn is_gone(world: &World, id: AnyJointId) -> bool {
    matches!(world.position_error_any(id), Err(Error::UnknownJoint { missing: Missing::Removed, .. }))
}
