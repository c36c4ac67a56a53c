//! Parts of expressions, each with its sign apart, so that sums and products take it up.

use crate::ir::emitted::{Arithmetic, Expr};
use crate::ir::scalar::Sign;
use crate::ir::scalar::Slot;
use crate::ir::sorted_vec::sort_by_key;

/// An expression and its sign, its latency in cycles, whether it is a position, which comes first in sums,
/// and of which slot it is the whole.
#[derive(Clone, Debug)]
pub(super) struct SignedExpr {
    pub(super) expr: Expr,
    pub(super) sign: Sign,
    pub(super) latency: u32,
    pub(super) is_place: bool,
    /// None where it is what operands have been joined to.
    pub(super) slot: Option<Slot>,
}

impl SignedExpr {
    /// What is there from the beginning.
    pub(super) fn at_once(expr: Expr) -> Self {
        Self { expr, sign: Sign::Plus, latency: 0, is_place: false, slot: None }
    }

    /// What takes some cycles.
    pub(super) fn made(expr: Expr, latency: u32) -> Self {
        Self { latency, ..Self::at_once(expr) }
    }

    /// The expression with its sign.
    pub(super) fn plain(self) -> Expr {
        self.with(Sign::Plus)
    }

    /// Its value, or the opposite.
    pub(super) fn with(self, sign: Sign) -> Expr {
        if self.sign == sign { self.expr } else { negate(self.expr) }
    }

    /// Whether its opposite takes no instruction more.
    pub(super) fn turns_freely(&self) -> bool {
        turns_freely(&self.expr)
    }

    /// The opposite expression with the opposite sign.
    pub(super) fn turned(self) -> Self {
        Self { expr: negate(self.expr), sign: self.sign.turned(), ..self }
    }

    /// Whether it stands in memory as it is.
    pub(super) fn is_stored(&self) -> bool {
        let is_field = matches!(self.expr, Expr::Given(_) | Expr::Setup(_) | Expr::Prepared(_) | Expr::Constant(_));
        is_field && self.sign == Sign::Plus
    }

    pub(super) fn is_zero(&self) -> bool {
        matches!(self.expr, Expr::Constant(value) if value == 0.0)
    }
}

fn turns_freely(expr: &Expr) -> bool {
    match expr {
        Expr::Constant(_) | Expr::Negate(_) | Expr::Binary(Arithmetic::Subtract, ..) => true,
        Expr::Binary(Arithmetic::Multiply | Arithmetic::Add, a, b) => turns_freely(a) || turns_freely(b),
        _ => false,
    }
}

/// −x, with the sign where it costs nothing.
fn negate(expr: Expr) -> Expr {
    match expr {
        Expr::Constant(value) => Expr::Constant(-value),
        Expr::Binary(Arithmetic::Subtract, a, b) => Expr::Binary(Arithmetic::Subtract, b, a),
        Expr::Binary(Arithmetic::Add, a, b) if turns_freely(&a) && turns_freely(&b) => {
            Expr::Binary(Arithmetic::Add, Box::new(negate(*a)), Box::new(negate(*b)))
        }
        Expr::Binary(Arithmetic::Add, a, b) if turns_freely(&b) => {
            Expr::Binary(Arithmetic::Subtract, Box::new(negate(*b)), a)
        }
        Expr::Binary(Arithmetic::Add, a, b) if turns_freely(&a) => {
            Expr::Binary(Arithmetic::Subtract, Box::new(negate(*a)), b)
        }
        Expr::Binary(Arithmetic::Multiply, a, b) if turns_freely(&b) => {
            Expr::Binary(Arithmetic::Multiply, a, Box::new(negate(*b)))
        }
        Expr::Binary(Arithmetic::Multiply, a, b) if turns_freely(&a) => {
            Expr::Binary(Arithmetic::Multiply, Box::new(negate(*a)), b)
        }
        Expr::Negate(inner) => *inner,
        expr => Expr::Negate(Box::new(expr)),
    }
}

pub(super) fn scaled(c: f64, part: SignedExpr) -> SignedExpr {
    if c.to_bits() == 1.0_f64.to_bits() {
        return part;
    }
    if let Expr::Constant(value) = part.expr {
        return SignedExpr { expr: Expr::Constant(c * value), ..part };
    }
    binary(Arithmetic::Multiply, SignedExpr::at_once(Expr::Constant(c)), part, 4)
}

/// A product or a quotient has the sign of both.
pub(super) fn binary(op: Arithmetic, a: SignedExpr, b: SignedExpr, cycles: u32) -> SignedExpr {
    let sign = if a.sign == b.sign { Sign::Plus } else { Sign::Minus };
    let latency = a.latency.max(b.latency) + cycles;
    SignedExpr {
        expr: Expr::Binary(op, Box::new(a.expr), Box::new(b.expr)),
        sign,
        latency,
        is_place: false,
        slot: None,
    }
}

pub(super) fn multiplied(a: SignedExpr, b: SignedExpr) -> SignedExpr {
    binary(Arithmetic::Multiply, a, b, 4)
}

pub(super) fn signed_sum(a: SignedExpr, b: SignedExpr) -> SignedExpr {
    let (sign, op, a, b) = match (a.sign, b.sign) {
        (sign, other) if sign == other => (sign, Arithmetic::Add, a, b),
        (Sign::Plus, _) => (Sign::Plus, Arithmetic::Subtract, a, b),
        (Sign::Minus, _) => (Sign::Plus, Arithmetic::Subtract, b, a),
    };
    SignedExpr { sign, ..binary(op, a, b, 4) }
}

/// Joins the two that are ready first, again and again: the shortest chain of dependent operations.
///
/// Of the last two, the one that is waited for is written first, unless the other one is there from the beginning: LLVM's SLP
/// vectoriser packs what it meets first as it lies, and shuffles the other one. So of a matrix times a vector (x, y), each
/// row's own product waits for no shuffle.
pub(super) fn earliest_first(
    mut parts: Vec<SignedExpr>,
    mut join: impl FnMut(SignedExpr, SignedExpr) -> SignedExpr,
) -> SignedExpr {
    // Stable, so that equals keep the order in which they were written.
    sort_by_key(&mut parts, |part| part.latency);
    while parts.len() > 2 {
        let (first, second) = (parts.remove(0), parts.remove(0));
        let joined = join(first, second);
        let place = parts.partition_point(|part| part.latency < joined.latency);
        parts.insert(place, joined);
    }
    let last = parts.pop();
    match (parts.pop(), last) {
        (Some(first), Some(second)) => last_two(first, second, join),
        (_, only) => only.unwrap_or_else(|| SignedExpr::at_once(Expr::Constant(0.0))),
    }
}

/// Joins two, whichever was written first.
pub(super) fn last_two(
    first: SignedExpr,
    second: SignedExpr,
    join: impl FnOnce(SignedExpr, SignedExpr) -> SignedExpr,
) -> SignedExpr {
    let is_waited_for = first.latency > 0 && second.latency > first.latency;
    let is_there = second.latency == 0 && first.latency > 0;
    if is_waited_for || is_there { join(second, first) } else { join(first, second) }
}
