//! Factors of sums: those that the terms of one share (rule 12), and constants.

use super::common_products::{Factors, by_pose};
use crate::ir::fast_map::FastSet;
use crate::ir::map_vec::MapVec as _;
use crate::ir::scalar::{Op, Phase, ScalarIr, Slot, is_in_range};
use crate::ir::sorted_vec::{SortedVec, sort_by_key};
use crate::ir::vector::Number;

/// c x y, of which x is known before y, is (c x) y: constants of the code are multiplied in as early as can be.
pub(super) fn scale_early(ir: &mut ScalarIr, roots: &[Slot]) {
    let slots = ir.reached(roots);
    if !has_multiples(ir, &slots) {
        return;
    }
    let mut pending = slots.to_vec();
    let uses = uses(ir, &pending, roots);
    while let Some(slot) = pending.pop() {
        let Some(mut terms) = multiples(ir, slot) else { continue };
        let late = ir.phase(slot);
        let mut moved = false;
        for (c, term) in terms.iter_mut().filter(|(c, _)| !c.is_unit()) {
            let (size, sign) = (Number::new(c.get().abs()), Number::new(1.0_f64.copysign(c.get())));
            let place = if ir.phase(*term) < late { Some(*term) } else { early_factor(ir, *term, &uses) };
            let Some(place) = place.filter(|&place| ir.phase(place) != Phase::Constant) else { continue };
            let scaled = ir.add(Op::Sum(vec![(size, place)]), slot);
            if place == *term {
                *term = scaled;
            } else if let Op::Product(factors) = ir.op(*term).clone() {
                let factors = factors.map_vec(|&(f, k)| (if f == place { scaled } else { f }, k));
                *term = ir.add(Op::Product(factors), slot);
            }
            *c = sign;
            moved = true;
            pending.push(scaled);
        }
        if moved {
            ir.replace(slot, if let [(Number::ONE, only)] = terms[..] { ir.op(only).clone() } else { Op::Sum(terms) });
        }
    }
}

/// The terms of a sum that has multiples among them.
fn multiples(ir: &ScalarIr, slot: Slot) -> Option<Vec<(Number, Slot)>> {
    match ir.op(slot) {
        Op::Sum(terms) if has_multiple(terms) => Some(terms.clone()),
        _ => None,
    }
}

/// Whether there are multiples in any sum.
fn has_multiples(ir: &ScalarIr, slots: &[Slot]) -> bool {
    for &slot in slots {
        if let Op::Sum(terms) = ir.op(slot)
            && has_multiple(terms)
        {
            return true;
        }
    }
    false
}

fn has_multiple(mut terms: &[(Number, Slot)]) -> bool {
    while let &[(c, _), ref others @ ..] = terms {
        if !c.is_unit() {
            return true;
        }
        terms = others;
    }
    false
}

/// c f x, of which the factor f is known at setup, is (c f) x, and c² f² x is (c f)² x: one scaled f for all that it is in.
/// Not where f x is there in any case: that would keep a number more, and save nothing.
pub(super) fn constants_early(ir: &mut ScalarIr, roots: &[Slot]) {
    let slots = ir.reached(roots);
    if !has_multiples(ir, &slots) {
        return;
    }
    let mut kept: FastSet<Factors> = FastSet::default();
    for &slot in slots.iter() {
        if let Some((early, _)) = by_pose(ir, slot) {
            kept.insert(early);
        }
    }
    for &slot in slots.iter() {
        let Some(mut terms) = multiples(ir, slot) else { continue };
        let mut moved = false;
        for (c, term) in terms.iter_mut().filter(|(c, _)| !c.is_unit()) {
            let Op::Product(mut factors) = ir.op(*term).clone() else { continue };
            if kept.contains(&factors) {
                continue;
            }
            let early = |&&mut (f, k): &&mut (Slot, i32)| k > 0 && ir.phase(f) == Phase::Setup;
            let Some(place) = factors.iter_mut().filter(early).min_by_key(|(f, _)| *f) else { continue };
            let (size, root) = (c.get().abs(), c.get().abs().sqrt());
            let (size, power) =
                if place.1 == 2 && (root * root).to_bits() == size.to_bits() { (root, 2) } else { (size, 1) };
            let (factor, late) = (place.0, ir.phase(*term));
            if late == Phase::Setup {
                continue;
            }
            place.1 -= power;
            factors.retain(|&(_, k)| k != 0);
            factors.push((ir.add(Op::Sum(vec![(Number::new(size), factor)]), slot), power));
            sort_by_key(&mut factors, |&factor| factor);
            *term = ir.add(Op::Product(factors), slot);
            *c = Number::new(1.0_f64.copysign(c.get()));
            moved = true;
        }
        if moved {
            ir.replace(slot, Op::Sum(terms));
        }
    }
}

/// c x is worked out once: where it is a value by itself, that is a term of the sums that it is in.
pub(super) fn multiples_once(ir: &mut ScalarIr, roots: &[Slot]) {
    let slots = ir.reached(roots);
    if !has_multiples(ir, &slots) {
        return;
    }
    let mut alone: SortedVec<(Number, Slot), (Number, Slot)> = SortedVec::default();
    let mut others = Vec::new();
    for &slot in slots.iter() {
        match multiples(ir, slot).as_deref() {
            Some(&[(c, term)]) => {
                let (size, sign) = (Number::new(c.get().abs()), Number::new(1.0_f64.copysign(c.get())));
                alone.or_insert_with((size, term), || (sign, slot));
            }
            Some(_) => others.push(slot),
            None => {}
        }
    }
    for slot in others {
        let Op::Sum(mut terms) = ir.op(slot).clone() else { continue };
        let mut is_changed = false;
        for (c, term) in &mut terms {
            if let Some(&(sign, whole)) = alone.get(&(Number::new(c.get().abs()), *term)) {
                (*c, *term) = (Number::new(sign.get().copysign(sign.get() * c.get())), whole);
                is_changed = true;
            }
        }
        if is_changed {
            ir.replace(slot, Op::Sum(terms));
        }
    }
}

/// s (a x + b y), where s, a and b are known at setup and nothing else reads the sum, is (s a) x + (s b) y.
pub(super) fn distributed(ir: &mut ScalarIr, roots: &[Slot]) {
    let slots = ir.reached(roots);
    let uses = uses(ir, &slots, roots);
    let is_early = |ir: &ScalarIr, &(factor, k): &(Slot, i32)| k == 1 && ir.phase(factor) == Phase::Setup;
    for &slot in slots.iter() {
        let Op::Product(factors) = ir.op(slot) else { continue };
        let &[(a, 1), (b, 1)] = &factors[..] else { continue };
        let (s, sum) = if ir.phase(a) < ir.phase(b) { (a, b) } else { (b, a) };
        let Op::Sum(terms) = ir.op(sum).clone() else { continue };
        if ir.phase(s) != Phase::Setup || ir.phase(sum) == Phase::Setup || uses.get(sum) != Some(&1) {
            continue;
        }
        let taken = |&(c, term): &(Number, Slot)| match ir.op(term) {
            Op::Product(factors) if uses.get(term) == Some(&1) => {
                let place = factors.iter().position(|factor| is_early(ir, factor))?;
                Some((c, factors.clone(), place))
            }
            _ => None,
        };
        let Some(taken) = terms.iter().map(taken).collect::<Option<Vec<_>>>() else { continue };
        let terms = taken.into_iter().map(|(c, mut factors, place)| {
            let early = factors[place].0;
            factors[place].0 = ir.add(Op::Product(vec![(s.min(early), 1), (s.max(early), 1)]), slot);
            sort_by_key(&mut factors, |&factor| factor);
            (c, ir.add(Op::Product(factors), slot))
        });
        let terms = terms.collect();
        ir.replace(slot, Op::Sum(terms));
    }
}

/// The factor of a product, read once, that is known before the product is.
fn early_factor(ir: &ScalarIr, term: Slot, uses: &[usize]) -> Option<Slot> {
    let Op::Product(factors) = ir.op(term) else { return None };
    if uses.get(term).is_some_and(|&uses| uses > 1) {
        return None;
    }
    let early = factors.iter().filter(|&&(factor, k)| k == 1 && ir.phase(factor) < ir.phase(term));
    early.map(|&(factor, _)| factor).min_by_key(|&factor| (ir.phase(factor), factor))
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

/// a b + a c = a (b + c), where nothing else reads the products.
pub(super) fn factor(ir: &mut ScalarIr, roots: &[Slot]) {
    let slots = ir.reached(roots);
    let uses = uses(ir, &slots, roots);
    for &slot in slots.iter() {
        while let Some(op) = factored(ir, slot, &uses) {
            ir.replace(slot, op);
        }
    }
}

/// The sum with the factor that most of its products share taken out of them.
fn factored(ir: &mut ScalarIr, slot: Slot, uses: &[usize]) -> Option<Op> {
    let common = common_factor(ir, slot, uses)?;
    let Op::Sum(terms) = ir.op(slot).clone() else { return None };
    let phase = ir.phase(slot);
    let (mut inside, mut outside) = (Vec::new(), Vec::new());
    for &(c, term) in &terms {
        let mut rest = own_factors(ir, term, phase, uses).to_vec();
        let is_common = |&(factor, _): &(Slot, i32)| factor == common && leaves_a_number(ir, &rest, factor);
        let Some(place) = rest.iter().position(is_common) else {
            outside.push((c, term));
            continue;
        };
        rest[place].1 -= 1;
        rest.retain(|&(_, k)| k != 0);
        let rest = match rest[..] {
            [] => ir.add(Op::Constant(Number::ONE), slot),
            [(only, 1)] => only,
            _ => ir.add(Op::Product(rest), slot),
        };
        inside.push((c, rest));
    }
    // One order and one sign, so that bodies which an impulse drives apart share it: the sign stands outside.
    sort_by_key(&mut inside, |&(_, term)| term);
    let sign = Number::new(1.0_f64.copysign(inside[0].0.get()));
    let inside = inside.map_vec(|&(c, term)| (Number::new(c.get() * sign.get()), term));
    let inside = ir.add(Op::Sum(inside), slot);
    let product = vec![(common.min(inside), 1), (common.max(inside), 1)];
    if outside.is_empty() && sign == Number::ONE {
        return Some(Op::Product(product));
    }
    outside.push((sign, ir.add(Op::Product(product), slot)));
    Some(Op::Sum(outside))
}

/// The factor that most products in a sum share, the first of equals.
fn common_factor(ir: &ScalarIr, slot: Slot, uses: &[usize]) -> Option<Slot> {
    let Op::Sum(terms) = ir.op(slot) else { return None };
    if terms.len() < 2 {
        return None;
    }
    let mut shared: SortedVec<Slot, usize> = SortedVec::default();
    for &(_, term) in terms {
        let factors = own_factors(ir, term, ir.phase(slot), uses);
        for &(factor, _) in factors {
            if leaves_a_number(ir, factors, factor) {
                *shared.or_insert_with(factor, || 0) += 1;
            }
        }
    }
    let shared = shared.entries().iter().filter(|&&(_, count)| count > 1);
    shared.max_by_key(|&&(factor, count)| (count, std::cmp::Reverse(factor))).map(|&(factor, _)| factor)
}

/// Whether what is left of a product without one of its factors is in range.
fn leaves_a_number(ir: &ScalarIr, factors: &[(Slot, i32)], factor: Slot) -> bool {
    is_in_range(ir.mass_of_product(factors).saturating_sub(ir.mass(factor)))
}

/// The factors of a product that is worked out in a phase and read once.
fn own_factors<'t>(ir: &'t ScalarIr, term: Slot, phase: Phase, uses: &[usize]) -> &'t [(Slot, i32)] {
    match ir.op(term) {
        Op::Product(factors)
            if uses.get(term) == Some(&1) && ir.phase(term) == phase && factors.iter().all(|&(_, k)| k > 0) =>
        {
            factors
        }
        _ => &[],
    }
}
