//! The [energy guard](crate::energy_guard) of a world: what it asks before a step and does after it.

use super::World;
use crate::body::BodyKind;
use crate::energy_guard::{Excess, MOST_RISKY, Measurement, Partition, Previous, Role, UNBOUNDED, mechanical_energy};
use crate::error::Error;
use crate::event::Event;
use crate::id::{AnyJointId, BodyId};
use crate::math::{Scalar, double, nearest, saturated};
use crate::solver::dirty::Change;

/// The most times that an excess is removed after one step.
const REMOVALS: usize = 4;

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
        Ok(island.map_or(0.0, |island| saturated(nearest(island.removed))))
    }

    /// Before a step: finds the islands if necessary, notes what the owner has changed, and stores the poses of watched islands.
    pub(super) fn guard_before(&mut self) {
        if !self.guard.is_on {
            return;
        }
        let Self { guard, joints, .. } = self;
        guard.is_stale |= core::mem::take(&mut joints.dirty.links);
        guard.age = guard.age.saturating_add(1);
        let needs_islands = guard.needs_islands(joints.len());
        let mut partition = core::mem::take(&mut guard.partition);
        self.mark_changed_islands(&mut partition);
        self.guard.partition = partition;
        if needs_islands {
            self.find_islands();
        }
        for at in 0..self.guard.watched.len() {
            let number = self.guard.watched[at] as usize;
            if self.guard.partition.islands[number].is_touched {
                let now = self.measure(number);
                self.guard.partition.islands[number].touch(&now);
            }
        }
        let Self { guard, bodies, .. } = self;
        guard.previous.clear();
        for &number in &guard.watched {
            let all = guard.partition.bodies(number as usize).iter();
            let previous =
                |&place: &u32| bodies.at(place).map_or_else(Previous::default, |(_, body)| Previous::of(body));
            guard.previous.extend(all.map(previous));
        }
    }

    /// Marks the islands that the owner has changed since the last step.
    pub(crate) fn mark_changed_islands(&self, partition: &mut Partition) {
        for &place in &self.touched.touched {
            if let Some(number) = partition.number(place) {
                partition.islands[number].is_touched = true;
            } else {
                // A fixed or kinematic body may hold any number of islands.
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
            Partition::find(&roles, &|take| joints.stores.iter().for_each(|store| store.each_link(take)));
        let new = partition.inherit(&guard.partition);
        guard.partition = partition;
        (guard.is_stale, guard.age) = (false, 0);
        for number in new {
            let now = self.measure(number);
            self.guard.partition.islands[number].begin(&now);
            self.guard.partition.islands[number].is_risky = self.is_risky(number);
        }
        self.guard.list_watched();
    }

    /// Whether a joint of an island makes errors of the solver likely, and the island is small enough to be watched all the time.
    fn is_risky(&mut self, number: usize) -> bool {
        let Self { guard, joints, bodies, .. } = self;
        let places = guard.partition.bodies(number);
        let mut is_risky = false;
        if places.len() <= MOST_RISKY {
            for store in &mut joints.stores {
                store.each_of(places, |store, key| is_risky = is_risky || store.is_risky(key, &*bodies, joints.time));
            }
        }
        is_risky
    }

    /// After a step of length `dt`: removes the energy that islands have gained.
    pub(super) fn guard_after(&mut self, dt: Scalar) {
        if !self.guard.is_on {
            return;
        }
        self.guard.step = self.guard.step.wrapping_add(1);
        let mut due = core::mem::take(&mut self.guard.due);
        self.guard.list_due(&mut due);
        self.note_joints_apart();
        let (mut has_changed, mut previous) = (false, 0);
        for &number in &due {
            let number = number as usize;
            let was_watched = self.guard.partition.islands[number].is_watched();
            if was_watched {
                self.check_watched(number, previous, dt);
                previous += self.guard.partition.bodies(number).len();
            } else {
                self.check_unwatched(number, dt);
            }
            has_changed |= self.guard.partition.islands[number].is_watched() != was_watched;
        }
        self.guard.due = due;
        if has_changed {
            self.guard.list_watched();
        }
    }

    fn note_joints_apart(&mut self) {
        let Self { joints, guard, .. } = self;
        for store in &joints.stores {
            store.each_apart(|held| {
                if let Some(number) = held.iter().find_map(|&place| guard.partition.number(place)) {
                    guard.partition.islands[number].settle();
                }
            });
        }
    }

    /// Measures a watched island after a step. Its poses before the step start at `previous`.
    fn check_watched(&mut self, number: usize, previous: usize, dt: Scalar) {
        let now = self.measure(number);
        let island = &mut self.guard.partition.islands[number];
        if self.joints.history.is_softened() {
            // Rigid joints are soft for a while after a long step, and contract.
            island.accept(&now, double(dt));
        } else if island.gains_in_step(&now, double(dt)) {
            let previous = (!island.is_settling(&now)).then_some(previous);
            self.remove_excess(number, &now, previous);
        }
    }

    /// Measures an island that is not watched.
    fn check_unwatched(&mut self, number: usize, dt: Scalar) {
        let now = self.measure_bodies(number);
        let island = &mut self.guard.partition.islands[number];
        if island.gains_in_period(&now, double(dt) * f64::from(island.period())) {
            self.remove_excess(number, &now, None);
        } else if island.is_driven && island.is_watched() {
            let now = self.measure(number);
            self.guard.partition.islands[number].restart(&now);
        }
    }

    /// Removes the excess of an island. Its poses before the step start at `previous`, if they are known.
    fn remove_excess(&mut self, number: usize, before: &Measurement, previous: Option<usize>) {
        let (mut now, mut factor) = (*before, 1.0);
        // Springs may hold more energy between two poses than at both.
        for _ in 0..REMOVALS {
            let Self { guard, bodies, .. } = self;
            let (island, places) = (&guard.partition.islands[number], guard.partition.bodies(number));
            let energy = island.excess(&now);
            if energy <= 0.0 {
                break;
            }
            let excess = Excess {
                energy,
                elastic: island.elastic_growth(&now),
                is_held: island.is_held,
                previous: previous.map(|first| &guard.previous[first..first + places.len()]),
                gravity: self.gravity,
            };
            factor *= excess.remove(places, bodies);
            now = self.measure(number);
        }
        let removed = self.guard.partition.islands[number].end_removal(before, &now, previous.is_some());
        let worst = self.shorten_impulses(number, factor);
        let first = self.guard.partition.bodies(number).iter().find_map(|&place| self.bodies.at(place));
        if let Some((key, _)) = first {
            let (body, energy) = (self.body_id(key), saturated(nearest(removed)));
            self.events.push(Event::EnergyRemoved { body, joint: worst, energy });
        }
    }

    /// Scales the impulses with which the joints of an island start the next step. Returns the joint whose impulses turn a body most.
    fn shorten_impulses(&mut self, number: usize, factor: f64) -> Option<AnyJointId> {
        let Self { guard, bodies, joints, .. } = self;
        let (places, of, time) = (guard.partition.bodies(number), bodies.len(), joints.time);
        for &index in places {
            joints.mark(Change::Body { index, of });
        }
        let mut worst = None;
        for store in &mut joints.stores {
            store.each_of(places, |store, key| {
                let turn = store.rotation_by_impulses(key, &*bodies, time).map(|turn| (turn, store.id(key)));
                worst = worst.into_iter().chain(turn).reduce(|a: (f64, AnyJointId), b| if b.0 > a.0 { b } else { a });
                store.scale_impulses_of(key, nearest(factor));
            });
        }
        worst.map(|(_, joint)| joint)
    }

    /// The energy of the bodies of an island.
    fn measure_bodies(&self, number: usize) -> Measurement {
        let energy = mechanical_energy(self.guard.partition.bodies(number), &self.bodies, self.gravity);
        let of_centre = if self.guard.partition.islands[number].is_held { 0.0 } else { energy.of_centre };
        Measurement {
            push_out: energy.unit * double(self.joints.push_out_speed).powi(2),
            energy: energy.kinetic + energy.potential,
            kinetic: energy.kinetic - of_centre,
            of_centre,
            ..Measurement::default()
        }
    }

    /// The energy of an island, its springs and drives included.
    fn measure(&mut self, number: usize) -> Measurement {
        let mut now = self.measure_bodies(number);
        if self.guard.partition.islands[number].is_driven {
            let (places, time) = (self.guard.partition.bodies(number), self.joints.time);
            for store in &mut self.joints.stores {
                store.each_of(places, |store, key| {
                    if let Some(flow) = store.energy_flow(key, &self.bodies, time) {
                        now.elastic += flow.elastic;
                        now.power = (now.power + flow.power).min(UNBOUNDED);
                    }
                });
            }
            now.energy += now.elastic;
        }
        now
    }
}
