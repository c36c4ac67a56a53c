//! Divisions (rule 11): one for each divisor, and a/b where 1/b has one reader.

use super::{factoring::uses, split};
use crate::ir::map_vec::MapVec as _;
use crate::ir::scalar::{Op, ScalarIr, Slot};
use crate::ir::sorted_vec::SortedVec;
use crate::ir::vector::Number;

/// What is chosen where 0 < d only may divide by d: there the pivot's zero, its other side, is not asked for.
pub(super) fn unguarded(ir: &mut ScalarIr, roots: &[Slot]) {
    let slots = ir.reached(roots);
    if !slots.iter().any(|&slot| matches!(ir.op(slot), Op::Choose(..))) {
        return;
    }
    let all = uses(ir, &slots, roots);
    let mut guarded: SortedVec<Slot, Vec<Slot>> = SortedVec::default();
    for &slot in slots.iter() {
        let &Op::Choose(condition, yes, _) = ir.op(slot) else { continue };
        let &Op::Less(zero, d) = ir.op(condition) else { continue };
        let Op::Product(factors) = ir.op(yes) else { continue };
        if !ir.op(zero).is_zero() || all.get(yes) != Some(&1) {
            continue;
        }
        let is_inverse = |&&(f, k): &&(Slot, i32)| {
            k == 1 && matches!(*ir.op(f), Op::Pivot(e, rounding) if e == d && ir.op(rounding).is_zero())
        };
        if let Some(&(pivot, _)) = factors.iter().find(is_inverse) {
            guarded.or_insert_with(pivot, Vec::new).push(yes);
        }
    }
    for (pivot, users) in guarded.into_entries() {
        let &Op::Pivot(d, _) = ir.op(pivot) else { continue };
        if all.get(pivot) != Some(&users.len()) {
            continue;
        }
        for user in users {
            if let Op::Product(factors) = ir.op(user).clone() {
                let factors = factors.map_vec(|&(f, k)| if f == pivot { (d, -1) } else { (f, k) });
                ir.replace(user, Op::Product(factors));
            }
        }
    }
}

/// Where something is divided by more than once, it is divided by once: a pivot, too, chooses between that and 0.
pub(super) fn reciprocals(ir: &mut ScalarIr, roots: &[Slot]) {
    let mut divided: SortedVec<Slot, Vec<Slot>> = SortedVec::default();
    for &slot in ir.reached(roots).iter() {
        match ir.op(slot) {
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
        let reciprocal = ir.add(Op::Product(vec![(divisor, -1)]), users[0]);
        for user in users.into_iter().filter(|&user| user != reciprocal) {
            match ir.op(user).clone() {
                Op::Product(factors) => {
                    let (kept, power): (Vec<_>, Vec<_>) = split(factors, |&(factor, k)| factor != divisor || k > 0);
                    let mut factors = kept;
                    factors.push((reciprocal, power.iter().map(|&(_, k)| -k).sum()));
                    ir.replace(user, Op::Product(factors));
                }
                Op::Pivot(d, rounding) => {
                    let (is_more, zero) =
                        (ir.add(Op::Less(rounding, d), user), ir.add(Op::Constant(Number::new(0.0)), user));
                    ir.replace(user, Op::Choose(is_more, reciprocal, zero));
                }
                _ => {}
            }
        }
    }
}

/// a · (1/b) is a/b where nothing else reads 1/b, which is not known earlier.
pub(super) fn quotients(ir: &mut ScalarIr, roots: &[Slot]) {
    let slots = ir.reached(roots);
    let is_reciprocal = |&slot: &Slot| matches!(ir.op(slot), Op::Product(factors) if matches!(factors[..], [(_, -1)]));
    if !slots.iter().any(is_reciprocal) {
        return;
    }
    let uses = uses(ir, &slots, roots);
    for &slot in slots.iter() {
        let Op::Product(factors) = ir.op(slot) else { continue };
        let divisor = |&(f, k): &(Slot, i32)| match ir.op(f) {
            Op::Product(inner) if k == 1 && uses.get(f) == Some(&1) && ir.phase(f) == ir.phase(slot) => match inner[..]
            {
                [(divisor, -1)] => Some(divisor),
                _ => None,
            },
            _ => None,
        };
        if factors.len() > 1 && factors.iter().any(|factor| divisor(factor).is_some()) {
            let factors = factors.map_vec(|factor| divisor(factor).map_or(*factor, |divisor| (divisor, -1)));
            ir.replace(slot, Op::Product(factors));
        }
    }
}
