//! A world of many joints that come and go, break and fall asleep, beside one that solves them one by one.

#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::unnecessary_cast)] // the world's scalar is f32 or f64

use std::collections::HashSet;

use constraint_core::joints::PivotJoint;
use constraint_core::{
    AnyJointId, Body, BodyId, Error, Event, JointId, JointOptions, Missing, OnBreak, Scalar, Sleep, Vec2, World,
};

/// Of the steps in which the two worlds are compared, every which one.
const INTERVAL: usize = 20;

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

/// A joint in both worlds, with the place in the grid that it hangs from: it names the joint.
type Pair = ([JointId<PivotJoint>; 2], usize);

/// What has happened.
#[derive(Debug, Default)]
pub(crate) struct Count {
    pub(crate) added: usize,
    pub(crate) removed: usize,
    pub(crate) broken: usize,
    pub(crate) fell_asleep: usize,
    pub(crate) woke: usize,
}

/// Ropes of ten links, each link a pivot; in lanes and one by one.
pub(crate) struct Churn {
    worlds: [World; 2],
    bodies: Vec<[BodyId; 2]>,
    live: Vec<Pair>,
    gone: Vec<[JointId<PivotJoint>; 2]>,
    random: Random,
    pub(crate) count: Count,
}

impl Churn {
    /// As many joints, or a few less.
    pub(crate) fn new(joints: usize) -> Result<Self, Error> {
        let mut worlds = [World::new(), World::new()];
        worlds[1].set_lanes(1);
        let mut bodies = Vec::new();
        for place in 0..joints / 10 * 11 {
            let at = Vec2::new((place % 11) as Scalar, (place / 11 * 3) as Scalar);
            let body = if place % 11 == 0 { Body::fixed() } else { Body::dynamic(1.0, 0.1).damped(2.0, 2.0) };
            let ids = worlds.each_mut().map(|world| world.add_body(body.clone().at(at)));
            let [a, b] = ids;
            bodies.push([a?, b?]);
        }
        for world in &mut worlds {
            world.set_sleep(Some(Sleep { linear_speed: 0.5, angular_speed: 0.5, time: 0.1 }))?;
        }
        let (live, gone, random, count) = (Vec::new(), Vec::new(), Random(1), Count::default());
        let mut churn = Self { worlds, bodies, live, gone, random, count };
        for place in (0..churn.bodies.len()).filter(|place| place % 11 < 10) {
            churn.add(place)?;
        }
        Ok(churn)
    }

    /// Hangs the body at the next place on the one at this place. One joint in eight can break.
    fn add(&mut self, place: usize) -> Result<(), Error> {
        let weak = self.random.below(8) == 0;
        let joint = || PivotJoint { local_anchor_a: Vec2::X * 0.5, local_anchor_b: Vec2::X * -0.5 };
        let mut ids = Vec::new();
        for (side, world) in self.worlds.iter_mut().enumerate() {
            let id = world.add_joint([self.bodies[place][side], self.bodies[place + 1][side]], joint())?;
            if weak {
                let on_break = OnBreak::Remove;
                world.set_joint_options(id, JointOptions { break_force: 60.0, on_break, ..JointOptions::default() })?;
            }
            ids.push(id);
        }
        self.live.push(([ids[0], ids[1]], place));
        self.count.added += 1;
        Ok(())
    }

    /// A step in which a hundredth of the joints change.
    pub(crate) fn step(&mut self, number: usize) -> Result<(), Error> {
        for _ in 0..self.bodies.len().div_ceil(200) {
            let index = self.random.below(self.live.len());
            let (ids, place) = self.live.swap_remove(index);
            for (world, id) in self.worlds.iter_mut().zip(ids) {
                world.remove_joint(id)?;
            }
            self.gone.push(ids);
            self.count.removed += 1;
            self.add(place)?;
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

    /// What broke is gone with the next step, in both worlds alike.
    fn read_events(&mut self) {
        let [in_lanes, one_by_one] = self.worlds.each_ref().map(|world| world.events().collect::<Vec<_>>());
        assert_eq!(in_lanes.len(), one_by_one.len());
        let mut broken = HashSet::new();
        for event in in_lanes {
            match event {
                Event::Broken { joint, .. } => {
                    broken.insert(joint);
                }
                Event::FellAsleep { .. } => self.count.fell_asleep += 1,
                Event::Woke { .. } => self.count.woke += 1,
                _ => {}
            }
        }
        self.count.broken += broken.len();
        if !broken.is_empty() {
            self.live.retain(|(ids, _)| !broken.contains(&AnyJointId::from(ids[0])));
        }
    }

    /// The same bits, the joints that there should be and no others, and old names that name nothing.
    fn compare(&mut self) -> Result<(), Error> {
        for [a, b] in &self.bodies {
            assert_eq!(self.worlds[0].body(*a)?.state(), self.worlds[1].body(*b)?.state());
        }
        for (ids, place) in &self.live {
            for (side, world) in self.worlds.iter().enumerate() {
                assert_eq!(world.joint_bodies(ids[side])?, [self.bodies[*place][side], self.bodies[place + 1][side]]);
            }
            let bits = |side: usize| Ok::<_, Error>(self.worlds[side].impulse(ids[side])?.map(Scalar::to_bits));
            assert_eq!(bits(0)?, bits(1)?);
        }
        for ids in self.gone.drain(..) {
            for (world, id) in self.worlds.iter().zip(ids) {
                assert!(matches!(world.joint(id), Err(Error::UnknownJoint { missing: Missing::Removed, .. })));
            }
        }
        for world in &self.worlds {
            // What has just broken can be read until the next step.
            let broken = world.events().filter(|event| matches!(event, Event::Broken { .. })).count();
            assert_eq!(world.joints::<PivotJoint>().count(), self.live.len() + broken);
        }
        Ok(())
    }
}
