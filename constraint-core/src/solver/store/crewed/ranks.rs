//! Joints side by side of one type and width, by crew.

use super::super::active::Memory;
use super::super::block::Member;
use super::super::parts::{Parts, that_count};
use super::super::zero;
use super::passes::{Relax, Solve};
use super::pool::Pool;
use crate::constraint::{Array, Constraint, Element, Pass, Step};
use crate::lanes::Lanes;
use crate::math::Scalar;
use crate::slots::Key;
use crate::solver::crews::{Crew, Post, Row, Seat, Spot};

/// The joints of all crews.
pub(in super::super) struct Ranks<J: Constraint, L: Lanes> {
    crews: Vec<Rank<J, L>>,
    setups: Pool<J, L>,
    desks: Vec<Desk<J, L>>,
}

/// The joints of a crew: the first of each island, group after group, then the second ones, and so on. All that a step leaves to
/// the next one.
struct Rank<J: Constraint, L: Lanes> {
    berths: Vec<Berth<J>>,
    impulses: Vec<J::Rows<L>>,
    /// What outlives a degenerate pose.
    directions: Vec<J::Memory<L>>,
    /// Whose joint each lane has, and its colour. One without a joint repeats another one, and changes no body of the world.
    keys: Vec<Option<(Key, u32)>>,
    /// Where berths of kin have their bodies.
    kin: Vec<J::Bodies<Spots>>,
    spots: Vec<Spot>,
}

/// One joint of each island of a group, side by side.
pub(super) struct Berth<J: Constraint> {
    /// Where twins have their bodies.
    pub(super) seats: J::Bodies<Seat>,
    /// Its number among those of kin, if they are not twins.
    kin: Option<u32>,
    /// Its number in the pool.
    pub(super) setup: u32,
    group: u32,
}

/// Which spots the joints of a berth have one body in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spots {
    first: u32,
    end: u32,
}

/// What joints side by side have within a step only. Crews work there one after another: it stays in the cache.
pub(super) struct Desk<J: Constraint, L: Lanes> {
    bases: J::Bodies<[L; 2]>,
    prepared: J::Prepared<L>,
}

/// Where a joint stands.
#[derive(Clone, Copy)]
pub(in super::super) struct Rung {
    crew: u32,
    at: u32,
}

impl Rung {
    /// Of the twin so many lanes on.
    pub(in super::super) const fn on(self, lanes: u32) -> Self {
        Self { at: self.at + lanes, ..self }
    }
}

/// A joint that joins a crew.
pub(in super::super) struct Comer<J: Constraint> {
    pub(in super::super) key: Key,
    pub(in super::super) colour: u32,
    pub(in super::super) member: Member<J>,
}

/// The owner's side.
impl<J: Constraint, L: Lanes> Ranks<J, L> {
    pub(super) const NEW: Self = Self { crews: Vec::new(), setups: Pool::NEW, desks: Vec::new() };

    /// One joint of each island, in its lane; lanes without one repeat the first one, without impulses.
    #[allow(clippy::cast_possible_truncation)] // there are fewer joints than places of 32 bits
    pub(super) fn join(&mut self, post: Post, row: &Row, joints: &[Option<Comer<J>>]) -> Option<Rung> {
        let first = joints.iter().flatten().next()?;
        let of_lane = |lane: usize| joints.get(lane).and_then(Option::as_ref);
        let crew = post.crew as usize;
        while self.crews.len() <= crew {
            self.crews.push(Rank::NEW);
        }
        let mut setup = J::Setup::<L>::default();
        for lane in 0..L::COUNT {
            let mut one = of_lane(lane).unwrap_or(first).member.setup;
            J::zip_setups::<L, Scalar>(&mut setup, &mut one, |wide, one| wide.set(lane, *one));
        }
        let setup = self.setups.take(setup);
        let rank = &mut self.crews[crew];
        let at = rank.keys.len();
        let (seats, kin) = match row.alike() {
            Some(seats) => (J::Bodies::from_fn(|body| seats[body]), None),
            None => (J::Bodies::repeat(Seat::default()), Some(rank.find_spots(row))),
        };
        rank.berths.push(Berth { seats, kin, setup, group: post.group });
        rank.impulses.push(J::Rows::repeat(L::default()));
        rank.directions.push(no_directions::<J, L>());
        for lane in 0..L::COUNT {
            let own = of_lane(lane);
            let kept = &own.unwrap_or(first).member.kept;
            rank.put(at + lane, own.map_or(zero(), |_| kept.impulses), &kept.directions());
            rank.keys.push(own.map(|comer| (comer.key, comer.colour)));
        }
        self.desks.resize_with(self.desks.len().max(rank.berths.len()), Desk::new);
        Some(Rung { crew: post.crew, at: at as u32 })
    }

    /// The number of the berth that a joint has a lane of, and the lane.
    const fn place(rung: Rung) -> (usize, usize) {
        (rung.at as usize / L::COUNT, rung.at as usize % L::COUNT)
    }

    fn berth(&self, rung: Rung) -> &Berth<J> {
        &self.crews[rung.crew as usize].berths[Self::place(rung).0]
    }

    pub(super) fn colour(&self, rung: Rung) -> u32 {
        self.crews[rung.crew as usize].keys[rung.at as usize].map_or(0, |(_, colour)| colour)
    }

    #[allow(clippy::cast_possible_truncation)] // as above
    pub(super) fn post(&self, rung: Rung) -> Post {
        Post { crew: rung.crew, group: self.berth(rung).group, lane: Self::place(rung).1 as u32 }
    }

    /// Whose joints an island has, and where they stand.
    #[allow(clippy::cast_possible_truncation)] // as above
    pub(super) fn at_post(&self, Post { crew, group, lane }: Post) -> Vec<(Key, Rung)> {
        let Some(rank) = self.crews.get(crew as usize) else { return Vec::new() };
        let berths = rank.berths.iter().zip((lane as usize..).step_by(L::COUNT));
        let own = berths.filter(|(berth, _)| berth.group == group);
        own.filter_map(|(_, at)| Some((rank.keys[at]?.0, Rung { crew, at: at as u32 }))).collect()
    }

    pub(super) fn setup(&self, rung: Rung) -> J::Setup<Scalar> {
        let lane = Self::place(rung).1;
        let (mut wide, mut setup) = (self.setups.all()[self.berth(rung).setup as usize], J::Setup::default());
        J::zip_setups::<L, Scalar>(&mut wide, &mut setup, |wide, one| *one = wide.read(lane));
        setup
    }

    pub(super) fn memory(&self, rung: Rung) -> Memory<J> {
        let (number, lane) = Self::place(rung);
        let directions = &self.crews[rung.crew as usize].directions[number];
        let directions = J::Memory::<Scalar>::from_fn(|place| directions.as_ref()[place].read(lane));
        Memory::new(self.impulses(rung), &directions)
    }

    pub(super) fn impulses(&self, rung: Rung) -> J::Rows<Scalar> {
        let (number, lane) = Self::place(rung);
        let impulses = &self.crews[rung.crew as usize].impulses[number];
        J::Rows::from_fn(|row| impulses.as_ref()[row].read(lane))
    }

    /// Changes the setup of one joint.
    pub(super) fn set_up(&mut self, rung: Rung, setup: J::Setup<Scalar>) {
        let (number, lane) = Self::place(rung);
        let own = &mut self.crews[rung.crew as usize].berths[number].setup;
        *own = self.setups.change(*own, lane, setup);
    }

    /// The joint goes. Another one is repeated in its lane.
    #[allow(clippy::cast_possible_truncation)] // as above
    pub(super) fn remove(&mut self, rung: Rung) {
        let (at, (_, lane)) = (rung.at as usize, Self::place(rung));
        let rank = &mut self.crews[rung.crew as usize];
        rank.keys[at] = None;
        let first = at - lane;
        let other = (first..first + L::COUNT).find(|&other| rank.keys[other].is_some());
        let other = Rung { at: other.unwrap_or(at) as u32, ..rung };
        self.set_up(rung, self.setup(other));
        let directions = self.memory(other).directions();
        self.crews[rung.crew as usize].put(at, zero(), &directions);
    }

    /// A crew has no joints any more.
    pub(super) fn disband(&mut self, crew: u32) {
        let Some(rank) = self.crews.get_mut(crew as usize) else { return };
        core::mem::replace(rank, Rank::NEW).berths.iter().for_each(|berth| self.setups.give_back(berth.setup));
    }

    pub(super) fn scale_impulses(&mut self, factor: Scalar) {
        let factor = L::splat(factor);
        let impulses = self.crews.iter_mut().flat_map(|rank| &mut rank.impulses);
        impulses.flat_map(AsMut::as_mut).for_each(|lambda| *lambda = *lambda * factor);
    }

    pub(super) fn forget(&mut self) {
        for rank in &mut self.crews {
            rank.impulses.fill(J::Rows::repeat(L::default()));
            rank.directions.fill(no_directions::<J, L>());
        }
    }
}

impl<J: Constraint, L: Lanes> Rank<J, L> {
    const NEW: Self = Self {
        berths: Vec::new(),
        impulses: Vec::new(),
        directions: Vec::new(),
        keys: Vec::new(),
        spots: Vec::new(),
        kin: Vec::new(),
    };

    /// Finds out where joints that are kin have their bodies. Returns the number of that.
    #[allow(clippy::cast_possible_truncation)] // there are fewer than joints have bodies
    fn find_spots(&mut self, row: &Row) -> u32 {
        let own = J::Bodies::from_fn(|body| {
            let first = self.spots.len() as u32;
            self.spots.append(&mut Spot::all(&row.seats[body]));
            Spots { first, end: self.spots.len() as u32 }
        });
        self.kin.push(own);
        self.kin.len() as u32 - 1
    }

    /// What a lane goes on with.
    fn put(&mut self, at: usize, impulses: J::Rows<Scalar>, directions: &J::Memory<Scalar>) {
        let (number, lane) = (at / L::COUNT, at % L::COUNT);
        for (wide, &one) in self.impulses[number].as_mut().iter_mut().zip(impulses.as_ref()) {
            wide.set(lane, one);
        }
        for (wide, &one) in self.directions[number].as_mut().iter_mut().zip(directions.as_ref()) {
            wide.set(lane, one);
        }
    }
}

impl<J: Constraint, L: Lanes> Desk<J, L> {
    fn new() -> Self {
        Self { bases: J::Bodies::repeat(Default::default()), prepared: Default::default() }
    }
}

/// Those of a joint that no step has moved.
fn no_directions<J: Constraint, L: Lanes>() -> J::Memory<L> {
    J::memory(&J::Prepared::<L>::default())
}

#[allow(clippy::inline_always)] // the passes' side: see `Lanes::run`
impl<J: Constraint, L: Lanes> Desk<J, L> {
    /// Joints whose bodies are there, with what else is theirs.
    #[inline(always)]
    pub(super) fn parts<'a, A: Element>(
        &'a mut self,
        places: &'a J::Bodies<A>,
        setup: &'a J::Setup<L>,
        impulses: &'a mut J::Rows<L>,
    ) -> Parts<'a, J, L, A> {
        Parts { places, bases: &mut self.bases, setup, prepared: &mut self.prepared, impulses }
    }
}

/// Where the berths of kin in a crew have their bodies.
pub(super) struct Kin<'a, J: Constraint> {
    all: &'a [J::Bodies<Spots>],
    spots: &'a [Spot],
}

impl<J: Constraint> Clone for Kin<'_, J> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<J: Constraint> Copy for Kin<'_, J> {}

#[allow(clippy::inline_always)] // the passes' side: see `Lanes::run`
impl<'a, J: Constraint> Kin<'a, J> {
    /// Of this berth; `None` if it has twins.
    #[inline(always)]
    pub(super) fn spots(self, berth: &Berth<J>) -> Option<J::Bodies<&'a [Spot]>> {
        let own = self.all[berth.kin? as usize].as_ref();
        Some(J::Bodies::from_fn(|body| &self.spots[own[body].first as usize..own[body].end as usize]))
    }
}

/// The joints of a crew during a step.
pub(super) struct Working<'a, J: Constraint, L: Lanes> {
    pub(super) berths: &'a [Berth<J>],
    pub(super) kin: Kin<'a, J>,
    pub(super) setups: &'a [J::Setup<L>],
    pub(super) desks: &'a mut [Desk<J, L>],
    pub(super) impulses: &'a mut [J::Rows<L>],
    directions: &'a mut [J::Memory<L>],
    /// How many come before the first of them.
    first: usize,
    /// Those of the next crew, if it has any.
    next: Option<&'a Rank<J, L>>,
}

/// The passes' side.
impl<J: Constraint, L: Lanes> Ranks<J, L> {
    /// `None` if the crew has none of this type.
    fn working(&mut self, crew: u32) -> Option<Working<'_, J, L>> {
        let (own, others) = self.crews.split_at_mut_checked(crew as usize + 1)?;
        let Rank { berths, kin, spots, impulses, directions, .. } = own.last_mut()?;
        let count = berths.len();
        let (setups, desks) = (self.setups.all(), &mut self.desks[..count]);
        let kin = Kin { all: kin, spots };
        let next = others.first();
        Some(Working { berths, kin, setups, desks, impulses, directions, first: 0, next }).filter(|_| count > 0)
    }

    /// Readies the joints for a step.
    pub(super) fn begin(&mut self, crew: u32, bodies: &mut Crew<L>, step: Step<Scalar>) {
        let Some(joints) = self.working(crew) else { return };
        L::run(Relax { joints, bodies, step, solves: false, is_last: false });
    }

    pub(super) fn solve(&mut self, crew: u32, bodies: &mut Crew<L>, pass: &Pass<Scalar>) {
        let Some(joints) = self.working(crew) else { return };
        L::run(Solve { joints, bodies, pass });
    }

    /// As [`Relax`] has it.
    pub(super) fn relax(&mut self, crew: u32, bodies: &mut Crew<L>, step: Step<Scalar>, is_last: bool) {
        let Some(joints) = self.working(crew) else { return };
        L::run(Relax { joints, bodies, step, solves: true, is_last });
    }
}

/// Inlined whatever it costs: see [`Lanes::run`].
#[allow(clippy::inline_always)]
impl<J: Constraint, L: Lanes> Working<'_, J, L> {
    #[inline(always)]
    pub(super) const fn count(&self) -> usize {
        self.berths.len()
    }

    /// Takes the first few of the joints away.
    #[inline(always)]
    pub(super) fn take(&mut self, most: usize) -> Self {
        let count = most.min(self.count());
        let first = self.first;
        self.first += count;
        Self {
            berths: self.berths.split_off(..count).unwrap_or_default(),
            kin: self.kin,
            setups: self.setups,
            desks: self.desks.split_off_mut(..count).unwrap_or_default(),
            impulses: self.impulses.split_off_mut(..count).unwrap_or_default(),
            directions: self.directions.split_off_mut(..count).unwrap_or_default(),
            first,
            next: self.next,
        }
    }

    /// Takes what a step finds.
    #[inline(always)]
    pub(super) fn remember(&mut self) {
        for (desk, directions) in self.desks.iter_mut().zip(&*self.directions) {
            J::remember(&mut desk.prepared, directions);
        }
    }

    /// Keeps what a step leaves, and fetches as much of what the next crew's will find.
    #[inline(always)]
    pub(super) fn keep(&mut self) {
        let others = self.first..self.first + self.count();
        if let Some(next) = self.next {
            next.berths.get(others.clone()).into_iter().for_each(L::fetch);
            next.impulses.get(others.clone()).into_iter().for_each(L::fetch);
            next.directions.get(others).into_iter().for_each(L::fetch);
        }
        let kept = self.impulses.iter_mut().zip(&mut *self.directions);
        for ((impulses, directions), desk) in kept.zip(&*self.desks) {
            *impulses = that_count::<J, L>(*impulses);
            *directions = J::memory(&desk.prepared);
        }
    }
}
