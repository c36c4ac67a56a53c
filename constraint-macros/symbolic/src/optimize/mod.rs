//! What is computed once: parts of sums and products that belong to an earlier phase, sums within sums, and common pairs.

mod common_factors;
mod common_products;
mod common_terms;
mod factoring;
mod merge;
mod quotients;
pub(crate) mod signs;
pub(crate) mod slp;
mod strength_reduction;
mod usage;

pub(crate) use factoring::uses;
pub(crate) use merge::all_differ;

use std::cmp::Reverse;

use crate::ir::fast_map::SecondaryMap;
use crate::ir::map_vec::MapVec as _;
use crate::ir::scalar::{Op, Phase, ScalarIr, Slot, is_in_range};
use crate::ir::sorted_vec::sort_by_key;
use crate::ir::vector::Number;

/// Rewrites what `roots` are made of, for code that runs in phases.
pub fn share(ir: &mut ScalarIr, roots: &[Slot]) {
    share_remembered(ir, &mut roots.to_vec());
}

/// The same where last normals are among the roots, which may become multiples of them.
pub(crate) fn share_remembered(ir: &mut ScalarIr, roots: &mut [Slot]) {
    factoring::constants_early(ir, roots);
    common_products::prepared_parts(ir, roots);
    wholes(ir, roots);
    hoist(ir, roots);
    factoring::scale_early(ir, roots);
    factoring::distributed(ir, roots);
    parts(ir, roots);
    merge::merged(ir, roots);
}

/// Rewrites what `roots` are made of, for code that runs as a whole.
pub fn share_in_place(ir: &mut ScalarIr, roots: &[Slot]) {
    let before = ir.replacements();
    wholes(ir, &mut roots.to_vec());
    parts(ir, roots);
    // What nobody has rewritten has no equals: lowering leaves none.
    if ir.replacements() > before {
        merge::merged(ir, roots);
    }
}

/// What looks at all readers of a value, before any of them is taken apart.
fn wholes(ir: &mut ScalarIr, roots: &mut [Slot]) {
    common_products::products_within_products(ir, roots);
    strength_reduction::scaled_units(ir, roots);
    quotients::unguarded(ir, roots);
}

fn parts(ir: &mut ScalarIr, roots: &[Slot]) {
    let before = ir.replacements();
    sums_within_sums(ir, roots);
    quotients::reciprocals(ir, roots);
    common_factors::common_pairs(ir, roots);
    quotients::quotients(ir, roots);
    common_terms::common_terms(ir, roots);
    factoring::factor(ir, roots);
    // What a factor has been taken out of may be a part of other sums.
    if ir.replacements() > before {
        sums_within_sums(ir, roots);
    }
    factoring::multiples_once(ir, roots);
}

/// Splits sums and products by phase: what is known earlier is worked out earlier.
fn hoist(ir: &mut ScalarIr, roots: &[Slot]) {
    for &slot in ir.reached(roots).iter() {
        let late = ir.phase(slot);
        for &phase in &[Phase::Setup, Phase::Prepare] {
            if phase >= late || !worth_hoisting(ir, slot, phase) {
                continue;
            }
            match ir.op(slot).clone() {
                Op::Sum(terms) => {
                    let (early, mut rest) = split(terms, |&(_, term)| ir.phase(term) <= phase);
                    // One sign for the part, so that the part and its opposite are one.
                    let sign = 1.0_f64.copysign(early[0].0.get());
                    let early = early.map_vec(|&(c, term)| (Number::new(c.get() * sign), term));
                    rest.push((Number::new(sign), ir.add(Op::Sum(early), slot)));
                    ir.replace(slot, Op::Sum(rest));
                }
                Op::Product(factors) => {
                    let (early, mut rest) = split(factors, |&(factor, _)| ir.phase(factor) <= phase);
                    let early = in_range(ir, early, &mut rest);
                    let powers = early.iter().map(|&(_, k)| k.unsigned_abs()).sum::<u32>();
                    if powers > 1 && !rest.is_empty() && ir.phase(early[0].0).max(phase) == phase {
                        rest.push((ir.add(Op::Product(early), slot), 1));
                        ir.replace(slot, Op::Product(rest));
                    }
                }
                _ => {}
            }
        }
    }
}

/// Of factors that might become a product by themselves, those that would take it out of range go to the others.
fn in_range(ir: &ScalarIr, mut factors: Vec<(Slot, i32)>, others: &mut Vec<(Slot, i32)>) -> Vec<(Slot, i32)> {
    loop {
        let whole = ir.mass_of_product(&factors);
        if is_in_range(whole) {
            return factors;
        }
        let takes_it_out = |&(factor, k): &(Slot, i32)| (k.signum() * ir.mass(factor).signum()) == whole.signum();
        match factors.iter().rposition(takes_it_out) {
            Some(place) => others.push(factors.remove(place)),
            None => return factors,
        }
    }
}

/// Whether several operands are known by the phase, one of a sum no earlier.
fn worth_hoisting(ir: &ScalarIr, slot: Slot, phase: Phase) -> bool {
    let op = ir.op(slot);
    let (mut count, mut latest) = (0, Phase::Constant);
    let mut see = |operand: Slot, times: u32| {
        if ir.phase(operand) <= phase {
            latest = latest.max(ir.phase(operand));
            count += times;
        }
    };
    match op {
        Op::Sum(_) => op.each_operand(|term| see(term, 1)),
        Op::Product(factors) => factors.iter().for_each(|&(factor, k)| see(factor, k.unsigned_abs())),
        _ => return false,
    }
    count > 1 && (latest == phase || matches!(op, Op::Product(_)))
}

fn split<T>(all: Vec<T>, early: impl Fn(&T) -> bool) -> (Vec<T>, Vec<T>) {
    all.into_iter().partition(early)
}

/// A sum that another one contains is a term of it.
fn sums_within_sums(ir: &mut ScalarIr, roots: &[Slot]) {
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

fn reaches(ir: &ScalarIr, from: Slot, to: Slot) -> bool {
    ir.finds(from, |slot| slot == to)
}
