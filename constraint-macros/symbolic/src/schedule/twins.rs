//! Sums that are alike, as those of x and of y are: added up in one order, they pack.

use super::Kept;
use crate::graph::{Input, Number};
use crate::mapped::Mapped as _;
use crate::ordered::{Ordered, sort_by_key};
use crate::tape::{Op, Slot, Tape};

/// What kind of term something is, whichever body's and whichever component's; with the latest input that is in it by itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Kept,
    Input(Input),
    Sum(Option<Input>),
    Product(Option<Input>),
    Other,
}

impl Kind {
    fn of(tape: &Tape, kept: &Kept, slot: Slot) -> Self {
        let input = |slot: Slot| match tape.op(slot) {
            Op::Input(leaf) => Some(leaf.input.of_any_body()),
            _ => None,
        };
        if kept.holds(slot) {
            return Self::Kept;
        }
        let mut latest = None;
        tape.op(slot).each_operand(|operand| latest = latest.max(input(operand)));
        match tape.op(slot) {
            Op::Input(leaf) => Self::Input(leaf.input.of_any_body()),
            Op::Sum(_) => Self::Sum(latest),
            Op::Product(_) => Self::Product(latest),
            _ => Self::Other,
        }
    }
}

/// How many sums of some code have terms of the same kinds.
pub(super) struct Twins {
    alike: Ordered<Vec<Kind>, usize>,
}

impl Twins {
    pub(super) fn new(tape: &Tape, kept: &Kept, order: &[Slot]) -> Self {
        let mut alike: Ordered<Vec<Kind>, usize> = Ordered::default();
        for &slot in order {
            if let Op::Sum(terms) = tape.op(slot)
                && terms.len() > 2
            {
                *alike.or_insert_with(sorted(kinds(tape, kept, terms)), || 0) += 1;
            }
        }
        Self { alike }
    }

    /// The terms in the order that their twins have, if there are any.
    pub(super) fn in_one_order(
        &self,
        tape: &Tape,
        kept: &Kept,
        terms: &[(Number, Slot)],
    ) -> Option<Vec<(Number, Slot)>> {
        if terms.len() < 3 {
            return None;
        }
        let kinds = kinds(tape, kept, terms);
        let mut ordered: Vec<(Kind, (Number, Slot))> = kinds.iter().copied().zip(terms.iter().copied()).collect();
        sort_by_key(&mut ordered, |&(kind, _)| kind);
        let is_one_of_two = self.alike.get(&sorted(kinds)).is_some_and(|&count| count > 1);
        is_one_of_two.then(|| ordered.mapped(|&(_, term)| term))
    }
}

fn kinds(tape: &Tape, kept: &Kept, terms: &[(Number, Slot)]) -> Vec<Kind> {
    terms.mapped(|&(_, slot)| Kind::of(tape, kept, slot))
}

fn sorted(mut kinds: Vec<Kind>) -> Vec<Kind> {
    sort_by_key(&mut kinds, |&kind| kind);
    kinds
}
