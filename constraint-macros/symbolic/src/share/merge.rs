//! Equal values are one: passes rewrite in place, and what they write may be there already.

use crate::graph::Number;
use crate::quick::QuickMap;
use crate::tape::{Op, Slot, Tape};

/// Makes slots of the same op, or of a sum and its opposite, one slot; a root becomes another name of it.
pub(super) fn merged(tape: &mut Tape, roots: &[Slot]) {
    let mut first: QuickMap<Op, (Slot, f64)> = QuickMap::default();
    // A slot is itself until it is found to be another one, or the opposite of one, or none: zero times itself.
    let mut became: Vec<(Slot, f64)> = (0..tape.len()).map(|slot| (slot, 1.0)).collect();
    for slot in tape.order(roots, &|_| false) {
        let op = resolved(tape.op(slot), &became);
        if op != *tape.op(slot) {
            tape.replace(slot, op.clone());
        }
        match &op {
            Op::Sum(terms) if terms.is_empty() => {
                became[slot] = (slot, 0.0);
                continue;
            }
            Op::Sum(terms) if op.is_sign() => {
                became[slot] = (terms[0].1, terms[0].0.get());
                continue;
            }
            Op::Constant(number) if number.get() == 0.0 => {
                became[slot] = (slot, 0.0);
                continue;
            }
            _ => {}
        }
        let (key, sign) = key(op);
        let &mut (same, of_same) = first.or_insert_with(key, || (slot, sign));
        if same != slot {
            let ratio = sign * of_same;
            became[slot] = (same, ratio);
            tape.replace(slot, Op::Sum(vec![(Number::new(ratio), same)]));
        }
    }
}

/// The op with what its operands became.
fn resolved(op: &Op, became: &[(Slot, f64)]) -> Op {
    // A sign stays where it cannot be taken in.
    let same = |slot: Slot| match became[slot] {
        (new, 1.0) => new,
        _ => slot,
    };
    match op {
        Op::Sum(terms) => {
            let mut sum: Vec<(f64, Slot)> = Vec::new();
            for &(c, term) in terms {
                let (new, sign) = became[term];
                match sum.iter_mut().find(|(_, known)| *known == new) {
                    Some((known, _)) => *known += c.get() * sign,
                    None => sum.push((c.get() * sign, new)),
                }
            }
            sum.retain(|&(c, _)| c != 0.0);
            Op::Sum(sum.into_iter().map(|(c, slot)| (Number::new(c), slot)).collect())
        }
        Op::Product(factors) => {
            let mut product: Vec<(Slot, i32)> = Vec::new();
            for &(factor, k) in factors {
                if became[factor].1 == 0.0 && k > 0 {
                    return Op::Sum(Vec::new());
                }
                let new = same(factor);
                match product.iter_mut().find(|(known, _)| *known == new) {
                    Some((_, known)) => *known += k,
                    None => product.push((new, k)),
                }
            }
            product.retain(|&(_, k)| k != 0);
            match product[..] {
                [(only, 1)] => Op::Sum(vec![(Number::ONE, only)]),
                [] => Op::Constant(Number::ONE),
                _ => Op::Product(product),
            }
        }
        Op::Call(function, arguments) => Op::Call(*function, arguments.iter().map(|&slot| same(slot)).collect()),
        &Op::Choose(a, b, c) => Op::Choose(same(a), same(b), same(c)),
        &Op::Less(a, b) => Op::Less(same(a), same(b)),
        &Op::LessEqual(a, b) => Op::LessEqual(same(a), same(b)),
        &Op::And(a, b) => Op::And(same(a), same(b)),
        &Op::Or(a, b) => Op::Or(same(a), same(b)),
        &Op::Not(a) => Op::Not(same(a)),
        &Op::Pivot(a, b) => Op::Pivot(same(a), same(b)),
        &Op::Rounding(a) => Op::Rounding(same(a)),
        Op::Constant(_) | Op::Truth(_) | Op::Input(_) | Op::Again(_) => op.clone(),
    }
}

/// The op in one order and with one sign, and that sign.
fn key(op: Op) -> (Op, f64) {
    match op {
        Op::Sum(mut terms) => {
            terms.sort_unstable_by_key(|&(_, slot)| slot);
            let sign = terms.first().map_or(1.0, |(c, _)| 1.0_f64.copysign(c.get()));
            (Op::Sum(terms.into_iter().map(|(c, slot)| (Number::new(c.get() * sign), slot)).collect()), sign)
        }
        Op::Product(mut factors) => {
            factors.sort_unstable();
            (Op::Product(factors), 1.0)
        }
        op => (op, 1.0),
    }
}
