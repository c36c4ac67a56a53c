//! Who uses a value: the counts of readers, and the parts that most values have in common.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::Hash;

use crate::ir::fast_map::{FastHash, FastMap};
use crate::ir::scalar::{ScalarIr, Slot};

/// The number of parts that most joints do not exceed.
const MANY: usize = 400;

/// Which slots have each part.
pub(super) struct Users<P> {
    /// In order.
    users: FastMap<P, Vec<Slot>>,
    /// The parts that several slots have or had, by the number of these: what is not up to date is passed over.
    counts: BinaryHeap<(usize, Reverse<P>)>,
}

impl<P: Ord> Default for Users<P> {
    fn default() -> Self {
        Self { users: FastMap::with_capacity_and_hasher(MANY, FastHash::default()), counts: BinaryHeap::new() }
    }
}

impl<P: Copy + Ord + Hash> Users<P> {
    pub(super) fn add(&mut self, part: P, slot: Slot) {
        let users = self.users.entry(part).or_default();
        if let Err(place) = users.binary_search(&slot) {
            users.insert(place, slot);
            let count = users.len();
            self.note(count, part);
        }
    }

    pub(super) fn remove(&mut self, part: P, slot: Slot) {
        let users = self.users.entry(part).or_default();
        if let Ok(place) = users.binary_search(&slot) {
            users.remove(place);
            let count = users.len();
            self.note(count, part);
        }
    }

    fn note(&mut self, count: usize, part: P) {
        if count > 1 {
            self.counts.push((count, Reverse(part)));
        }
    }

    /// The slots that have a part.
    pub(super) fn of(&self, part: P) -> &[Slot] {
        self.users.get(&part).map_or(&[], Vec::as_slice)
    }

    /// The part that most slots have, the least of equals, and these slots, if they are several.
    pub(super) fn most_used(&mut self) -> Option<(P, Vec<Slot>)> {
        while let Some(&(count, Reverse(part))) = self.counts.peek() {
            let users = self.of(part);
            if users.len() == count {
                return Some((part, users.to_vec()));
            }
            self.counts.pop();
        }
        None
    }

    /// The same, after which no slot is known to have it.
    pub(super) fn take_most_used(&mut self) -> Option<(P, Vec<Slot>)> {
        let (part, users) = self.most_used()?;
        self.users.insert(part, Vec::new());
        Some((part, users))
    }
}

/// How often each slot is read by `slots` and as a root. What is added to the IR later is not counted.
pub(crate) fn uses(ir: &ScalarIr, slots: &[Slot], roots: &[Slot]) -> Vec<usize> {
    let mut uses = vec![0; ir.len()];
    let mut count = |operand: Slot| uses[operand] += 1;
    for &slot in slots {
        ir.op(slot).each_operand(&mut count);
    }
    roots.iter().copied().for_each(count);
    uses
}

/// Whether a slot is made of another one.
pub(super) fn reaches(ir: &ScalarIr, from: Slot, to: Slot) -> bool {
    ir.finds(from, |slot| slot == to)
}

/// The items that are known early, and the others.
pub(super) fn split<T>(all: Vec<T>, early: impl Fn(&T) -> bool) -> (Vec<T>, Vec<T>) {
    all.into_iter().partition(early)
}
