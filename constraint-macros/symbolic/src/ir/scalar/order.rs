//! The order of evaluation.

use super::{ScalarIr, Slot};

impl ScalarIr {
    /// What is needed to compute `roots`, in an order of evaluation that keeps to the order in which it was written.
    /// What `given` holds is not computed.
    pub fn order(&self, roots: &[Slot], given: &dyn Fn(Slot) -> bool) -> Vec<Slot> {
        // Of each slot that is needed, how many operands it waits for, and the last who was found to wait for it: its number in
        // the list of all who wait, each with the number of the one before. Numbers begin with 1, for a list of zeros costs
        // nothing to make.
        let is_met = &mut vec![false; self.len()][..];
        let waiting = &mut vec![0_usize; self.len()][..];
        let last = &mut vec![0_usize; self.len()][..];
        let mut users: Vec<(Slot, usize)> = Vec::with_capacity(2 * self.len());
        let mut ready = Ready::new(&self.places);
        let mut pending: Vec<Slot> = Vec::with_capacity(self.len());
        for &root in roots {
            if !given(root) {
                pending.push(root);
            }
        }
        while let Some(slot) = pending.pop() {
            if is_met[slot] {
                continue;
            }
            is_met[slot] = true;
            let mut count = 0;
            self.op(slot).each_operand(|operand| {
                // Of the same operand again, it is the last who waits for it. What anybody waits for is not given.
                let before = last[operand];
                let waits_anew = if before == 0 { !given(operand) } else { users[before - 1].0 != slot };
                if waits_anew {
                    users.push((slot, before));
                    last[operand] = users.len();
                    count += 1;
                    if before == 0 {
                        pending.push(operand);
                    }
                }
            });
            waiting[slot] = count;
            if count == 0 {
                ready.insert(slot);
            }
        }
        let mut order = Vec::with_capacity(self.len());
        while let Some(slot) = ready.take() {
            order.push(slot);
            let mut next = last[slot];
            while next != 0 {
                let (user, before) = users[next - 1];
                waiting[user] -= 1;
                if waiting[user] == 0 {
                    ready.insert(user);
                }
                next = before;
            }
        }
        order
    }
}

/// The slots that can be computed: the one whose place comes first is taken first, of one place the one that was made first.
///
/// Places are small numbers, so that those with a slot are bits. A heap does the same in several times as many steps. The lists
/// are boxed, as those of [`crate::ir::fast_map::HashIndex`] are.
struct Ready<'t> {
    places: &'t [usize],
    /// Whether a place has a slot, 64 in a word. Before the word `least`, none has.
    words: Box<[u64]>,
    least: usize,
    /// The first slot of each place, and the one after each slot: numbers that begin with 1.
    first: Box<[usize]>,
    after: Box<[usize]>,
}

impl<'t> Ready<'t> {
    fn new(places: &'t [usize]) -> Self {
        let zeros = || vec![0; places.len()].into_boxed_slice();
        Self { places, words: vec![0; places.len() / 64 + 1].into(), least: 0, first: zeros(), after: zeros() }
    }

    fn insert(&mut self, slot: Slot) {
        let place = self.places[slot];
        self.words[place / 64] |= 1 << (place % 64);
        self.least = self.least.min(place / 64);
        let number = slot + 1;
        let mut next = self.first[place];
        if next == 0 || number < next {
            (self.first[place], self.after[slot]) = (number, next);
            return;
        }
        let mut before = next;
        while next != 0 && next < number {
            (before, next) = (next, self.after[next - 1]);
        }
        (self.after[before - 1], self.after[slot]) = (number, next);
    }

    fn take(&mut self) -> Option<Slot> {
        while self.least < self.words.len() {
            let word = self.words[self.least];
            if word == 0 {
                self.least += 1;
                continue;
            }
            let place = 64 * self.least + word.trailing_zeros() as usize;
            let slot = self.first[place] - 1;
            self.first[place] = self.after[slot];
            if self.first[place] == 0 {
                self.words[self.least] = word & (word - 1);
            }
            return Some(slot);
        }
        None
    }
}
