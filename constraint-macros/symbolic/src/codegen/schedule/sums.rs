//! In which order sums are added up.

use super::Writer;
use super::signed_expr::{SignedExpr, earliest_first, last_two, scaled, signed_sum};
use crate::ir::emitted::Expr;
use crate::ir::map_vec::MapVec as _;
use crate::ir::scalar::{Leaf, Op, Phase, ScalarIr, Sign, Slot};
use crate::ir::sorted_vec::sort_by_key;
use crate::ir::vector::{Input, Number};
use crate::passes::{Pass, is_on};

impl Writer<'_> {
    /// Differences of places first: nothing is lost far from the origin or after many turns. Then whatever is ready first.
    /// Sums of terms of the same kinds, such as those of x and of y, are added up in one order.
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
            let difference = earliest_first(places, signed_sum);
            parts.insert(0, SignedExpr { is_place: false, ..difference });
        }
        if alike.is_some() {
            sort_by_key(&mut parts, |part| part.sign == Sign::Minus);
        }
        if parts.is_empty() { SignedExpr::at_once(Expr::Constant(0.0)) } else { earliest_first(parts, signed_sum) }
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
        let (a, b) = if b.is_place && !a.is_place { (b, a) } else { (a, b) };
        last_two(a, b, signed_sum)
    }

    pub(super) fn term(&mut self, &(c, slot): &(Number, Slot)) -> SignedExpr {
        let operand = self.operand(slot);
        let part = scaled(c.get().abs(), operand);
        if c.get() < 0.0 { SignedExpr { sign: part.sign.turned(), ..part } } else { part }
    }

    /// A velocity takes up first what its mass makes of impulses, and then what whole rows do to it, as the velocities beside
    /// it do: so all of them are changed alike, which packs.
    ///
    /// Impulses as they were are there from the beginning, but a velocity may be waited for, as in a chain of joints: what
    /// several of them change it by is added up before.
    pub(super) fn update(&mut self, terms: &[(Number, Slot)]) -> SignedExpr {
        let ir = self.ir;
        if !is_on(Pass::Update) {
            return self.sum(terms);
        }
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
            let changes = earliest_first(changes, signed_sum);
            return signed_sum(velocity, changes);
        }
        let mut parts = vec![SignedExpr { latency: 0, ..self.sum(&others) }];
        for row in &rows {
            parts.push(self.term(row));
        }
        earliest_first(parts, signed_sum)
    }
}

fn is_velocity(ir: &ScalarIr, slot: Slot) -> bool {
    let Op::Input(Leaf { input, .. }) = ir.op(slot) else { return false };
    matches!(input, Input::LinearVelocity(_) | Input::AngularVelocity(_))
}
