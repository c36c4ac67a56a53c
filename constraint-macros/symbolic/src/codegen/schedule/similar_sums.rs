//! Sums that are alike, as those of x and of y are: added up in one order, they pack.

use crate::ir::cached_fields::CachedFields;
use crate::ir::map_vec::MapVec as _;
use crate::ir::scalar::{Op, ScalarIr, Slot};
use crate::ir::sorted_vec::{SortedVec, sort_by_key};
use crate::ir::vector::{Input, Number};

/// What kind of term something is, whichever body's and whichever component's; with the latest input that is in it by itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    CachedFields,
    Input(Input),
    Sum(Option<Input>),
    Product(Option<Input>),
    Other,
}

impl Kind {
    fn of(ir: &ScalarIr, kept: &CachedFields, slot: Slot) -> Self {
        let input = |slot: Slot| match ir.op(slot) {
            Op::Input(leaf) => Some(leaf.input.of_any_body()),
            _ => None,
        };
        if kept.holds(slot) {
            return Self::CachedFields;
        }
        let mut latest = None;
        ir.op(slot).each_operand(|operand| latest = latest.max(input(operand)));
        match ir.op(slot) {
            Op::Input(leaf) => Self::Input(leaf.input.of_any_body()),
            Op::Sum(_) => Self::Sum(latest),
            Op::Product(_) => Self::Product(latest),
            _ => Self::Other,
        }
    }
}

/// How many sums of some code have terms of the same kinds.
pub(super) struct SimilarSums {
    alike: SortedVec<Vec<Kind>, usize>,
}

impl SimilarSums {
    pub(super) fn new(ir: &ScalarIr, kept: &CachedFields, order: &[Slot]) -> Self {
        let mut alike: SortedVec<Vec<Kind>, usize> = SortedVec::default();
        for &slot in order {
            if let Op::Sum(terms) = ir.op(slot)
                && terms.len() > 2
            {
                *alike.or_insert_with(sorted(kinds(ir, kept, terms)), || 0) += 1;
            }
        }
        Self { alike }
    }

    /// The terms in the order that similar sums have, if there are any.
    pub(super) fn in_one_order(
        &self,
        ir: &ScalarIr,
        kept: &CachedFields,
        terms: &[(Number, Slot)],
    ) -> Option<Vec<(Number, Slot)>> {
        if terms.len() < 3 {
            return None;
        }
        let kinds = kinds(ir, kept, terms);
        let mut ordered: Vec<(Kind, (Number, Slot))> = kinds.iter().copied().zip(terms.iter().copied()).collect();
        sort_by_key(&mut ordered, |&(kind, _)| kind);
        let is_one_of_two = self.alike.get(&sorted(kinds)).is_some_and(|&count| count > 1);
        is_one_of_two.then(|| ordered.map_vec(|&(_, term)| term))
    }
}

fn kinds(ir: &ScalarIr, kept: &CachedFields, terms: &[(Number, Slot)]) -> Vec<Kind> {
    terms.map_vec(|&(_, slot)| Kind::of(ir, kept, slot))
}

fn sorted(mut kinds: Vec<Kind>) -> Vec<Kind> {
    sort_by_key(&mut kinds, |&kind| kind);
    kinds
}
