//! A sum that another one contains is a term of it.

use std::cmp::Reverse;

use super::usage::reaches;
use crate::ir::fast_map::SecondaryMap;
use crate::ir::map_vec::MapVec as _;
use crate::ir::scalar::{Op, ScalarIr, Slot};
use crate::ir::sorted_vec::sort_by_key;
use crate::ir::vector::Number;

/// Writes sums by the sums that they contain, the longest first.
pub(super) fn sums_within_sums(ir: &mut ScalarIr, roots: &[Slot]) {
    let mut sums: Vec<(usize, Slot)> = Vec::new();
    for &slot in ir.reached(roots).iter().rev() {
        let length = length(ir, slot);
        if length > 1 {
            sums.push((length, slot));
        }
    }
    // The longest first, of one length the last.
    sort_by_key(&mut sums, |&sum| Reverse(sum));
    // No sum of two terms has another one in it.
    if sums.len() < 2 || sums[0].0 < 3 {
        return;
    }
    let sums: Vec<Slot> = sums.map_vec(|&(_, slot)| slot);
    // By its first term, for whatever contains the sum contains that.
    let mut starting: SecondaryMap<Slot, Vec<usize>> = SecondaryMap::default();
    for (place, &sum) in sums.iter().enumerate() {
        starting.or_insert_with(first(ir, sum), Vec::new).push(place);
    }
    for (at, &whole) in sums.iter().enumerate() {
        let Op::Sum(terms) = ir.op(whole) else { continue };
        if terms.len() < 3 {
            break;
        }
        let mut candidates: Vec<usize> = Vec::new();
        for &(_, term) in terms {
            for &place in starting.list(term) {
                if length(ir, sums[place]) < terms.len() {
                    candidates.push(place);
                }
            }
        }
        // Each once, the first at the end.
        let order = |candidates: &mut Vec<usize>| {
            sort_by_key(candidates, |&place| Reverse(place));
            candidates.dedup();
        };
        order(&mut candidates);
        while let Some(place) = candidates.pop() {
            let part = sums[place];
            if length(ir, part) < length(ir, whole)
                && let Some(terms) = containing(ir, whole, part)
            {
                ir.replace(whole, Op::Sum(terms));
                candidates.extend(starting.list(part).iter().copied().filter(|&other| other > place));
                order(&mut candidates);
            }
        }
        starting.or_insert_with(first(ir, whole), Vec::new).push(at);
    }
}

/// How many terms a sum has.
fn length(ir: &ScalarIr, slot: Slot) -> usize {
    if let Op::Sum(terms) = ir.op(slot) { terms.len() } else { 0 }
}

fn first(ir: &ScalarIr, sum: Slot) -> Slot {
    if let Op::Sum(terms) = ir.op(sum)
        && let Some(&(_, first)) = terms.first()
    {
        first
    } else {
        sum
    }
}

/// The terms of `whole` with `part` as one of them, if all of its terms are there with one ratio ±1.
fn containing(ir: &ScalarIr, whole: Slot, part: Slot) -> Option<Vec<(Number, Slot)>> {
    let (Op::Sum(outer), Op::Sum(inner)) = (ir.op(whole), ir.op(part)) else { return None };
    let coefficient = |slot: Slot| outer.iter().find(|&&(_, term)| term == slot).map(|&(c, _)| c.get());
    let &(first, slot) = inner.first()?;
    let ratio = coefficient(slot)? / first.get();
    let all = inner
        .iter()
        .all(|&(c, slot)| coefficient(slot).is_some_and(|found| found.to_bits() == (ratio * c.get()).to_bits()));
    if !all || ratio.abs().to_bits() != 1.0_f64.to_bits() || reaches(ir, part, whole) {
        return None;
    }
    let mut terms: Vec<_> =
        outer.iter().copied().filter(|&(_, term)| inner.iter().all(|&(_, slot)| slot != term)).collect();
    // Where it is a term already, one of two would be found in sums that have it once.
    match terms.iter_mut().find(|(_, term)| *term == part) {
        Some((c, _)) => *c = Number::new(c.get() + ratio),
        None => terms.push((Number::new(ratio), part)),
    }
    terms.retain(|&(c, _)| c != Number::new(0.0));
    Some(terms)
}
