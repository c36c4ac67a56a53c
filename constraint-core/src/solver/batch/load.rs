//! From the bodies of the world to a batch, and back.

use core::ops::Range;

use crate::body_set::{MovedBodySet, SolverBody, TakesMotion};
use crate::kinematics::Velocity;
use crate::lanes::{Lanes, WIDEST};
use crate::math::{Scalar, Vec2};
use crate::solver::batch::BatchSlot;
use crate::solver::batch::island_batch::{GainAndKeep, IslandBatch, LaneIsland, set_velocity};

/// How many islands ahead the bodies are fetched that get their motion.
const LANES_AHEAD: usize = 4;

impl<L: Lanes> IslandBatch<L> {
    /// Takes the bodies in, as [`SolverBodies::load`](crate::solver::SolverBodies::load) would.
    pub(crate) fn load(&mut self, bodies: &dyn MovedBodySet, gravity: Vec2, h: Scalar) {
        self.velocity_updates.clear();
        for body_slot in 0..self.body_slots() {
            let (occupied, moves) = (self.occupied[body_slot], body_slot % self.size < self.moving);
            let mut driven = [Velocity::default(); 2];
            for lane in 0..L::COUNT {
                let has_built = occupied >> lane & 1 == 1;
                let from = if has_built { lane } else { occupied.trailing_zeros() as usize % L::COUNT };
                // One that was removed is evicted before the next substep.
                let place = self.places[body_slot * L::COUNT + from];
                let body = bodies.body(place);
                self.gather(body_slot, lane, &body);
                let velocity = if has_built && moves { body.velocity } else { Velocity::default() };
                set_velocity(&mut self.velocities[body_slot], lane, velocity);
                let drive = bodies.drive(place, gravity, h);
                let [gain, keep] = &mut driven;
                set_velocity(gain, lane, drive.gain());
                set_velocity(keep, lane, drive.keep());
            }
            self.velocity_updates.extend(Some(driven).filter(|_| moves));
        }
        self.share_velocity_updates();
    }

    /// Takes one body of an island in, if it has changed since.
    pub(crate) fn reload(
        &mut self,
        batch_slot: BatchSlot,
        place: u32,
        bodies: &dyn MovedBodySet,
        gravity: Vec2,
        h: Scalar,
    ) {
        let (group, lane) = (batch_slot.group as usize, batch_slot.lane as usize);
        let of_place = |own: &usize| self.places[(group * self.size + own) * L::COUNT + lane] == place;
        let Some(own) = (0..self.moving).find(of_place) else { return };
        let (body_slot, driven) = (group * self.size + own, group * self.moving + own);
        let body = bodies.body(place);
        self.gather(body_slot, lane, &body);
        set_velocity(&mut self.velocities[body_slot], lane, body.velocity);
        let drive = bodies.drive(place, gravity, h);
        let now = [drive.gain(), drive.keep()];
        let [gain, keep] = &self.velocity_updates[driven % self.velocity_updates.len()];
        if bits([at_lane(gain, lane), at_lane(keep, lane)]) != bits(now) {
            // No longer the same for all, as far as anybody knows.
            let movers = self.body_slots() / self.size * self.moving;
            if self.velocity_updates.len() < movers {
                self.velocity_updates = self.velocity_updates.iter().copied().cycle().take(movers).collect();
            }
            let [gain, keep] = &mut self.velocity_updates[driven];
            set_velocity(gain, lane, now[0]);
            set_velocity(keep, lane, now[1]);
        }
    }

    fn gather(&mut self, body_slot: usize, lane: usize, body: &SolverBody) {
        let (centre, angle, rotation) = (body.centre, body.precise_angle(), body.precise_angle().rotation());
        let at = body_slot * L::COUNT + lane;
        (self.centres[0][at], self.centres[1][at]) = (centre[0], centre[1]);
        self.angles[at] = angle;
        self.far[body_slot] = self.far[body_slot] & !(1 << lane) | u16::from(angle.is_far()) << lane;
        let [cos, sin] = &mut self.rotations[body_slot];
        cos.set(lane, rotation.cos);
        sin.set(lane, rotation.sin);
    }

    /// Keeps one drive, or those of one group, if all others are the same: less to read in every substep.
    fn share_velocity_updates(&mut self) {
        let bits = |drive: &GainAndKeep<L>| drive.map(|part| [part.x, part.y, part.angular].map(bits_of));
        for count in [1, self.moving] {
            let (first, others) = self.velocity_updates.split_at(count);
            if others.chunks(count).flat_map(|part| part.iter().zip(first)).all(|(a, b)| bits(a) == bits(b)) {
                return self.velocity_updates.truncate(count);
            }
        }
    }

    /// Gives bodies their motion, island after island, as they mostly stand in memory. Those of islands outside of these places are
    /// left out; `bodies` leaves out other ones.
    pub(crate) fn unload(&self, bodies: &mut impl TakesMotion, of: &Range<usize>) {
        let (body_slots, [x, y]) = (self.size * L::COUNT, &self.centres);
        let groups =
            self.places.chunks_exact(body_slots).zip(x.chunks_exact(body_slots)).zip(y.chunks_exact(body_slots));
        let groups = groups.zip(self.angles.chunks_exact(body_slots)).zip(self.velocities.chunks_exact(self.size));
        for (((((places, x), y), angles), velocities), islands) in groups.zip(self.islands.chunks_exact(L::COUNT)) {
            for (lane, &LaneIsland { bodies: own, is_straight, span: [first, last] }) in islands.iter().enumerate() {
                let (own, first, last) = (own as usize, first as usize, last as usize);
                if own == 0 || last < of.start || first >= of.end {
                    continue;
                }
                let centres = x.chunks_exact(L::COUNT).zip(y.chunks_exact(L::COUNT));
                let poses = centres.zip(angles.chunks_exact(L::COUNT));
                let motions = velocities[..own].iter().zip(poses);
                if is_straight {
                    for (place, (velocity, ((x, y), angles))) in (first..).zip(motions) {
                        bodies.set_motion(place, [x[lane], y[lane]], angles[lane], &at_lane(velocity, lane));
                    }
                } else {
                    for (places, (velocity, ((x, y), angles))) in places.chunks_exact(L::COUNT).zip(motions) {
                        // Bodies that are one after another are foreseen.
                        if let Some(ahead) = places.get(lane + LANES_AHEAD) {
                            bodies.prefetch::<L>(*ahead as usize);
                        }
                        let place = places[lane] as usize;
                        bodies.set_motion(place, [x[lane], y[lane]], angles[lane], &at_lane(velocity, lane));
                    }
                }
            }
        }
    }
}

/// A gain of −0 is another one than 0.
fn bits_of<L: Lanes>(value: L) -> [impl PartialEq; WIDEST] {
    core::array::from_fn(|lane| if lane < L::COUNT { value.get(lane) } else { 0.0 }.to_bits())
}

/// As [`bits_of`].
fn bits(drive: [Velocity<Scalar>; 2]) -> [[impl PartialEq; 3]; 2] {
    drive.map(|part| [part.x, part.y, part.angular].map(Scalar::to_bits))
}

fn at_lane<L: Lanes>(values: &Velocity<L>, lane: usize) -> Velocity<Scalar> {
    Velocity { x: values.x.read(lane), y: values.y.read(lane), angular: values.angular.read(lane) }
}
