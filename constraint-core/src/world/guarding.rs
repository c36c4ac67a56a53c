//! The [energy guard](crate::energy_guard) of a world: what it asks before a step and does after it.

use super::World;
use crate::body::BodyKind;
use crate::energy_guard::{BodyView, Excess, Partition, Role, UNBOUNDED, energy};
use crate::error::Error;
use crate::event::Event;
use crate::id::{AnyJointId, BodyId};
use crate::math::{Scalar, double, nearest, saturated};
use crate::solver::dirty::Change;

/// The energy guard.
impl World {
    /// Whether joints are kept from gaining energy by errors of the solver: see [`set_energy_guard`](Self::set_energy_guard).
    pub const fn energy_guard(&self) -> bool {
        self.guard.is_on
    }

    /// Sets whether joints are kept from gaining energy by errors of the solver. They are in a new world.
    ///
    /// What joints hold together may gain energy without bound where the solver cannot follow: light bodies that bear heavy ones, long
    /// levers, stiff nets of springs. The guard notices that such an island has more energy than it had within about ten seconds, the work of
    /// its motors and springs included, and takes what is too much out of the motion of its bodies against each other. It leaves 3 % of the
    /// kinetic energy as a tolerance, and so true motion alone. A step that does so reports an [`Event::EnergyRemoved`].
    ///
    /// An island that it acts on moves wrongly in any case: [`guide::stability`](crate::guide::stability) tells what helps.
    pub fn set_energy_guard(&mut self, is_on: bool) {
        self.guard.clear();
        self.guard.is_on = is_on;
    }

    /// The energy that the [guard](Self::set_energy_guard) has taken out of all that is joined to a body, in about the last second, J. Zero
    /// where the solver does well.
    ///
    /// # Errors
    /// [`Error::UnknownBody`].
    pub fn energy_removed(&self, id: BodyId) -> Result<Scalar, Error> {
        self.body(id)?;
        let partition = &self.guard.partition;
        let island = partition.number(id.key.index).map(|number| &partition.islands[number]);
        Ok(island.map_or(0.0, |island| saturated(nearest(island.taken))))
    }

    /// Before a step: finds the islands if that is due, and takes in what their owner has changed.
    pub(super) fn guard_before(&mut self) {
        if !self.guard.is_on {
            return;
        }
        let Self { guard, joints, .. } = self;
        guard.is_stale |= core::mem::take(&mut joints.dirty.links);
        guard.age = guard.age.saturating_add(1);
        let is_due = guard.is_due(joints.len());
        let mut partition = core::mem::take(&mut guard.partition);
        self.mark(&mut partition);
        self.guard.partition = partition;
        if is_due {
            self.find_islands();
        }
        for at in 0..self.guard.watched.len() {
            let number = self.guard.watched[at] as usize;
            if self.guard.partition.islands[number].is_touched {
                let now = self.seen(number);
                self.guard.partition.islands[number].touch(now);
            }
        }
    }

    /// Marks the islands that their owner has touched since the last step.
    pub(crate) fn mark(&self, partition: &mut Partition) {
        for &place in &self.touched.touched {
            if let Some(number) = partition.number(place) {
                partition.islands[number].is_touched = true;
            } else {
                // It may hold islands all over the world.
                self.joints.each_joint_of(place, &mut |held| {
                    for &body in held {
                        if let Some(number) = partition.number(body) {
                            partition.islands[number].is_moved = true;
                        }
                    }
                });
            }
        }
        for store in &self.joints.stores {
            store.each_changed(&mut |held, is_new| {
                for &place in held {
                    if let Some(number) = partition.number(place) {
                        let island = &mut partition.islands[number];
                        (island.is_moved, island.is_joined) = (true, island.is_joined || is_new);
                    }
                }
            });
        }
    }

    fn find_islands(&mut self) {
        let Self { joints, bodies, guard, .. } = self;
        let role = |place: u32| match bodies.at(place).map(|(_, body)| body.kind()) {
            Some(BodyKind::Dynamic) => Role::Dynamic,
            Some(BodyKind::Kinematic) => Role::Kinematic,
            Some(BodyKind::Fixed) => Role::Fixed,
            None => Role::Nobody,
        };
        let roles: Vec<Role> = (0..).take(bodies.places()).map(role).collect();
        let mut partition =
            Partition::find(&roles, &|take| joints.stores.iter().for_each(|store| store.each_link(&*bodies, take)));
        let new = partition.inherit(&guard.partition);
        guard.partition = partition;
        (guard.is_stale, guard.age) = (false, 0);
        for number in new {
            let now = self.seen(number);
            self.guard.partition.islands[number].begin(now);
        }
        self.guard.list_watched();
    }

    /// After a step of `dt`: takes out what islands have gained.
    pub(super) fn guard_after(&mut self, dt: Scalar) {
        if !self.guard.is_on {
            return;
        }
        self.guard.step = self.guard.step.wrapping_add(1);
        let mut turn = core::mem::take(&mut self.guard.turn);
        self.guard.list_turn(&mut turn);
        let mut has_changed = false;
        for &number in &turn {
            let number = number as usize;
            let was_watched = self.guard.partition.islands[number].is_watched();
            let excess = if was_watched {
                let now = self.seen(number);
                self.guard.partition.islands[number].follow(now, double(dt))
            } else {
                self.look(number, dt)
            };
            if let Some(excess) = excess {
                self.take(number, excess);
            }
            has_changed |= self.guard.partition.islands[number].is_watched() != was_watched;
        }
        self.guard.turn = turn;
        if has_changed {
            self.guard.list_watched();
        }
    }

    /// Looks at an island that is not watched.
    fn look(&mut self, number: usize, dt: Scalar) -> Option<f64> {
        let now = self.seen_bodies(number);
        let island = &mut self.guard.partition.islands[number];
        let excess = island.look(now, double(dt) * f64::from(island.period()));
        if island.works && island.is_watched() {
            let now = self.seen(number);
            self.guard.partition.islands[number].restart(now);
        }
        excess
    }

    /// Takes energy out of an island.
    fn take(&mut self, number: usize, energy: f64) {
        let (partition, of) = (&mut self.guard.partition, self.bodies.len());
        let is_held = partition.islands[number].is_held;
        let places = partition.bodies(number);
        let (taken, factor) = Excess { energy, is_held }.take(places, &mut self.bodies);
        for &index in places {
            self.joints.mark(Change::Body { index, of });
        }
        let time = self.joints.time;
        let mut worst = None;
        for store in &mut self.joints.stores {
            store.each_of(partition.bodies(number), |store, key| {
                let turn = store.turn(key, &self.bodies, time).map(|turn| (turn, store.id(key)));
                worst = worst.into_iter().chain(turn).reduce(|a: (f64, AnyJointId), b| if b.0 > a.0 { b } else { a });
                store.scale_impulses_of(key, nearest(factor));
            });
        }
        let places = partition.bodies(number);
        let first = places.iter().find_map(|&place| self.bodies.at(place)).map(|(key, _)| key);
        let recent = self.guard.partition.islands[number].take(energy, taken);
        if let Some(key) = first {
            let (body, joint, energy) = (self.body_id(key), worst.map(|(_, joint)| joint), saturated(nearest(recent)));
            self.events.push(Event::EnergyRemoved { body, joint, energy });
        }
    }

    /// What the bodies of an island have.
    fn seen_bodies(&self, number: usize) -> BodyView {
        let of_bodies = energy(self.guard.partition.bodies(number), &self.bodies, self.gravity);
        let of_whole = if self.guard.partition.islands[number].is_held { 0.0 } else { of_bodies.of_centre };
        let energy = of_bodies.kinetic + of_bodies.potential;
        BodyView { energy, elastic: 0.0, kinetic: of_bodies.kinetic - of_whole, of_whole, power: 0.0 }
    }

    /// What an island has and what works on it.
    fn seen(&mut self, number: usize) -> BodyView {
        let mut seen = self.seen_bodies(number);
        if self.guard.partition.islands[number].works {
            let (places, time) = (self.guard.partition.bodies(number), self.joints.time);
            for store in &mut self.joints.stores {
                store.each_of(places, |store, key| {
                    if let Some(work) = store.work(key, &self.bodies, time) {
                        seen.energy += work.elastic;
                        seen.elastic += work.elastic;
                        seen.power = (seen.power + work.power).min(UNBOUNDED);
                    }
                });
            }
        }
        seen
    }
}
