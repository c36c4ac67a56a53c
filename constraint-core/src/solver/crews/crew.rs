//! The bodies of twins side by side.

use crate::angle::Angle;
use crate::kinematics::{Pose, Velocity};
use crate::lanes::Lanes;
use crate::math::{Scalar, nearest};
use crate::solver::crews::{Lineup, Post};

/// Where a crew has one body of each island of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Seat {
    pub(crate) at: u32,
    /// Whether impulses move the body. Of one that is fixed nothing is written.
    pub(crate) moves: bool,
}

impl Seat {
    pub(crate) const fn new(at: u32, moves: bool) -> Self {
        Self { at, moves }
    }
}

/// Groups of as many islands as there are lanes. A body of each is a seat: those of a group stand together.
///
/// A lane without an island, or without so many bodies, repeats another one's, from rest, or after a dismissal its own ones until
/// the next load. It is solved with the others, since all lanes of a seat are, but it is never unloaded or reported.
#[derive(Debug)]
pub(crate) struct Crew<L> {
    /// How many bodies an island has at most, and how many of them move: the first ones.
    pub(super) size: usize,
    pub(super) moving: usize,
    /// By seat, a bit for each lane that has a body. Every island has one in the first seat of its group.
    pub(super) manned: Vec<u16>,
    /// How many islands there were in the beginning.
    strength: u32,
    /// By seat and lane, the places of the bodies.
    pub(super) places: Vec<u32>,
    /// By group and lane.
    pub(super) islands: Vec<Standing>,
    /// What [`Motion`](crate::solver::Motion) has of each body: by seat and lane, or by seat in lanes.
    pub(super) centres: [Vec<f64>; 2],
    pub(super) angles: Vec<Angle>,
    /// Cosines and sines.
    pub(super) rotations: Vec<[L; 2]>,
    pub(super) velocities: Vec<Velocity<L>>,
    /// By seat of a body that moves; or of the seats of one group, if all groups have the same, or one for all seats. A fixed body
    /// has none: its velocity is zero.
    pub(super) drives: Vec<GainAndKeep<L>>,
    /// By seat, a bit for each angle that [is far](Angle::is_far), as was last told.
    pub(super) far: Vec<u16>,
    /// Whether that is no longer so.
    pub(super) has_crossed: bool,
    /// Whether all bodies have settled at numbers.
    pub(super) is_finite: bool,
    pub(super) stage: Stage<L>,
}

/// How the bodies of an island that move stand: in the first seats of its lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    /// How many there are. None where there is no island, or no longer.
    pub(super) bodies: u32,
    /// Whether they are one after another in the world, too.
    pub(super) is_straight: bool,
}

impl Standing {
    /// In a lane, of these seats of its group.
    fn new<L: Lanes>(lane: usize, manned: &[u16], places: &[u32]) -> Self {
        let seats = manned.iter().zip(places.iter().skip(lane).step_by(L::COUNT));
        let own = || seats.clone().take_while(|(manned, _)| **manned >> lane & 1 == 1);
        let is_straight = own().zip(places[lane]..).all(|((_, place), next)| *place == next);
        Self { bodies: own().map(|_| 1).sum(), is_straight }
    }
}

/// What the velocities of a seat gain in a substep, and which share of them they keep.
pub(super) type GainAndKeep<L> = [Velocity<L>; 2];

/// The velocities of a group, what is carried over to them, and what drives them: one by one, or all of them.
type Driven<'a, L> = (&'a mut [Velocity<L>], &'a mut [Velocity<L>], &'a [GainAndKeep<L>]);

/// What bodies have within a step only. Crews lend it to each other: it stays in the cache.
#[derive(Debug)]
pub(crate) struct Stage<L> {
    pub(super) splits: Vec<[L; 4]>,
    /// How far the bodies have moved and turned since the step began, and their rotations.
    pub(super) moved: Vec<Pose<L>>,
    pub(super) carried: Vec<Velocity<L>>,
}

impl<L> Default for Stage<L> {
    fn default() -> Self {
        Self { splits: Vec::new(), moved: Vec::new(), carried: Vec::new() }
    }
}

impl<L: Lanes> Crew<L> {
    /// Of these islands.
    pub(super) fn new(lineup: &Lineup<'_>) -> Self {
        let (mut manned, mut places) = (Vec::new(), Vec::new());
        for seat in lineup.bodies().flatten() {
            let bit = |(lane, body): (usize, &Option<u32>)| u16::from(body.is_some()) << lane;
            manned.push(seat.iter().enumerate().map(bit).sum());
            let other = seat.iter().flatten().next().copied().unwrap_or_default();
            places.extend((0..L::COUNT).map(|lane| seat.get(lane).copied().flatten().unwrap_or(other)));
        }
        let (bodies, seats) = (places.len(), places.len() / L::COUNT);
        let (size, moving) = (lineup.size(), lineup.moving());
        let groups = manned.chunks_exact(size).zip(places.chunks_exact(size * L::COUNT));
        let islands = groups.flat_map(|(manned, places)| {
            (0..L::COUNT).map(move |lane| Standing::new::<L>(lane, &manned[..moving], places))
        });
        let islands = islands.collect();
        Self {
            size,
            moving,
            manned,
            #[allow(clippy::cast_possible_truncation)] // there are fewer islands than bodies
            strength: lineup.len() as u32,
            places,
            islands,
            centres: [vec![0.0; bodies], vec![0.0; bodies]],
            angles: vec![Angle::ZERO; bodies],
            rotations: vec![[L::default(); 2]; seats],
            velocities: vec![Velocity::default(); seats],
            drives: Vec::new(),
            far: vec![0; seats],
            has_crossed: false,
            is_finite: true,
            stage: Stage::default(),
        }
    }

    /// The velocities of the bodies that move, group by group.
    pub(super) fn driven(&mut self) -> impl Iterator<Item = Driven<'_, L>> {
        let moving = self.moving;
        let drives = self.drives.chunks(moving).cycle();
        let groups = self.velocities.chunks_exact_mut(self.size).zip(self.stage.carried.chunks_exact_mut(self.size));
        groups
            .zip(drives)
            .map(move |((velocities, carried), drives)| (&mut velocities[..moving], &mut carried[..moving], drives))
    }
}

/// What is asked of it.
impl<L: Lanes> Crew<L> {
    pub(super) const fn seats(&self) -> usize {
        self.velocities.len()
    }

    /// The first place of a body that would be at NaN or infinity.
    pub(super) fn lost(&self) -> Option<u32> {
        if self.is_finite {
            return None;
        }
        let is_finite = |seat: usize, lane: usize| {
            let (Velocity { x, y, angular }, at) = (self.velocities[seat], seat * L::COUNT + lane);
            let [near_x, near_y] = [nearest(self.centres[0][at]), nearest(self.centres[1][at])];
            let angle = self.angles[at].radians();
            [near_x, near_y, angle, x.get(lane), y.get(lane), angular.get(lane)].iter().all(|value| value.is_finite())
        };
        let lost = self.movers().filter(|&(seat, lane)| !is_finite(seat, lane));
        lost.map(|(seat, lane)| self.places[seat * L::COUNT + lane]).min()
    }

    /// Tells of each body whose angle has come far or back since this was last asked: its place, and the angle.
    pub(super) fn crossed(&mut self, mut tell: impl FnMut(u32, Angle)) {
        if !core::mem::take(&mut self.has_crossed) {
            return;
        }
        for (seat, angles) in self.angles.chunks_exact(L::COUNT).enumerate() {
            let far = far_ones(angles);
            let crossed = core::mem::replace(&mut self.far[seat], far) ^ far;
            let manned = self.manned[seat];
            for lane in (0..L::COUNT).filter(|lane| (crossed & manned) >> lane & 1 == 1) {
                tell(self.places[seat * L::COUNT + lane], angles[lane]);
            }
        }
    }

    /// The bodies of an island that move.
    pub(super) fn bodies(&self, post: Post) -> Vec<u32> {
        let (group, lane) = (post.group as usize, post.lane as usize);
        let own = self.islands[group * L::COUNT + lane].bodies as usize;
        self.places[group * self.size * L::COUNT..].chunks_exact(L::COUNT).take(own).map(|seat| seat[lane]).collect()
    }

    /// Where its islands stand.
    pub(super) fn posts(&self, crew: u32) -> Vec<Post> {
        let groups = (0..).zip(self.manned.iter().step_by(self.size));
        let posts = groups.flat_map(|(group, manned)| {
            let lanes = (0..u16::BITS).filter(move |lane| manned >> lane & 1 == 1);
            lanes.map(move |lane| Post { crew, group, lane })
        });
        posts.collect()
    }

    /// An island goes.
    pub(super) fn dismiss(&mut self, Post { group, lane, .. }: Post) {
        self.islands[group as usize * L::COUNT + lane as usize].bodies = 0;
        let first = group as usize * self.size;
        self.manned[first..first + self.size].iter_mut().for_each(|manned| *manned &= !(1 << lane));
        for velocity in &mut self.velocities[first..first + self.size] {
            set_velocity(velocity, lane as usize, Velocity::default());
        }
    }

    /// Whether so many islands have gone that others should find new posts: half of them.
    pub(super) fn is_thin(&self) -> bool {
        2 * self.manned.iter().step_by(self.size).map(|manned| manned.count_ones()).sum::<u32>() < self.strength
    }

    /// The seats and lanes of the bodies that move.
    fn movers(&self) -> impl Iterator<Item = (usize, usize)> {
        let seats = (0..self.seats()).filter(|seat| seat % self.size < self.moving);
        let lanes = |seat| (0..L::COUNT).map(move |lane| (seat, lane));
        seats.flat_map(lanes).filter(|&(seat, lane)| self.manned[seat] >> lane & 1 == 1)
    }
}

/// A bit for each of a seat's angles that [is far](Angle::is_far).
pub(super) fn far_ones(angles: &[Angle]) -> u16 {
    (0..).zip(angles).fold(0, |far, (lane, angle)| far | u16::from(angle.is_far()) << lane)
}

pub(super) fn set_velocity<L: Lanes>(values: &mut Velocity<L>, lane: usize, now: Velocity<Scalar>) {
    values.x.set(lane, now.x);
    values.y.set(lane, now.y);
    values.angular.set(lane, now.angular);
}

/// What joints read and write of the bodies of a crew.
pub(crate) struct Seen<'a, L> {
    /// The centres at the start of the step, in high and low parts.
    pub(crate) splits: &'a [[L; 4]],
    pub(crate) angles: &'a [Angle],
    pub(crate) moved: &'a [Pose<L>],
    pub(crate) velocities: &'a mut [Velocity<L>],
    pub(crate) carried: &'a mut [Velocity<L>],
}

impl<L: Lanes> Crew<L> {
    pub(crate) fn seen(&mut self) -> Seen<'_, L> {
        let Self { angles, velocities, stage: Stage { splits, moved, carried }, .. } = self;
        Seen { splits, angles, moved, velocities, carried }
    }
}

impl<L: Lanes> Crew<L> {
    /// Fetches what a step begins with in a seat, if there is one.
    #[inline(always)]
    #[allow(clippy::inline_always)] // a kernel's
    pub(super) fn fetch(&self, seat: usize) {
        if let (Some(rotation), Some(velocity)) = (self.rotations.get(seat), self.velocities.get(seat)) {
            self.centres.iter().for_each(|centres| L::fetch(&centres[seat * L::COUNT..][..L::COUNT]));
            L::fetch(rotation);
            L::fetch(velocity);
        }
    }
}
