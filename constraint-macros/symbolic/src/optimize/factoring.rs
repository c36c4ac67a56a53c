//! Factors of sums: those that the terms of one share (rule 12), and constants.

use super::usage::uses;
use crate::ir::map_vec::MapVec as _;
use crate::ir::scalar::{Op, Phase, ScalarIr, Slot, is_in_range};
use crate::ir::sorted_vec::{SortedVec, sort_by_key};
use crate::ir::vector::Number;

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
