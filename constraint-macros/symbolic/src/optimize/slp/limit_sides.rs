//! The two sides of a limit side by side: what is done to one is done to both at once.
//!
//! With distances `to_lower` and `to_upper` as neighbours, and `s + to_lower/h` and `−s + to_upper/h` after them, all four are
//! worked out and stored by pairs, once −s is kept as well: of s alone, one side is a sum where the other one is a difference,
//! and LLVM does each by itself.

use crate::ir::scalar::{Op, Phase, ScalarIr, Slot};
use crate::ir::vector::Number;

/// What a side reaches: s + f d, of which s is known at setup.
#[derive(Clone, Copy)]
struct Reach {
    sum: Slot,
    start: (Number, Slot),
    /// f d and the sign of it.
    way: (Number, Slot),
    factor: Slot,
    distance: Slot,
}

impl Reach {
    fn of(ir: &ScalarIr, sum: Slot) -> Option<Self> {
        let Op::Sum(terms) = ir.op(sum) else { return None };
        let (start, way) = match terms[..] {
            [a, b] if ir.phase(a.1) == Phase::Setup => (a, b),
            [a, b] if ir.phase(b.1) == Phase::Setup => (b, a),
            _ => return None,
        };
        let Op::Product(factors) = ir.op(way.1) else { return None };
        let (factor, distance) = match factors[..] {
            [(a, 1), (b, 1)] if matches!(ir.op(b), Op::Sum(_)) => (a, b),
            [(a, 1), (b, 1)] if matches!(ir.op(a), Op::Sum(_)) => (b, a),
            _ => return None,
        };
        Some(Self { sum, start, way, factor, distance })
    }

    /// Whether both start from one number, one of them with the sign of its way, and one with the opposite.
    fn is_opposite(&self, other: &Self) -> bool {
        let is_alike = (self.start.1, self.factor) == (other.start.1, other.factor);
        is_alike && self.is_outward() != other.is_outward() && self.distance != other.distance
    }

    /// Whether it starts from where it goes.
    fn is_outward(&self) -> bool {
        self.start.0 == self.way.0
    }

    /// The number that is known at setup of which the distance is one.
    fn bound(&self, ir: &ScalarIr) -> Option<Slot> {
        let Op::Sum(terms) = ir.op(self.distance) else { return None };
        terms.iter().map(|&(_, term)| term).find(|&term| ir.phase(term) == Phase::Setup)
    }
}

/// Limits as they are kept.
#[derive(Default)]
pub(crate) struct Sides {
    /// What lies together.
    pub(crate) neighbours: Vec<Vec<Slot>>,
    /// What the sides reach: sums of which both terms have one sign.
    pub(crate) reaches: Vec<Slot>,
}

/// Gives each second side a start of its own.
pub(crate) fn side_by_side(ir: &mut ScalarIr, roots: &[Slot]) -> Sides {
    let (mut single, mut sides): (Vec<Reach>, Sides) = (Vec::new(), Sides::default());
    for &slot in ir.reached(roots).iter() {
        let Some(reach) = Reach::of(ir, slot).filter(|_| ir.phase(slot) == Phase::Prepare) else { continue };
        let Some(place) = single.iter().position(|other| other.is_opposite(&reach)) else {
            single.push(reach);
            continue;
        };
        let (lower, upper) = (single.remove(place), reach);
        let start = ir.duplicate(upper.start.1);
        ir.replace(upper.sum, Op::Sum(vec![upper.way, (upper.start.0, start)]));
        sides.reaches.extend([lower.sum, upper.sum]);
        sides.neighbours.push(vec![lower.distance, upper.distance, lower.sum, upper.sum]);
        let bounds = lower.bound(ir).into_iter().chain(upper.bound(ir));
        sides.neighbours.push(bounds.chain([lower.start.1, start]).collect());
    }
    sides
}
