//! A bound on both sides is kept with both signs: a minimum reads it from memory, and takes no sign up.

use crate::ir::scalar::{Op, Phase, ScalarIr, Slot};
use crate::ir::vector::Function;

/// Gives the one of −b and b that a minimum or maximum has as an opposite a place of its own.
pub(crate) fn on_both_sides(ir: &mut ScalarIr, roots: &[Slot]) {
    let mut bounded: Vec<(Slot, Slot)> = Vec::new();
    for &slot in ir.reached(roots).iter() {
        if let Op::Call(Function::Min | Function::Max, arguments) = ir.op(slot) {
            bounded.extend(arguments.iter().map(|&bound| (slot, bound)));
        }
    }
    for &(slot, bound) in &bounded {
        let Op::Sum(terms) = ir.op(bound) else { continue };
        let &[(sign, opposite)] = &terms[..] else { continue };
        let is_kept = ir.op(bound).is_sign() && ir.phase(opposite) == Phase::Prepare;
        if !is_kept || !bounded.iter().any(|&(_, other)| other == opposite) {
            continue;
        }
        let again = ir.duplicate(opposite);
        let minus = ir.add(Op::Sum(vec![(sign, again)]), slot);
        if let Op::Call(function, mut arguments) = ir.op(slot).clone() {
            arguments.iter_mut().filter(|of| **of == bound).for_each(|of| *of = minus);
            ir.replace(slot, Op::Call(function, arguments));
        }
    }
}
