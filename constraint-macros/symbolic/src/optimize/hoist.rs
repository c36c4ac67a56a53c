//! Splits sums and products by phase: what is known earlier is computed earlier.

use super::usage::split;
use crate::ir::map_vec::MapVec as _;
use crate::ir::scalar::{Op, Phase, ScalarIr, Slot, is_in_range};
use crate::ir::vector::Number;

/// Gives the early part of each sum and product a slot of its own.
pub(super) fn hoist(ir: &mut ScalarIr, roots: &[Slot]) {
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
