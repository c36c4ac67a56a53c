//! Factors that products have in common, two at a time.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::reached;
use crate::tape::{Op, Phase, Slot, Tape};

/// The pair of factors that most products share becomes one factor, again and again.
pub(super) fn common_pairs(tape: &mut Tape, roots: &[Slot]) {
    let mut pairs = Pairs::new(tape, roots);
    while let Some((pair @ (_, a, b), users)) = pairs.most_used() {
        let made = if a == b { vec![(a, 2)] } else { vec![(a, 1), (b, 1)] };
        let next = tape.len();
        let slot = tape.add(Op::Product(made), users[0]);
        for &user in users.iter().filter(|&&user| user != slot) {
            if let Op::Product(factors) = tape.op(user).clone() {
                let changed = |&factor: &Slot| factor == a || factor == b || factor == slot;
                pairs.forget(tape, user, changed);
                tape.replace(user, Op::Product(without_pair(factors, a, b, slot)));
                pairs.enter(tape, user, changed);
            }
        }
        if slot == next {
            pairs.enter(tape, slot, |_| true);
        } else if !pairs.has(pair, slot) {
            // A slot that was there before may be written in another way by now: what it is made of is reached only here,
            // and what it replaces perhaps no more.
            pairs = Pairs::new(tape, roots);
        }
    }
}

/// A pair of factors, and when it can be known.
type Pair = (Phase, Slot, Slot);

/// Which products have which pairs of factors.
#[derive(Default)]
struct Pairs {
    users: BTreeMap<Pair, BTreeSet<Slot>>,
    /// The pairs that two products have, by the number of these.
    shared: BTreeSet<(usize, Reverse<Pair>)>,
}

impl Pairs {
    fn new(tape: &Tape, roots: &[Slot]) -> Self {
        let mut pairs = Self::default();
        for slot in reached(tape, roots) {
            pairs.enter(tape, slot, |_| true);
        }
        pairs
    }

    /// The pair that most products have, the earliest known of equals, and its products.
    fn most_used(&self) -> Option<(Pair, Vec<Slot>)> {
        let &(_, Reverse(pair)) = self.shared.last()?;
        Some((pair, self.users[&pair].iter().copied().collect()))
    }

    fn has(&self, pair: Pair, slot: Slot) -> bool {
        self.users.get(&pair).is_some_and(|users| users.contains(&slot))
    }

    /// Enters the pairs of a product's factors, those without one of `which` excepted.
    fn enter(&mut self, tape: &Tape, slot: Slot, which: impl Fn(&Slot) -> bool) {
        self.change(tape, slot, which, |users| users.insert(slot));
    }

    /// Forgets them.
    fn forget(&mut self, tape: &Tape, slot: Slot, which: impl Fn(&Slot) -> bool) {
        self.change(tape, slot, which, |users| users.remove(&slot));
    }

    fn change(
        &mut self,
        tape: &Tape,
        slot: Slot,
        which: impl Fn(&Slot) -> bool,
        change: impl Fn(&mut BTreeSet<Slot>) -> bool,
    ) {
        let Op::Product(factors) = tape.op(slot) else { return };
        for (a, b) in pairs(factors, which) {
            let pair = (tape.phase(a).max(tape.phase(b)), a, b);
            let users = self.users.entry(pair).or_default();
            let before = users.len();
            if change(users) {
                self.shared.remove(&(before, Reverse(pair)));
                if users.len() > 1 {
                    self.shared.insert((users.len(), Reverse(pair)));
                }
            }
        }
    }
}

/// The pairs of factors with positive powers, each once, that have one of `which` in them.
fn pairs(factors: &[(Slot, i32)], which: impl Fn(&Slot) -> bool) -> Vec<(Slot, Slot)> {
    let positive = factors.iter().filter(|&&(_, k)| k > 0);
    let (wanted, others): (Vec<_>, Vec<_>) = positive.partition(|(factor, _)| which(factor));
    let mut pairs = Vec::new();
    for (i, &&(a, k)) in wanted.iter().enumerate() {
        if k > 1 {
            pairs.push((a, a));
        }
        pairs.extend(wanted[i + 1..].iter().chain(&others).map(|&&(b, _)| (a.min(b), a.max(b))));
    }
    pairs
}

fn without_pair(mut factors: Vec<(Slot, i32)>, a: Slot, b: Slot, pair: Slot) -> Vec<(Slot, i32)> {
    for taken in [a, b] {
        if let Some(factor) = factors.iter_mut().find(|(factor, k)| *factor == taken && *k > 0) {
            factor.1 -= 1;
        }
    }
    factors.retain(|&(_, k)| k != 0);
    match factors.iter_mut().find(|(factor, _)| *factor == pair) {
        Some(factor) => factor.1 += 1,
        None => factors.push((pair, 1)),
    }
    factors
}
