//! Which values have a part, and which part most of them have.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::Hash;

use crate::ir::fast_map::FastMap;
use crate::ir::scalar::Slot;

/// Which slots have each part.
pub(super) struct Users<P> {
    /// In order.
    users: FastMap<P, Vec<Slot>>,
    /// The parts that several slots have or had, by the number of these: what is not up to date is passed over.
    counts: BinaryHeap<(usize, Reverse<P>)>,
}

impl<P: Ord> Default for Users<P> {
    fn default() -> Self {
        Self { users: FastMap::default(), counts: BinaryHeap::new() }
    }
}

impl<P: Copy + Ord + Hash> Users<P> {
    pub(super) fn add(&mut self, part: P, slot: Slot) {
        let users = self.users.or_insert_with(part, Vec::new);
        if let Err(place) = users.binary_search(&slot) {
            users.insert(place, slot);
            let count = users.len();
            self.note(count, part);
        }
    }

    pub(super) fn remove(&mut self, part: P, slot: Slot) {
        let users = self.users.or_insert_with(part, Vec::new);
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
