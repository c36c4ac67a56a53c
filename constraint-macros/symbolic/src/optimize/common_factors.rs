//! Factors that products have in common, two at a time.

use std::cmp::Reverse;

use super::usage::Users;
use crate::ir::scalar::{Op, Phase, ScalarIr, Slot, is_in_range};

/// The pair of factors that most products share becomes one factor, again and again.
pub(super) fn common_pairs(ir: &mut ScalarIr, roots: &[Slot]) {
    let mut users = users(ir, roots);
    while let Some((pair @ (_, _, a, b), products)) = users.most_used() {
        let made = if a == b { vec![(a, 2)] } else { vec![(a, 1), (b, 1)] };
        let next = ir.len();
        let slot = ir.add(Op::Product(made), products[0]);
        for &product in products.iter().filter(|&&product| product != slot) {
            if let Op::Product(factors) = ir.op(product).clone() {
                // Only these pairs change: products have ever more factors where functions are nested.
                let changed = |factor: Slot| factor == a || factor == b || factor == slot;
                each_pair(ir, product, changed, &mut |pair| users.remove(pair, product));
                ir.replace(product, Op::Product(without_pair(factors, a, b, slot)));
                each_pair(ir, product, changed, &mut |pair| users.add(pair, product));
            }
        }
        if slot == next {
            each_pair(ir, slot, |_| true, &mut |pair| users.add(pair, slot));
        } else if !users.of(pair).contains(&slot) {
            // A slot that was there before may be written in another way by now: what it is made of is reached only here,
            // and what it replaces perhaps no more.
            users = self::users(ir, roots);
        }
    }
}

/// A pair of factors, when it can be known, and when the first of the two is: of two pairs the one is taken of which both
/// come late, for what is known early may be multiplied with more that is.
type Pair = (Phase, Reverse<Phase>, Slot, Slot);

fn pair(ir: &ScalarIr, a: Slot, b: Slot) -> Pair {
    let (first, second) = (ir.phase(a), ir.phase(b));
    (first.max(second), Reverse(first.min(second)), a.min(b), a.max(b))
}

/// Which products have which pairs of factors.
fn users(ir: &mut ScalarIr, roots: &[Slot]) -> Users<Pair> {
    let mut users = Users::default();
    for &slot in ir.reached(roots).iter() {
        each_pair(ir, slot, |_| true, &mut |pair| users.add(pair, slot));
    }
    users
}

/// Sees the pairs of a product's factors with positive powers, each once, that have one of `which` in them. The product of two
/// inverse masses may be zero where the whole is none, and is no pair.
fn each_pair(ir: &ScalarIr, slot: Slot, which: impl Fn(Slot) -> bool, see: &mut dyn FnMut(Pair)) {
    let Op::Product(factors) = ir.op(slot) else { return };
    for (i, &(a, k)) in factors.iter().enumerate() {
        if k <= 0 {
            continue;
        }
        if k > 1 && which(a) && is_in_range(2 * ir.mass(a)) {
            see(pair(ir, a, a));
        }
        for &(b, k) in &factors[i + 1..] {
            if k > 0 && (which(a) || which(b)) && is_in_range(ir.mass(a) + ir.mass(b)) {
                see(pair(ir, a, b));
            }
        }
    }
}

fn without_pair(mut factors: Vec<(Slot, i32)>, a: Slot, b: Slot, pair: Slot) -> Vec<(Slot, i32)> {
    for taken in [a, b] {
        if let Some(factor) = factors.iter_mut().find(|(factor, k)| *factor == taken && *k > 0) {
            factor.1 -= 1;
        }
    }
    factors.retain(|&(_, k)| k != 0);
    match factors.iter_mut().find(|(factor, _)| *factor == pair) {
        Some(factor) => factor.1 += 1,
        None => factors.push((pair, 1)),
    }
    factors
}
