//! Blocks of one width by crew and colour.

use super::super::block::{Block, Member};
use crate::constraint::{Array, Constraint};
use crate::lanes::Lanes;
use crate::slots::Key;
use crate::solver::crews::{Post, Seat};

/// By crew, its joints of one type, colour after colour.
pub(in super::super) struct Ranks<J: Constraint, L: Lanes>(Vec<Vec<Rank<J, L>>>);

/// The joints of one colour in a crew: group after group, of each group as many blocks.
struct Rank<J: Constraint, L: Lanes> {
    colour: u32,
    /// How many joints of the colour an island has.
    each: usize,
    blocks: Vec<Block<J, L, Seat>>,
    /// Whose joint each lane has.
    keys: Vec<Option<Key>>,
}

/// Where a joint stands.
#[derive(Clone, Copy)]
pub(in super::super) struct Rung {
    crew: u32,
    /// The number of the rank; not its colour.
    rank: u32,
    at: u32,
}

impl Rung {
    /// Of the twin so many lanes on.
    pub(in super::super) const fn on(self, lanes: u32) -> Self {
        Self { at: self.at + lanes, ..self }
    }
}

impl<J: Constraint, L: Lanes> Ranks<J, L> {
    pub(super) const NEW: Self = Self(Vec::new());

    #[allow(clippy::cast_possible_truncation)] // there are fewer ranks and joints than places of 32 bits
    pub(super) fn join(
        &mut self,
        crew: u32,
        (colour, each): (u32, usize),
        seats: &[Seat],
        twins: &[(Key, Member<J>)],
    ) -> Rung {
        let at = crew as usize;
        while self.0.len() <= at {
            self.0.push(Vec::new());
        }
        let ranks = &mut self.0[at];
        if ranks.last().is_none_or(|rank| rank.colour != colour) {
            ranks.push(Rank { colour, each, blocks: Vec::new(), keys: Vec::new() });
        }
        let rank = ranks.len() - 1;
        let at = ranks[rank].join(seats, twins);
        Rung { crew, rank: rank as u32, at: at as u32 }
    }

    fn rank(&self, rung: Rung) -> &Rank<J, L> {
        &self.0[rung.crew as usize][rung.rank as usize]
    }

    /// The block and the lane of a joint.
    pub(super) fn at(&self, rung: Rung) -> (&Block<J, L, Seat>, usize) {
        let at = rung.at as usize;
        (&self.rank(rung).blocks[at / L::COUNT], at % L::COUNT)
    }

    pub(super) fn at_mut(&mut self, rung: Rung) -> (&mut Block<J, L, Seat>, usize) {
        let (rank, at) = (&mut self.0[rung.crew as usize][rung.rank as usize], rung.at as usize);
        (&mut rank.blocks[at / L::COUNT], at % L::COUNT)
    }

    pub(super) fn colour(&self, rung: Rung) -> u32 {
        self.rank(rung).colour
    }

    #[allow(clippy::cast_possible_truncation)] // as above
    pub(super) fn post(&self, rung: Rung) -> Post {
        let at = rung.at as usize;
        let group = at / L::COUNT / self.rank(rung).each;
        Post { crew: rung.crew, group: group as u32, lane: (at % L::COUNT) as u32 }
    }

    /// Whose joints an island has, and where they stand.
    #[allow(clippy::cast_possible_truncation)] // as above
    pub(super) fn at_post(&self, Post { crew, group, lane }: Post) -> Vec<(Key, Rung)> {
        let mut found = Vec::new();
        for (number, rank) in (0..).zip(self.0.get(crew as usize).into_iter().flatten()) {
            let first = group as usize * rank.each;
            for block in first..first + rank.each {
                let at = block * L::COUNT + lane as usize;
                found.extend(rank.keys[at].map(|key| (key, Rung { crew, rank: number, at: at as u32 })));
            }
        }
        found
    }

    /// Another twin's joint is repeated where one has gone.
    pub(super) fn remove(&mut self, rung: Rung) {
        let rank = &mut self.0[rung.crew as usize][rung.rank as usize];
        rank.remove(rung.at as usize);
    }

    pub(super) fn disband(&mut self, crew: u32) {
        if let Some(ranks) = self.0.get_mut(crew as usize) {
            *ranks = Vec::new();
        }
    }

    /// The blocks of a crew, colour after colour.
    pub(super) fn blocks(&mut self, crew: u32) -> impl Iterator<Item = &mut [Block<J, L, Seat>]> {
        let ranks = self.0.get_mut(crew as usize).into_iter().flatten();
        ranks.map(|rank| &mut rank.blocks[..])
    }

    pub(super) fn all(&mut self) -> impl Iterator<Item = &mut Block<J, L, Seat>> {
        self.0.iter_mut().flatten().flat_map(|rank| &mut rank.blocks)
    }
}

impl<J: Constraint, L: Lanes> Rank<J, L> {
    /// One joint of each twin, in its lane; lanes that are left repeat the first one, without impulses.
    fn join(&mut self, seats: &[Seat], twins: &[(Key, Member<J>)]) -> usize {
        let at = self.keys.len();
        let mut block = Block::empty(J::Bodies::from_fn(|body| seats[body]));
        for lane in 0..L::COUNT {
            let twin = twins.get(lane);
            block.put_joint(lane, &twin.unwrap_or(&twins[0]).1);
            if twin.is_none() {
                block.quiet(lane);
            }
            self.keys.push(twin.map(|(key, _)| *key));
        }
        self.blocks.push(block);
        at
    }

    fn remove(&mut self, at: usize) {
        self.keys[at] = None;
        let (block, lane) = (&mut self.blocks[at / L::COUNT], at % L::COUNT);
        let others = &self.keys[at - lane..at - lane + L::COUNT];
        if let Some(other) = others.iter().position(Option::is_some) {
            block.repeat(other, lane);
        }
        block.quiet(lane);
    }
}
