//! In which order sums are added up.

use super::Writer;
use super::signed_expr::{SignedExpr, last_two};
use crate::ir::emitted::Expr;
use crate::ir::map_vec::MapVec as _;
use crate::ir::scalar::Sign;
use crate::ir::scalar::{Leaf, Op, Phase, ScalarIr, Slot};
use crate::ir::sorted_vec::sort_by_key;
use crate::ir::vector::{Input, Number};

impl Writer<'_> {
    /// Differences of places first, so that far from the origin or after many turns nothing is lost; then whatever is ready first, and of what
    /// is ready at once, where another sum is like this one, what stands in the same place there.
    pub(super) fn sum(&mut self, terms: &[(Number, Slot)]) -> SignedExpr {
        if let [first, second] = terms {
            return self.sum_of_two(first, second);
        }
        let alike = self.similar.in_one_order(self.ir, self.kept, terms);
        let terms = alike.as_deref().unwrap_or(terms);
        let (mut places, mut parts) = (Vec::new(), Vec::with_capacity(terms.len()));
        for term in terms {
            let part = self.term(term);
            if part.is_place { &mut places } else { &mut parts }.push(part);
        }
        if !places.is_empty() {
            let difference = self.pairs.summed(places);
            parts.insert(0, SignedExpr { is_place: false, ..difference });
        }
        if alike.is_some() {
            sort_by_key(&mut parts, |part| part.sign == Sign::Minus);
        }
        if let Some(place) = self.late_impulse(terms, &parts) {
            let impulse = parts.remove(place);
            parts = vec![impulse, self.pairs.summed(parts)];
        }
        if parts.is_empty() { SignedExpr::at_once(Expr::Constant(0.0)) } else { self.pairs.summed(parts) }
    }

    /// Where an impulse stands beside two products that are ready at once, each of a kept number and what is worked out, as a
    /// row of K⁻¹ times a rate: what these are together is waited for as long, and packs with the other row's.
    fn late_impulse(&self, terms: &[(Number, Slot)], parts: &[SignedExpr]) -> Option<usize> {
        let is_of_kept = |slot: Slot| match self.ir.op(slot) {
            Op::Product(factors) => {
                factors.iter().any(|&(factor, _)| self.kept.holds(factor))
                    && !factors.iter().any(|&(factor, _)| self.is_impulse(factor))
            }
            _ => false,
        };
        let [a, b, c] = parts else { return None };
        if !terms.iter().all(|&(_, term)| self.is_impulse(term) || is_of_kept(term)) {
            return None;
        }
        let is_impulse = |part: &SignedExpr| part.slot.is_some_and(|slot| self.is_impulse(slot));
        let places = [(a, b, c), (b, a, c), (c, a, b)];
        places.iter().position(|(impulse, one, other)| is_impulse(impulse) && one.latency == other.latency)
    }

    /// Whether it is a product of an impulse that a function is given.
    fn is_of_impulse(&self, slot: Slot) -> bool {
        match self.ir.op(slot) {
            Op::Product(factors) => factors.iter().any(|&(factor, _)| self.is_impulse(factor)),
            _ => false,
        }
    }

    fn is_impulse(&self, slot: Slot) -> bool {
        matches!(self.ir.op(slot), Op::Input(Leaf { input: Input::Impulse(_), .. }))
    }

    /// The same for two, which are most sums.
    fn sum_of_two(&mut self, first: &(Number, Slot), second: &(Number, Slot)) -> SignedExpr {
        let (a, b) = (self.term(first), self.term(second));
        if self.is_bare_impulse(first.1, second.1) {
            return self.pairs.sum(b, a);
        }
        if self.is_bare_impulse(second.1, first.1) {
            return self.pairs.sum(a, b);
        }
        let (a, b) = if b.is_place && !a.is_place { (b, a) } else { (a, b) };
        last_two(a, b, |a, b| self.pairs.sum(a, b))
    }

    /// Whether an impulse that needs no arm stands beside one on an arm that is kept: together they are a torque.
    ///
    /// It comes last, so that LLVM's SLP vectoriser first meets a product there, as in the linear velocities beside it. The
    /// warm start reads as an iteration does then, where the change of such an impulse comes later anyway.
    fn is_bare_impulse(&self, bare: Slot, other: Slot) -> bool {
        let is_impulse = |slot: Slot| self.is_impulse(slot);
        let is_arm = |slot: Slot| self.kept.holds(slot);
        match self.ir.op(other) {
            Op::Product(factors) if is_impulse(bare) => match factors[..] {
                [(a, 1), (b, 1)] => is_arm(a) && is_impulse(b) || is_impulse(a) && is_arm(b),
                _ => false,
            },
            _ => false,
        }
    }

    pub(super) fn term(&mut self, &(c, slot): &(Number, Slot)) -> SignedExpr {
        let operand = self.operand(slot);
        let part = self.pairs.scaled(c.get().abs(), operand);
        if c.get() < 0.0 { SignedExpr { sign: part.sign.turned(), ..part } } else { part }
    }

    /// A velocity takes up first what its mass makes of impulses, and then what whole rows do to it, as the velocities beside
    /// it do: so all of them are changed alike, which packs.
    ///
    /// Impulses as they were are there from the beginning, but a velocity may be waited for, as in a chain of joints: what
    /// several of them change it by is added up before.
    pub(super) fn update(&mut self, terms: &[(Number, Slot)]) -> SignedExpr {
        let ir = self.ir;
        let is_of_row = |&(_, term): &(Number, Slot)| match ir.op(term) {
            Op::Product(factors) => factors.iter().any(|&(factor, _)| ir.phase(factor) == Phase::Prepare),
            _ => false,
        };
        let (rows, others): (Vec<_>, Vec<_>) = terms.iter().copied().partition(is_of_row);
        if rows.is_empty() || !others.iter().any(|&(_, term)| is_velocity(ir, term)) {
            return self.sum(terms);
        }
        if let [velocity] = others[..] {
            if rows.len() < 2 || !rows.iter().all(|&(_, term)| self.is_of_impulse(term)) {
                return self.sum(terms);
            }
            let (velocity, changes) = (self.term(&velocity), rows.map_vec(|row| self.term(row)));
            let changes = self.pairs.summed(changes);
            return self.pairs.sum(velocity, changes);
        }
        let mut parts = vec![SignedExpr { latency: 0, ..self.sum(&others) }];
        for row in &rows {
            parts.push(self.term(row));
        }
        self.pairs.summed(parts)
    }
}

fn is_velocity(ir: &ScalarIr, slot: Slot) -> bool {
    let Op::Input(Leaf { input, .. }) = ir.op(slot) else { return false };
    matches!(input, Input::LinearVelocity(_) | Input::AngularVelocity(_))
}
