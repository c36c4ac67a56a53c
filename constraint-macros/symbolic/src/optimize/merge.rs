//! Equal values are one: passes rewrite in place, and what they write may be there already.

use crate::ir::fast_map::{HashIndex, hash};
use crate::ir::map_vec::MapVec as _;
use crate::ir::scalar::{Op, ScalarIr, Slot};
use crate::ir::vector::Number;

/// Makes slots of the same op, or of a sum and its opposite, one slot; a root becomes another name of it.
pub(super) fn merged(ir: &mut ScalarIr, roots: &[Slot]) {
    // The first slot of each value, and where it stands among these.
    let order = ir.order(roots, &|_| false);
    let (mut first, mut places) = (Vec::with_capacity(order.len()), HashIndex::with_room(order.len()));
    // A slot is itself until it is found to be another one, or the opposite of one, or none: zero times itself.
    let mut became = Vec::with_capacity(ir.len());
    for slot in 0..ir.len() {
        became.push((slot, 1.0));
    }
    let became = &mut became[..];
    for slot in order {
        if !is_resolved(ir.op(slot), became) {
            ir.replace(slot, resolved(ir.op(slot), became));
        }
        let op = ir.op(slot);
        match op {
            Op::Sum(terms) if terms.is_empty() => {
                became[slot] = (slot, 0.0);
                continue;
            }
            op if op.is_zero() => became[slot] = (slot, 0.0),
            Op::Sum(terms) if op.is_sign() => {
                became[slot] = (terms[0].1, terms[0].0.get());
                continue;
            }
            _ => {}
        }
        let hash = hash_of_value(ir, op);
        if let Some(place) = places.find(hash, |place| is_same_value(ir, ir.op(first[place]), op)) {
            let same = first[place];
            let ratio = sign(ir, op) * sign(ir, ir.op(same));
            became[slot] = (same, ratio);
            ir.replace(slot, Op::Sum(vec![(Number::new(ratio), same)]));
        } else {
            places.push(hash, first.len());
            first.push(slot);
        }
    }
}

/// Whether an op is what `resolved` would make of it, as most are.
fn is_resolved(op: &Op, became: &[(Slot, f64)]) -> bool {
    let mut is_same = true;
    op.each_operand(|operand| is_same &= became[operand] == (operand, 1.0));
    is_same
        && match op {
            Op::Sum(terms) => terms.iter().all(|&(c, _)| c.get() != 0.0) && all_differ(terms, |&(_, term)| term),
            Op::Product(factors) => {
                !matches!(factors[..], [] | [(_, 1)])
                    && factors.iter().all(|&(_, k)| k != 0)
                    && all_differ(factors, |&(factor, _)| factor)
            }
            _ => true,
        }
}

/// Whether no slot is there twice. Of the few that an op has, none is worth a set.
pub(crate) fn all_differ<T>(mut items: &[T], slot: impl Fn(&T) -> Slot) -> bool {
    while let [first, rest @ ..] = items {
        let first = slot(first);
        let mut others = rest;
        while let [other, rest @ ..] = others {
            if slot(other) == first {
                return false;
            }
            others = rest;
        }
        items = rest;
    }
    true
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
            Op::Sum(sum.map_vec(|&(c, slot)| (Number::new(c), slot)))
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
        Op::Call(function, arguments) => Op::Call(*function, arguments.map_vec(|&slot| same(slot))),
        Op::AngleAtStart(number, operands) => Op::AngleAtStart(*number, operands.map_vec(|&(c, slot)| (c, same(slot)))),
        &Op::Choose(a, b, c) => match (became[b], became[c]) {
            ((_, 0.0), (_, 0.0)) => Op::Sum(Vec::new()),
            (b, c) if b == c => Op::Sum(vec![(Number::new(b.1), b.0)]),
            _ => Op::Choose(same(a), same(b), same(c)),
        },
        &Op::Less(a, b) => Op::Less(same(a), same(b)),
        &Op::LessEqual(a, b) => Op::LessEqual(same(a), same(b)),
        &Op::And(a, b) => Op::And(same(a), same(b)),
        &Op::Or(a, b) => Op::Or(same(a), same(b)),
        &Op::Not(a) => Op::Not(same(a)),
        &Op::Pivot(a, b) => Op::Pivot(same(a), same(b)),
        &Op::Rounding(a) => Op::Rounding(same(a)),
        Op::Constant(_) | Op::Truth(_) | Op::Input(_) | Op::Duplicate(_) => op.clone(),
    }
}

/// A term of a sum; of one that is a multiple and stands by itself, that many times as much of what it is a multiple of.
fn whole(ir: &ScalarIr, &(c, term): &(Number, Slot)) -> (Number, Slot) {
    match ir.op(term) {
        Op::Sum(terms) if let &[(more, of)] = &terms[..] => whole(ir, &(Number::new(c.get() * more.get()), of)),
        _ => (c, term),
    }
}

/// The sign of a sum: that of its first slot, whatever the order of its terms.
fn sign(ir: &ScalarIr, op: &Op) -> f64 {
    let (mut first, mut sign) = (Slot::MAX, 1.0);
    if let Op::Sum(terms) = op {
        for term in terms {
            let (c, term) = whole(ir, term);
            if term < first {
                (first, sign) = (term, 1.0_f64.copysign(c.get()));
            }
        }
    }
    sign
}

/// The same for a sum and its opposite, and in any order of terms or factors.
fn hash_of_value(ir: &ScalarIr, op: &Op) -> u64 {
    match op {
        Op::Sum(terms) => {
            let (sign, mut sum) = (sign(ir, op), 1_u64);
            for term in terms {
                let (c, term) = whole(ir, term);
                sum = sum.wrapping_add(hash(&(Number::new(c.get() * sign), term)));
            }
            sum
        }
        Op::Product(factors) => {
            let mut sum = 2_u64;
            for factor in factors {
                sum = sum.wrapping_add(hash(factor));
            }
            sum
        }
        op => hash(op),
    }
}

/// Whether two ops are the same, or a sum and its opposite, but for the order of terms or factors.
fn is_same_value(ir: &ScalarIr, a: &Op, b: &Op) -> bool {
    match (a, b) {
        (Op::Sum(terms), Op::Sum(others)) => {
            let ratio = sign(ir, a) * sign(ir, b);
            let count = |terms: &[(Number, Slot)], wanted: (Number, Slot)| {
                terms.iter().filter(|term| whole(ir, term) == wanted).count()
            };
            terms.len() == others.len()
                && terms.iter().all(|term| {
                    let (c, of) = whole(ir, term);
                    count(terms, (c, of)) == count(others, (Number::new(c.get() * ratio), of))
                })
        }
        (Op::Product(factors), Op::Product(others)) => {
            factors.len() == others.len() && factors.iter().all(|factor| others.contains(factor))
        }
        _ => a == b,
    }
}
