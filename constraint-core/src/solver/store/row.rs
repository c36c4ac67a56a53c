//! Blocks of one width, colour after colour.

use core::ops::Range;

use super::block::{Block, Member};
use super::colours::PALETTE;
use crate::constraint::Constraint;
use crate::kinematics::MassProperties;
use crate::lanes::Lanes;
use crate::math::Scalar;
use crate::slots::Key;

/// Blocks by segment and colour.
pub(super) struct Row<J: Constraint, L: Lanes> {
    /// The colours of one segment after those of another.
    pub(super) colours: Vec<Colour<J, L>>,
    /// By segment, a bit for each colour that has joints.
    used: Vec<u64>,
}

/// Joints of one colour, in as few blocks as hold them: only the last one has free lanes.
pub(super) struct Colour<J: Constraint, L: Lanes> {
    blocks: Vec<Block<J, L>>,
    /// Whose joint each lane has, as far as there are joints.
    pub(super) keys: Vec<Key>,
}

impl<J: Constraint, L: Lanes> Row<J, L> {
    pub(super) const NEW: Self = Self { colours: Vec::new(), used: Vec::new() };

    pub(super) fn insert(&mut self, colour: u32, key: Key, member: &Member<J>) -> usize {
        let colour = colour as usize;
        while self.colours.len() <= colour {
            self.colours.push(Colour { blocks: Vec::new(), keys: Vec::new() });
        }
        let segment = colour / PALETTE;
        self.used.resize(self.used.len().max(segment + 1), 0);
        self.used[segment] |= 1 << (colour % PALETTE);
        self.colours[colour].insert(key, member)
    }

    pub(super) fn remove(&mut self, colour: u32, at: usize) -> Option<Key> {
        let colour = colour as usize;
        let moved = self.colours[colour].remove(at);
        if self.colours[colour].keys.is_empty() {
            self.used[colour / PALETTE] &= !(1 << (colour % PALETTE));
        }
        moved
    }

    /// The block and the lane of a joint.
    pub(super) fn at(&self, colour: u32, at: usize) -> Option<(&Block<J, L>, usize)> {
        Some((self.colours.get(colour as usize)?.blocks.get(at / L::COUNT)?, at % L::COUNT))
    }

    pub(super) fn set_up(&mut self, colour: u32, at: usize, joint: &J, masses: &[MassProperties<Scalar>]) {
        self.colours[colour as usize].blocks[at / L::COUNT].set_up(at % L::COUNT, joint, masses);
    }

    pub(super) fn set_up_all<'a>(&mut self, joint: impl Fn(Key) -> Option<&'a J>, masses: &[MassProperties<Scalar>]) {
        for colour in &mut self.colours {
            for (at, key) in colour.keys.iter().enumerate() {
                if let Some(joint) = joint(*key) {
                    colour.blocks[at / L::COUNT].set_up(at % L::COUNT, joint, masses);
                }
            }
        }
    }

    /// Calls `run` with the blocks of these segments, colour after colour.
    pub(super) fn runs(&mut self, segments: &Range<usize>, mut run: impl FnMut(&mut [Block<J, L>])) {
        let end = segments.end.min(self.used.len());
        let segments = segments.start.min(end)..end;
        let mut used = self.used[segments.clone()].iter().fold(0, |all, used| all | used);
        while used != 0 {
            let colour = used.trailing_zeros() as usize;
            used &= used - 1;
            for segment in segments.clone() {
                if let Some(colour) = self.colours.get_mut(segment * PALETTE + colour) {
                    run(&mut colour.blocks);
                }
            }
        }
    }

    pub(super) fn blocks(&mut self) -> impl Iterator<Item = &mut Block<J, L>> {
        self.colours.iter_mut().flat_map(|colour| &mut colour.blocks)
    }

    /// Calls `member` with each joint's colour and name, and the joint.
    pub(super) fn each(&self, mut member: impl FnMut(u32, Key, &Member<J>)) {
        for (number, colour) in (0..).zip(&self.colours) {
            for (at, &key) in colour.keys.iter().enumerate() {
                member(number, key, &colour.member(at));
            }
        }
    }
}

impl<J: Constraint, L: Lanes> Colour<J, L> {
    fn insert(&mut self, key: Key, member: &Member<J>) -> usize {
        let at = self.keys.len();
        if at.is_multiple_of(L::COUNT) {
            self.blocks.push(Block::new(member));
        } else {
            self.put(at, member);
        }
        self.keys.push(key);
        at
    }

    /// The last joint takes the place of the one that goes.
    fn remove(&mut self, at: usize) -> Option<Key> {
        let last = self.keys.len().checked_sub(1)?;
        if at < last {
            let member = self.member(last);
            self.put(at, &member);
        }
        if last.is_multiple_of(L::COUNT) {
            self.blocks.pop();
        } else {
            self.blocks[last / L::COUNT].clear(last % L::COUNT);
        }
        self.keys.swap_remove(at);
        self.keys.get(at).copied()
    }

    fn put(&mut self, at: usize, member: &Member<J>) {
        self.blocks[at / L::COUNT].put(at % L::COUNT, member);
    }

    fn member(&self, at: usize) -> Member<J> {
        self.blocks[at / L::COUNT].member(at % L::COUNT)
    }
}
