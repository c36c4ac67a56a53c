//! From the bodies of the world to a crew, and back.

use super::Post;
use super::crew::{Crew, GainAndKeep, Standing, set_velocity};
use crate::kinematics::Velocity;
use crate::lanes::{Lanes, WIDEST};
use crate::math::{Scalar, Vec2};
use crate::solver::bodies::{MovedBodies, SolverBody};

/// How many islands ahead the bodies are fetched that get their motion.
const LANES_AHEAD: usize = 4;

impl<L: Lanes> Crew<L> {
    /// Takes the bodies in, as [`Motion::load`](crate::solver::Motion::load) would.
    pub(super) fn load(&mut self, bodies: &dyn MovedBodies, gravity: Vec2, h: Scalar) {
        self.drives.clear();
        for seat in 0..self.seats() {
            let (manned, moves) = (self.manned[seat], seat % self.size < self.moving);
            let mut driven = [Velocity::default(); 2];
            for lane in 0..L::COUNT {
                let is_manned = manned >> lane & 1 == 1;
                let from = if is_manned { lane } else { manned.trailing_zeros() as usize % L::COUNT };
                // One that was removed is dismissed before the next substep.
                let place = self.places[seat * L::COUNT + from];
                let body = bodies.body(place);
                self.take_in(seat, lane, &body);
                let velocity = if is_manned && moves { body.velocity } else { Velocity::default() };
                set_velocity(&mut self.velocities[seat], lane, velocity);
                let drive = bodies.drive(place, gravity, h);
                let [gain, keep] = &mut driven;
                set_velocity(gain, lane, drive.gain());
                set_velocity(keep, lane, drive.keep());
            }
            self.drives.extend(Some(driven).filter(|_| moves));
        }
        self.share_drives();
    }

    /// Takes one body of an island in, if it has changed since.
    pub(super) fn reload(&mut self, post: Post, place: u32, bodies: &dyn MovedBodies, gravity: Vec2, h: Scalar) {
        let (group, lane) = (post.group as usize, post.lane as usize);
        let of_place = |own: &usize| self.places[(group * self.size + own) * L::COUNT + lane] == place;
        let Some(own) = (0..self.moving).find(of_place) else { return };
        let (seat, driven) = (group * self.size + own, group * self.moving + own);
        let body = bodies.body(place);
        self.take_in(seat, lane, &body);
        set_velocity(&mut self.velocities[seat], lane, body.velocity);
        let drive = bodies.drive(place, gravity, h);
        let now = [drive.gain(), drive.keep()];
        let [gain, keep] = &self.drives[driven % self.drives.len()];
        if bits([at_lane(gain, lane), at_lane(keep, lane)]) != bits(now) {
            // No longer the same for all, as far as anybody knows.
            let movers = self.seats() / self.size * self.moving;
            if self.drives.len() < movers {
                self.drives = self.drives.iter().copied().cycle().take(movers).collect();
            }
            let [gain, keep] = &mut self.drives[driven];
            set_velocity(gain, lane, now[0]);
            set_velocity(keep, lane, now[1]);
        }
    }

    fn take_in(&mut self, seat: usize, lane: usize, body: &SolverBody) {
        let (centre, angle, rotation) = (body.centre, body.precise_angle(), body.precise_angle().rotation());
        let at = seat * L::COUNT + lane;
        (self.centres[0][at], self.centres[1][at]) = (centre[0], centre[1]);
        self.angles[at] = angle;
        self.far[seat] = self.far[seat] & !(1 << lane) | u16::from(angle.is_far()) << lane;
        let [cos, sin] = &mut self.rotations[seat];
        cos.set(lane, rotation.cos);
        sin.set(lane, rotation.sin);
    }

    /// Keeps one drive, or those of one group, if all others are the same: less to read in every substep.
    fn share_drives(&mut self) {
        let bits = |drive: &GainAndKeep<L>| drive.map(|part| [part.x, part.y, part.angular].map(bits_of));
        for count in [1, self.moving] {
            let (first, others) = self.drives.split_at(count);
            if others.chunks(count).flat_map(|part| part.iter().zip(first)).all(|(a, b)| bits(a) == bits(b)) {
                return self.drives.truncate(count);
            }
        }
    }

    /// Gives the bodies their motion, island after island, as they mostly stand in memory.
    pub(super) fn unload<B: MovedBodies>(&self, bodies: &mut B) {
        let (seats, [x, y]) = (self.size * L::COUNT, &self.centres);
        let groups = self.places.chunks_exact(seats).zip(x.chunks_exact(seats)).zip(y.chunks_exact(seats));
        let groups = groups.zip(self.angles.chunks_exact(seats)).zip(self.velocities.chunks_exact(self.size));
        for (((((places, x), y), angles), velocities), islands) in groups.zip(self.islands.chunks_exact(L::COUNT)) {
            for (lane, &Standing { bodies: own, is_straight }) in islands.iter().enumerate() {
                let own = own as usize;
                let centres = x.chunks_exact(L::COUNT).zip(y.chunks_exact(L::COUNT));
                let poses = centres.zip(angles.chunks_exact(L::COUNT));
                let motions = velocities[..own].iter().zip(poses);
                if is_straight {
                    let first = places[lane] as usize;
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
