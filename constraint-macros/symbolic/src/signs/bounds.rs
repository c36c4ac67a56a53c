//! A bound on both sides is kept with both signs: a minimum reads it from memory, and takes no sign up.

use crate::graph::Function;
use crate::tape::{Op, Phase, Slot, Tape};

/// Gives the one of −b and b that a minimum or maximum has as an opposite a place of its own.
pub(crate) fn on_both_sides(tape: &mut Tape, roots: &[Slot]) {
    let mut bounded: Vec<(Slot, Slot)> = Vec::new();
    for &slot in tape.reached(roots).iter() {
        if let Op::Call(Function::Min | Function::Max, arguments) = tape.op(slot) {
            bounded.extend(arguments.iter().map(|&bound| (slot, bound)));
        }
    }
    for &(slot, bound) in &bounded {
        let Op::Sum(terms) = tape.op(bound) else { continue };
        let &[(sign, opposite)] = &terms[..] else { continue };
        let is_kept = tape.op(bound).is_sign() && tape.phase(opposite) == Phase::Prepare;
        if !is_kept || !bounded.iter().any(|&(_, other)| other == opposite) {
            continue;
        }
        let again = tape.again(opposite);
        let minus = tape.add(Op::Sum(vec![(sign, again)]), slot);
        if let Op::Call(function, mut arguments) = tape.op(slot).clone() {
            arguments.iter_mut().filter(|of| **of == bound).for_each(|of| *of = minus);
            tape.replace(slot, Op::Call(function, arguments));
        }
    }
}
