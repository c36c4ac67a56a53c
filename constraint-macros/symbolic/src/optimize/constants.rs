//! Multiplies constants of the code in as early as possible.

use super::usage::uses;
use crate::ir::fast_map::FastSet;
use crate::ir::map_vec::MapVec as _;
use crate::ir::scalar::{Op, Phase, ScalarIr, Slot};
use crate::ir::sorted_vec::sort_by_key;
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
/// Not where f x is cached in any case: that would cache a number more, and save nothing.
pub(super) fn constants_early(ir: &mut ScalarIr, roots: &[Slot]) {
    let slots = ir.reached(roots);
    if !has_multiples(ir, &slots) {
        return;
    }
    let mut cached: FastSet<Vec<(Slot, i32)>> = FastSet::default();
    for &slot in slots.iter() {
        cached.extend(factors_of_pose(ir, slot));
    }
    for &slot in slots.iter() {
        let Some(mut terms) = multiples(ir, slot) else { continue };
        let mut moved = false;
        for (c, term) in terms.iter_mut().filter(|(c, _)| !c.is_unit()) {
            let Op::Product(mut factors) = ir.op(*term).clone() else { continue };
            if cached.contains(&factors) {
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

/// The factor of a product, read once, that is known before the product is.
fn early_factor(ir: &ScalarIr, term: Slot, uses: &[usize]) -> Option<Slot> {
    let Op::Product(factors) = ir.op(term) else { return None };
    if uses.get(term).is_some_and(|&uses| uses > 1) {
        return None;
    }
    let early = factors.iter().filter(|&&(factor, k)| k == 1 && ir.phase(factor) < ir.phase(term));
    early.map(|&(factor, _)| factor).min_by_key(|&factor| (ir.phase(factor), factor))
}

/// The factors of a product of velocities and impulses that are known with the pose, where they are several and not all.
fn factors_of_pose(ir: &ScalarIr, slot: Slot) -> Option<Vec<(Slot, i32)>> {
    let Op::Product(factors) = ir.op(slot) else { return None };
    let early: Vec<_> = factors.iter().copied().filter(|&(factor, _)| ir.phase(factor) <= Phase::Prepare).collect();
    let changes = early.iter().any(|&(factor, _)| ir.phase(factor) == Phase::Prepare);
    let powers: u32 = early.iter().map(|&(_, k)| k.unsigned_abs()).sum();
    (changes && powers > 1 && early.len() < factors.len()).then_some(early)
}
