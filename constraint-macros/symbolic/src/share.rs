//! What is computed once: parts of sums and products that belong to an earlier phase, sums within sums, and common pairs.

mod merge;
mod pairs;
mod products;
mod quotients;
mod sums;
mod terms;
mod units;
mod users;

pub(crate) use merge::all_differ;
pub(crate) use sums::uses;

use std::cmp::Reverse;

use crate::graph::Number;
use crate::mapped::Mapped as _;
use crate::ordered::sort_by_key;
use crate::quick::PlaceMap;
use crate::tape::{Op, Phase, Slot, Tape, is_in_range};

/// Rewrites what `roots` are made of, for code that runs in phases.
pub fn share(tape: &mut Tape, roots: &[Slot]) {
    share_remembered(tape, &mut roots.to_vec());
}

/// The same where last normals are among the roots, which may become multiples of them.
pub(crate) fn share_remembered(tape: &mut Tape, roots: &mut [Slot]) {
    sums::constants_early(tape, roots);
    products::prepared_parts(tape, roots);
    wholes(tape, roots);
    hoist(tape, roots);
    sums::scale_early(tape, roots);
    sums::distributed(tape, roots);
    parts(tape, roots);
    merge::merged(tape, roots);
}

/// Rewrites what `roots` are made of, for code that runs as a whole.
pub fn share_in_place(tape: &mut Tape, roots: &[Slot]) {
    let before = tape.replacements();
    wholes(tape, &mut roots.to_vec());
    parts(tape, roots);
    // What nobody has rewritten has no equals: lowering leaves none.
    if tape.replacements() > before {
        merge::merged(tape, roots);
    }
}

/// What looks at all readers of a value, before any of them is taken apart.
fn wholes(tape: &mut Tape, roots: &mut [Slot]) {
    products::products_within_products(tape, roots);
    units::scaled_units(tape, roots);
    quotients::unguarded(tape, roots);
}

fn parts(tape: &mut Tape, roots: &[Slot]) {
    let before = tape.replacements();
    sums_within_sums(tape, roots);
    quotients::reciprocals(tape, roots);
    pairs::common_pairs(tape, roots);
    quotients::quotients(tape, roots);
    terms::common_terms(tape, roots);
    sums::factor(tape, roots);
    // What a factor has been taken out of may be a part of other sums.
    if tape.replacements() > before {
        sums_within_sums(tape, roots);
    }
    sums::multiples_once(tape, roots);
}

/// Splits sums and products by phase: what is known earlier is worked out earlier.
fn hoist(tape: &mut Tape, roots: &[Slot]) {
    for &slot in tape.reached(roots).iter() {
        let late = tape.phase(slot);
        for &phase in &[Phase::Setup, Phase::Prepare] {
            if phase >= late || !worth_hoisting(tape, slot, phase) {
                continue;
            }
            match tape.op(slot).clone() {
                Op::Sum(terms) => {
                    let (early, mut rest) = split(terms, |&(_, term)| tape.phase(term) <= phase);
                    // One sign for the part, so that the part and its opposite are one.
                    let sign = 1.0_f64.copysign(early[0].0.get());
                    let early = early.mapped(|&(c, term)| (Number::new(c.get() * sign), term));
                    rest.push((Number::new(sign), tape.add(Op::Sum(early), slot)));
                    tape.replace(slot, Op::Sum(rest));
                }
                Op::Product(factors) => {
                    let (early, mut rest) = split(factors, |&(factor, _)| tape.phase(factor) <= phase);
                    let early = in_range(tape, early, &mut rest);
                    let powers = early.iter().map(|&(_, k)| k.unsigned_abs()).sum::<u32>();
                    if powers > 1 && !rest.is_empty() && tape.phase(early[0].0).max(phase) == phase {
                        rest.push((tape.add(Op::Product(early), slot), 1));
                        tape.replace(slot, Op::Product(rest));
                    }
                }
                _ => {}
            }
        }
    }
}

/// Of factors that might become a product by themselves, those that would take it out of range go to the others.
fn in_range(tape: &Tape, mut factors: Vec<(Slot, i32)>, others: &mut Vec<(Slot, i32)>) -> Vec<(Slot, i32)> {
    loop {
        let whole = tape.mass_of_product(&factors);
        if is_in_range(whole) {
            return factors;
        }
        let takes_it_out = |&(factor, k): &(Slot, i32)| (k.signum() * tape.mass(factor).signum()) == whole.signum();
        match factors.iter().rposition(takes_it_out) {
            Some(place) => others.push(factors.remove(place)),
            None => return factors,
        }
    }
}

/// Whether several operands are known by the phase, one of a sum no earlier.
fn worth_hoisting(tape: &Tape, slot: Slot, phase: Phase) -> bool {
    let op = tape.op(slot);
    let (mut count, mut latest) = (0, Phase::Constant);
    let mut see = |operand: Slot, times: u32| {
        if tape.phase(operand) <= phase {
            latest = latest.max(tape.phase(operand));
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
fn sums_within_sums(tape: &mut Tape, roots: &[Slot]) {
    let mut sums: Vec<(usize, Slot)> = Vec::new();
    for &slot in tape.reached(roots).iter().rev() {
        let length = length(tape, slot);
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
    let sums: Vec<Slot> = sums.mapped(|&(_, slot)| slot);
    // By its first term, for whatever contains the sum contains that.
    let mut starting: PlaceMap<Slot, Vec<usize>> = PlaceMap::default();
    for (place, &sum) in sums.iter().enumerate() {
        starting.or_insert_with(first(tape, sum), Vec::new).push(place);
    }
    for (at, &whole) in sums.iter().enumerate() {
        let Op::Sum(terms) = tape.op(whole) else { continue };
        if terms.len() < 3 {
            break;
        }
        let mut candidates: Vec<usize> = Vec::new();
        for &(_, term) in terms {
            for &place in starting.list(term) {
                if length(tape, sums[place]) < terms.len() {
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
            if length(tape, part) < length(tape, whole)
                && let Some(terms) = containing(tape, whole, part)
            {
                tape.replace(whole, Op::Sum(terms));
                candidates.extend(starting.list(part).iter().copied().filter(|&other| other > place));
                order(&mut candidates);
            }
        }
        starting.or_insert_with(first(tape, whole), Vec::new).push(at);
    }
}

/// How many terms a sum has.
fn length(tape: &Tape, slot: Slot) -> usize {
    if let Op::Sum(terms) = tape.op(slot) { terms.len() } else { 0 }
}

fn first(tape: &Tape, sum: Slot) -> Slot {
    if let Op::Sum(terms) = tape.op(sum)
        && let Some(&(_, first)) = terms.first()
    {
        first
    } else {
        sum
    }
}

/// The terms of `whole` with `part` as one of them, if all of its terms are there with one ratio ±1.
fn containing(tape: &Tape, whole: Slot, part: Slot) -> Option<Vec<(Number, Slot)>> {
    let (Op::Sum(outer), Op::Sum(inner)) = (tape.op(whole), tape.op(part)) else { return None };
    let coefficient = |slot: Slot| outer.iter().find(|&&(_, term)| term == slot).map(|&(c, _)| c.get());
    let &(first, slot) = inner.first()?;
    let ratio = coefficient(slot)? / first.get();
    let all = inner
        .iter()
        .all(|&(c, slot)| coefficient(slot).is_some_and(|found| found.to_bits() == (ratio * c.get()).to_bits()));
    if !all || ratio.abs().to_bits() != 1.0_f64.to_bits() || reaches(tape, part, whole) {
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

fn reaches(tape: &Tape, from: Slot, to: Slot) -> bool {
    tape.finds(from, |slot| slot == to)
}
