//! The pairs that become operations, remembered: whether two sums or products have one in common.

use super::signed_expr::{SignedExpr, earliest_first, multiplied, scaled, signed_sum};
use crate::ir::scalar::Slot;

/// How two are joined, or one with a constant.
#[derive(Clone, Copy, PartialEq)]
enum Pair {
    Sum,
    Difference,
    Product,
    Multiple(u64),
}

/// The pairs that sums and products have been made of.
#[derive(Default)]
pub(super) struct Pairs {
    /// By the sum of both slots, for most others have another sum.
    made: [Vec<(Pair, Slot, Slot)>; 32],
    /// Whether one of them was made twice. Where none of two names was, no longer expression was.
    pub(super) repeat: bool,
}

impl Pairs {
    /// The sum of parts.
    pub(super) fn summed(&mut self, parts: Vec<SignedExpr>) -> SignedExpr {
        earliest_first(parts, |a, b| self.sum(a, b))
    }

    /// The sum of two.
    pub(super) fn sum(&mut self, a: SignedExpr, b: SignedExpr) -> SignedExpr {
        self.note(if a.sign == b.sign { Pair::Sum } else { Pair::Difference }, &a, &b);
        signed_sum(a, b)
    }

    /// The product of parts.
    pub(super) fn multiplied(&mut self, parts: Vec<SignedExpr>) -> SignedExpr {
        earliest_first(parts, |a, b| self.product(a, b))
    }

    /// The product of two.
    pub(super) fn product(&mut self, a: SignedExpr, b: SignedExpr) -> SignedExpr {
        self.note(Pair::Product, &a, &b);
        multiplied(a, b)
    }

    /// c times a part.
    pub(super) fn scaled(&mut self, c: f64, part: SignedExpr) -> SignedExpr {
        if let Some(slot) = part.slot
            && c.to_bits() != 1.0_f64.to_bits()
        {
            self.add(Pair::Multiple(c.to_bits()), slot, slot);
        }
        scaled(c, part)
    }

    fn note(&mut self, kind: Pair, a: &SignedExpr, b: &SignedExpr) {
        if let (Some(a), Some(b)) = (a.slot, b.slot) {
            self.add(kind, a.min(b), a.max(b));
        }
    }

    fn add(&mut self, kind: Pair, a: Slot, b: Slot) {
        let others = &mut self.made[(a + b) % 32];
        self.repeat = self.repeat || others.contains(&(kind, a, b));
        others.push((kind, a, b));
    }
}
