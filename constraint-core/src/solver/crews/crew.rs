//! The bodies of twins side by side.

use crate::angle::Angle;
use crate::body::Body;
use crate::kinematics::{Pose, Velocity};
use crate::lanes::{Lanes, MOST, Record as _};
use crate::math::{Rot2, Scalar, Vec2, nearest};
use crate::slots::Slots;
use crate::solver::crews::{Form, Island, Post};
use crate::solver::motion::{BodiesInLanes, Drive, Split};

/// Where a crew has one body of each twin of a group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seat {
    at: u32,
    /// Whether impulses move the body. Of one that is fixed nothing is written.
    moves: bool,
}

impl Seat {
    pub(super) const fn new(at: u32, moves: bool) -> Self {
        Self { at, moves }
    }
}

/// Groups of as many twins as there are lanes. A body of each is a seat: those of a group stand together.
///
/// A lane without an island repeats another one's bodies, at rest, and is read by nobody.
#[derive(Debug)]
pub(crate) struct Crew<L> {
    /// How many bodies an island has, and how many of them move: the first ones.
    size: usize,
    moving: usize,
    /// By group, a bit for each lane that has an island.
    manned: Vec<u8>,
    /// How many islands there were in the beginning.
    strength: u32,
    /// By seat, the places of the bodies.
    places: Vec<[u32; MOST]>,
    /// What [`Motion`](crate::solver::Motion) has of each body, in lanes.
    pub(super) centres: Vec<[[f64; MOST]; 2]>,
    pub(super) angles: Vec<[Angle; MOST]>,
    /// By seat, a bit for each angle that is [far](Angle::is_far), and for each that was not or is no longer.
    pub(super) far: Vec<u8>,
    pub(super) crossed: Vec<u8>,
    /// Whether there is any of the latter.
    pub(super) has_crossed: bool,
    pub(super) splits: Vec<[L; 4]>,
    pub(super) moved: Vec<Pose<L>>,
    pub(super) turned: Vec<[L; 4]>,
    pub(super) velocities: Vec<Velocity<L>>,
    pub(super) carried: Vec<Velocity<L>>,
    /// What the velocities gain and keep in a substep.
    pub(super) drives: Vec<[Velocity<L>; 2]>,
    /// Whether all bodies have settled at numbers.
    pub(super) is_finite: bool,
}

/// From and to the world.
impl<L: Lanes> Crew<L> {
    /// Of these islands, one lane after another; the last group may have lanes left.
    pub(super) fn new(form: &Form, islands: &[Island]) -> Self {
        let size = form.bodies() as usize;
        let (mut manned, mut places) = (Vec::new(), Vec::new());
        for group in islands.chunks(L::COUNT) {
            manned.push(u8::MAX >> (MOST - group.len()));
            let place = |body: usize, lane: usize| group.get(lane).unwrap_or(&group[0]).bodies[body];
            places.extend((0..size).map(|body| core::array::from_fn(|lane| place(body, lane))));
        }
        let seats = places.len();
        Self {
            size,
            moving: form.moving as usize,
            manned,
            #[allow(clippy::cast_possible_truncation)] // there are fewer islands than bodies
            strength: islands.len() as u32,
            places,
            centres: vec![[[0.0; MOST]; 2]; seats],
            angles: vec![[Angle::ZERO; MOST]; seats],
            far: vec![0; seats],
            crossed: vec![0; seats],
            has_crossed: false,
            splits: vec![[L::default(); 4]; seats],
            moved: vec![Pose::default(); seats],
            turned: vec![[L::default(); 4]; seats],
            velocities: vec![Velocity::default(); seats],
            carried: vec![Velocity::default(); seats],
            drives: vec![[Velocity::default(); 2]; seats],
            is_finite: true,
        }
    }

    /// Takes the bodies in, as [`Motion::load`](crate::solver::Motion::load) would.
    pub(super) fn load(&mut self, bodies: &Slots<Body>, gravity: Vec2, h: Scalar) {
        for seat in 0..self.places.len() {
            let manned = self.manned[seat / self.size];
            for lane in 0..L::COUNT {
                let is_manned = manned >> lane & 1 == 1;
                let from = if is_manned { lane } else { manned.trailing_zeros() as usize % L::COUNT };
                // One that was removed is dismissed before the next substep.
                let Some((_, body)) = bodies.at(self.places[seat][from]) else { continue };
                self.take_in(seat, lane, body);
                if is_manned {
                    self.drive(seat, lane, body.velocity(), &Drive::new(body, body.mass_properties(), gravity, h));
                } else {
                    self.drive(seat, lane, Velocity::default(), &Drive::NONE);
                }
            }
        }
    }

    fn take_in(&mut self, seat: usize, lane: usize, body: &Body) {
        let (centre, angle, rotation) = (body.centre(), body.precise_angle(), body.rotation());
        (self.centres[seat][0][lane], self.centres[seat][1][lane]) = (centre[0], centre[1]);
        self.angles[seat][lane] = angle;
        self.far[seat] = self.far[seat] & !(1 << lane) | u8::from(angle.is_far()) << lane;
        set(&mut self.splits[seat], lane, Split::of(centre).scalars());
        set(&mut self.turned[seat], lane, &[rotation.cos, rotation.sin, angle.radians(), 0.0]);
        let moved = &mut self.moved[seat];
        for (value, now) in [
            (&mut moved.x, 0.0),
            (&mut moved.y, 0.0),
            (&mut moved.angle, angle.radians() + 0.0),
            (&mut moved.cos, rotation.cos),
            (&mut moved.sin, rotation.sin),
        ] {
            value.set(lane, now);
        }
    }

    fn drive(&mut self, seat: usize, lane: usize, velocity: Velocity<Scalar>, drive: &Drive) {
        set_velocity(&mut self.velocities[seat], lane, velocity);
        let [gain, keep] = &mut self.drives[seat];
        set_velocity(gain, lane, drive.gain());
        set_velocity(keep, lane, drive.keep());
    }

    /// Gives the bodies their motion.
    pub(super) fn unload(&self, bodies: &mut Slots<Body>) {
        for (group, &manned) in self.manned.iter().enumerate() {
            for seat in group * self.size..group * self.size + self.moving {
                let (Pose { cos, sin, .. }, velocity) = (self.moved[seat], self.velocities[seat]);
                // Out of the registers at once: a lane by itself is no faster than all.
                let [cos, sin, vx, vy, angular] = [cos, sin, velocity.x, velocity.y, velocity.angular].map(scalars);
                let ([x, y], angles, places) = (&self.centres[seat], &self.angles[seat], &self.places[seat]);
                for lane in (0..L::COUNT).filter(|lane| manned >> lane & 1 == 1) {
                    let Some((_, body)) = bodies.at_mut(places[lane]) else { continue };
                    let velocity = Velocity { x: vx[lane], y: vy[lane], angular: angular[lane] };
                    body.follow([x[lane], y[lane]], angles[lane], Rot2 { cos: cos[lane], sin: sin[lane] }, &velocity);
                }
            }
        }
    }
}

fn scalars<L: Lanes>(value: L) -> [Scalar; MOST] {
    core::array::from_fn(|lane| if lane < L::COUNT { value.get(lane) } else { 0.0 })
}

/// What is asked of it.
impl<L: Lanes> Crew<L> {
    /// The first place of a body that would be at NaN or infinity.
    pub(super) fn lost(&self) -> Option<u32> {
        if self.is_finite {
            return None;
        }
        let is_finite = |seat: usize, lane: usize| {
            let Velocity { x, y, angular } = self.velocity(seat, lane);
            let [near_x, near_y] = self.centres[seat].map(|centre| nearest(centre[lane]));
            let angle = self.angles[seat][lane].radians();
            [near_x, near_y, angle, x, y, angular].iter().all(|value| value.is_finite())
        };
        let lost = self.movers().filter(|&(seat, lane)| !is_finite(seat, lane));
        lost.map(|(seat, lane)| self.places[seat][lane]).min()
    }

    /// Tells of each body whose angle has come far or back since this was last asked: its place, and the angle.
    pub(super) fn crossed(&mut self, mut tell: impl FnMut(u32, Angle)) {
        if !core::mem::take(&mut self.has_crossed) {
            return;
        }
        for (seat, crossed) in self.crossed.iter_mut().enumerate() {
            let crossed = core::mem::take(crossed) & self.manned[seat / self.size];
            for lane in (0..L::COUNT).filter(|lane| crossed >> lane & 1 == 1) {
                tell(self.places[seat][lane], self.angles[seat][lane]);
            }
        }
    }

    /// The bodies of an island that move.
    pub(super) fn bodies(&self, post: Post) -> Vec<u32> {
        let first = post.group as usize * self.size;
        self.places[first..first + self.moving].iter().map(|places| places[post.lane as usize]).collect()
    }

    /// Where its islands stand.
    pub(super) fn posts(&self, crew: u32) -> Vec<Post> {
        let groups = (0..).zip(&self.manned);
        let posts = groups.flat_map(|(group, manned)| {
            let lanes = (0..u8::BITS).filter(move |lane| manned >> lane & 1 == 1);
            lanes.map(move |lane| Post { crew, group, lane })
        });
        posts.collect()
    }

    /// An island goes.
    pub(super) fn dismiss(&mut self, Post { group, lane, .. }: Post) {
        self.manned[group as usize] &= !(1 << lane);
        let first = group as usize * self.size;
        for seat in first..first + self.size {
            self.drive(seat, lane as usize, Velocity::default(), &Drive::NONE);
        }
    }

    /// Whether so many islands have gone that others should find new posts: half of them.
    pub(super) fn is_thin(&self) -> bool {
        2 * self.manned.iter().map(|manned| manned.count_ones()).sum::<u32>() < self.strength
    }

    /// The seats and lanes of the bodies that move.
    fn movers(&self) -> impl Iterator<Item = (usize, usize)> {
        let seats = (0..self.places.len()).filter(|seat| seat % self.size < self.moving);
        let lanes = |seat| (0..L::COUNT).map(move |lane| (seat, lane));
        seats.flat_map(lanes).filter(|&(seat, lane)| self.manned[seat / self.size] >> lane & 1 == 1)
    }

    fn velocity(&self, seat: usize, lane: usize) -> Velocity<Scalar> {
        let Velocity { x, y, angular } = self.velocities[seat];
        Velocity { x: x.get(lane), y: y.get(lane), angular: angular.get(lane) }
    }
}

fn set<L: Lanes>(values: &mut [L; 4], lane: usize, now: &[Scalar; 4]) {
    values.iter_mut().zip(now).for_each(|(value, &now)| value.set(lane, now));
}

fn set_velocity<L: Lanes>(values: &mut Velocity<L>, lane: usize, now: Velocity<Scalar>) {
    values.x.set(lane, now.x);
    values.y.set(lane, now.y);
    values.angular.set(lane, now.angular);
}

/// Seat by seat, as they stand.
#[allow(clippy::inline_always)] // a kernel's: see `Lanes::run`
impl<L: Lanes> BodiesInLanes<L> for Crew<L> {
    type At = Seat;

    #[inline(always)]
    fn centres(&self, seat: &Seat) -> [L; 4] {
        self.splits[seat.at as usize]
    }

    #[inline(always)]
    fn motion(&self, seat: &Seat, _: bool) -> Pose<L> {
        self.moved[seat.at as usize]
    }

    #[inline(always)]
    fn velocities(&self, seat: &Seat) -> Velocity<L> {
        self.velocities[seat.at as usize]
    }

    #[inline(always)]
    fn set_velocities(&mut self, seat: &Seat, velocities: Velocity<L>) {
        if seat.moves {
            self.velocities[seat.at as usize] = velocities;
        }
    }

    #[inline(always)]
    fn carried(&self, seat: &Seat) -> Velocity<L> {
        self.carried[seat.at as usize]
    }

    #[inline(always)]
    fn set_carried(&mut self, seat: &Seat, carried: Velocity<L>) {
        if seat.moves {
            self.carried[seat.at as usize] = carried;
        }
    }
}
