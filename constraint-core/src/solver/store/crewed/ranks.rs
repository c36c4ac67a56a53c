//! Joints side by side of one type and width, by crew.

use super::super::active::Memory;
use super::super::block::Member;
use super::super::parts::{Parts, that_count};
use super::super::zero;
use super::passes::{Relax, Solve};
use super::pool::Pool;
use crate::constraint::{Array, Constraint, Pass, Step};
use crate::lanes::Lanes;
use crate::math::Scalar;
use crate::slots::Key;
use crate::solver::crews::{Crew, Post, Seat};

/// The joints of all crews.
pub(in super::super) struct Ranks<J: Constraint, L: Lanes> {
    crews: Vec<Rank<J, L>>,
    setups: Pool<J, L>,
    desks: Vec<Desk<J, L>>,
}

/// The joints of a crew: colour after colour, and of each colour group after group. All that a step leaves to the next one.
struct Rank<J: Constraint, L: Lanes> {
    berths: Vec<Berth<J>>,
    impulses: Vec<J::Rows<L>>,
    /// What outlives a degenerate pose.
    directions: Vec<J::Memory<L>>,
    /// Whose joint each lane has. One without a joint repeats another one, and its seats have no island.
    keys: Vec<Option<Key>>,
}

/// One joint of each twin of a group, side by side.
struct Berth<J: Constraint> {
    seats: J::Bodies<Seat>,
    /// Its number in the pool.
    setup: u32,
    colour: u32,
    group: u32,
}

/// What joints side by side have within a step only. Crews work there one after another: it stays in the cache.
struct Desk<J: Constraint, L: Lanes> {
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

/// The owner's side.
impl<J: Constraint, L: Lanes> Ranks<J, L> {
    pub(super) const NEW: Self = Self { crews: Vec::new(), setups: Pool::NEW, desks: Vec::new() };

    /// One joint of each twin, in its lane; lanes that are left repeat the first one, without impulses.
    #[allow(clippy::cast_possible_truncation)] // there are fewer joints than places of 32 bits
    pub(super) fn join(&mut self, post: Post, colour: u32, seats: &[Seat], twins: &[(Key, Member<J>)]) -> Rung {
        let crew = post.crew as usize;
        while self.crews.len() <= crew {
            self.crews.push(Rank::NEW);
        }
        let mut setup = J::Setup::<L>::default();
        for lane in 0..L::COUNT {
            let mut one = twins.get(lane).unwrap_or(&twins[0]).1.setup;
            J::zip_setups::<L, Scalar>(&mut setup, &mut one, |wide, one| wide.set(lane, *one));
        }
        let setup = self.setups.take(setup);
        let rank = &mut self.crews[crew];
        let at = rank.keys.len();
        rank.berths.push(Berth { seats: J::Bodies::from_fn(|body| seats[body]), setup, colour, group: post.group });
        rank.impulses.push(J::Rows::repeat(L::default()));
        rank.directions.push(no_directions::<J, L>());
        for lane in 0..L::COUNT {
            let twin = twins.get(lane);
            let (key, Member { kept, .. }) = twin.unwrap_or(&twins[0]);
            rank.put(at + lane, twin.map_or(zero(), |_| kept.impulses), &kept.directions());
            rank.keys.push(twin.map(|_| *key));
        }
        self.desks.resize_with(self.desks.len().max(rank.berths.len()), Desk::new);
        Rung { crew: post.crew, at: at as u32 }
    }

    /// The number of the berth that a joint has a lane of, and the lane.
    const fn place(rung: Rung) -> (usize, usize) {
        (rung.at as usize / L::COUNT, rung.at as usize % L::COUNT)
    }

    fn berth(&self, rung: Rung) -> &Berth<J> {
        &self.crews[rung.crew as usize].berths[Self::place(rung).0]
    }

    pub(super) fn colour(&self, rung: Rung) -> u32 {
        self.berth(rung).colour
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
        own.filter_map(|(_, at)| Some((rank.keys[at]?, Rung { crew, at: at as u32 }))).collect()
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

    /// The joint goes. Another twin's is repeated in its lane.
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
    const NEW: Self = Self { berths: Vec::new(), impulses: Vec::new(), directions: Vec::new(), keys: Vec::new() };

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

/// The joints of a crew during a step.
pub(super) struct Working<'a, J: Constraint, L: Lanes> {
    berths: &'a [Berth<J>],
    setups: &'a [J::Setup<L>],
    desks: &'a mut [Desk<J, L>],
    impulses: &'a mut [J::Rows<L>],
    directions: &'a mut [J::Memory<L>],
}

/// The passes' side.
impl<J: Constraint, L: Lanes> Ranks<J, L> {
    /// `None` if the crew has none of this type.
    fn working(&mut self, crew: u32) -> Option<Working<'_, J, L>> {
        let Rank { berths, impulses, directions, .. } = self.crews.get_mut(crew as usize)?;
        let count = berths.len();
        let (setups, desks) = (self.setups.all(), &mut self.desks[..count]);
        Some(Working { berths, setups, desks, impulses, directions }).filter(|_| count > 0)
    }

    /// Readies the joints for a step.
    pub(super) fn begin(&mut self, crew: u32, bodies: &mut Crew<L>, step: Step<Scalar>) {
        let Some(joints) = self.working(crew) else { return };
        L::run(Relax { joints, bodies, step, pass: None, is_last: false });
    }

    pub(super) fn solve(&mut self, crew: u32, bodies: &mut Crew<L>, pass: &Pass<Scalar>) {
        let Some(joints) = self.working(crew) else { return };
        L::run(Solve { joints, bodies, pass });
    }

    /// As [`Relax`] has it.
    pub(super) fn relax(
        &mut self,
        crew: u32,
        bodies: &mut Crew<L>,
        (step, pass): (Step<Scalar>, &Pass<Scalar>),
        is_last: bool,
    ) {
        let Some(joints) = self.working(crew) else { return };
        L::run(Relax { joints, bodies, step, pass: Some(pass), is_last });
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
        Self {
            berths: self.berths.split_off(..count).unwrap_or_default(),
            setups: self.setups,
            desks: self.desks.split_off_mut(..count).unwrap_or_default(),
            impulses: self.impulses.split_off_mut(..count).unwrap_or_default(),
            directions: self.directions.split_off_mut(..count).unwrap_or_default(),
        }
    }

    /// Does this to one after another.
    #[inline(always)]
    pub(super) fn each(&mut self, mut act: impl FnMut(Parts<'_, J, L, Seat>)) {
        let parts = self.berths.iter().zip(&mut *self.desks).zip(&mut *self.impulses);
        for ((berth, desk), impulses) in parts {
            act(Parts {
                places: &berth.seats,
                bases: &mut desk.bases,
                setup: &self.setups[berth.setup as usize],
                prepared: &mut desk.prepared,
                impulses,
            });
        }
    }

    /// Takes what a step finds.
    #[inline(always)]
    pub(super) fn remember(&mut self) {
        for (desk, directions) in self.desks.iter_mut().zip(&*self.directions) {
            J::remember(&mut desk.prepared, directions);
        }
    }

    /// Keeps what a step leaves.
    #[inline(always)]
    pub(super) fn keep(&mut self) {
        let kept = self.impulses.iter_mut().zip(&mut *self.directions);
        for ((impulses, directions), desk) in kept.zip(&*self.desks) {
            *impulses = that_count::<J, L>(*impulses);
            *directions = J::memory(&desk.prepared);
        }
    }
}
