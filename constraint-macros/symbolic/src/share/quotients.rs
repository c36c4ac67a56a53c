//! Divisions (rule 11): one for each divisor, and a/b where 1/b has one reader.

use super::{split, sums::uses};
use crate::graph::Number;
use crate::mapped::Mapped as _;
use crate::ordered::Ordered;
use crate::tape::{Op, Slot, Tape};

/// What is chosen where 0 < d only may divide by d: there the pivot's zero, its other side, is not asked for.
pub(super) fn unguarded(tape: &mut Tape, roots: &[Slot]) {
    let slots = tape.reached(roots);
    if !slots.iter().any(|&slot| matches!(tape.op(slot), Op::Choose(..))) {
        return;
    }
    let all = uses(tape, &slots, roots);
    let mut guarded: Ordered<Slot, Vec<Slot>> = Ordered::default();
    for &slot in slots.iter() {
        let &Op::Choose(condition, yes, _) = tape.op(slot) else { continue };
        let &Op::Less(zero, d) = tape.op(condition) else { continue };
        let Op::Product(factors) = tape.op(yes) else { continue };
        if !tape.op(zero).is_zero() || all.get(yes) != Some(&1) {
            continue;
        }
        let is_inverse = |&&(f, k): &&(Slot, i32)| {
            k == 1 && matches!(*tape.op(f), Op::Pivot(e, rounding) if e == d && tape.op(rounding).is_zero())
        };
        if let Some(&(pivot, _)) = factors.iter().find(is_inverse) {
            guarded.or_insert_with(pivot, Vec::new).push(yes);
        }
    }
    for (pivot, users) in guarded.into_entries() {
        let &Op::Pivot(d, _) = tape.op(pivot) else { continue };
        if all.get(pivot) != Some(&users.len()) {
            continue;
        }
        for user in users {
            if let Op::Product(factors) = tape.op(user).clone() {
                let factors = factors.mapped(|&(f, k)| if f == pivot { (d, -1) } else { (f, k) });
                tape.replace(user, Op::Product(factors));
            }
        }
    }
}

/// Where something is divided by more than once, it is divided by once: a pivot, too, chooses between that and 0.
pub(super) fn reciprocals(tape: &mut Tape, roots: &[Slot]) {
    let mut divided: Ordered<Slot, Vec<Slot>> = Ordered::default();
    for &slot in tape.reached(roots).iter() {
        match tape.op(slot) {
            Op::Product(factors) => {
                for &(factor, _) in factors.iter().filter(|&&(_, k)| k < 0) {
                    divided.or_insert_with(factor, Vec::new).push(slot);
                }
            }
            &Op::Pivot(d, _) => divided.or_insert_with(d, Vec::new).push(slot),
            _ => {}
        }
    }
    for (divisor, users) in divided.into_entries().into_iter().filter(|(_, users)| users.len() > 1) {
        let reciprocal = tape.add(Op::Product(vec![(divisor, -1)]), users[0]);
        for user in users.into_iter().filter(|&user| user != reciprocal) {
            match tape.op(user).clone() {
                Op::Product(factors) => {
                    let (kept, power): (Vec<_>, Vec<_>) = split(factors, |&(factor, k)| factor != divisor || k > 0);
                    let mut factors = kept;
                    factors.push((reciprocal, power.iter().map(|&(_, k)| -k).sum()));
                    tape.replace(user, Op::Product(factors));
                }
                Op::Pivot(d, rounding) => {
                    let (is_more, zero) =
                        (tape.add(Op::Less(rounding, d), user), tape.add(Op::Constant(Number::new(0.0)), user));
                    tape.replace(user, Op::Choose(is_more, reciprocal, zero));
                }
                _ => {}
            }
        }
    }
}

/// a · (1/b) is a/b where nothing else reads 1/b, which is not known earlier.
pub(super) fn quotients(tape: &mut Tape, roots: &[Slot]) {
    let slots = tape.reached(roots);
    let is_reciprocal =
        |&slot: &Slot| matches!(tape.op(slot), Op::Product(factors) if matches!(factors[..], [(_, -1)]));
    if !slots.iter().any(is_reciprocal) {
        return;
    }
    let uses = uses(tape, &slots, roots);
    for &slot in slots.iter() {
        let Op::Product(factors) = tape.op(slot) else { continue };
        let divisor = |&(f, k): &(Slot, i32)| match tape.op(f) {
            Op::Product(inner) if k == 1 && uses.get(f) == Some(&1) && tape.phase(f) == tape.phase(slot) => {
                match inner[..] {
                    [(divisor, -1)] => Some(divisor),
                    _ => None,
                }
            }
            _ => None,
        };
        if factors.len() > 1 && factors.iter().any(|factor| divisor(factor).is_some()) {
            let factors = factors.mapped(|factor| divisor(factor).map_or(*factor, |divisor| (divisor, -1)));
            tape.replace(slot, Op::Product(factors));
        }
    }
}
