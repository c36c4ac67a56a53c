//! From scalars to straight-line code: what gets a name, in which order, and how sums and products become pairs.

mod pairs;
mod signed_expr;
mod similar_sums;
mod sums;
mod value_numbering;

use crate::codegen::names::Names;
use crate::ir::cached_fields::CachedFields;
use crate::ir::emitted::{Arithmetic, Expr, Function, Local};
use crate::ir::fast_map::SecondaryMap;
use crate::ir::map_vec::MapVec as _;
use crate::ir::scalar::Sign;
use crate::ir::scalar::{Op, ScalarIr, Slot};
use crate::ir::vector::{Function as Call, Input};
use pairs::Pairs;
use signed_expr::{SignedExpr, binary, last_two};
use similar_sums::SimilarSums;

/// Code that computes `roots`.
pub fn schedule(ir: &ScalarIr, roots: &[Slot], kept: &CachedFields, names: &mut Names<'_>) -> Function {
    let plus: Vec<(Slot, Sign)> = roots.map_vec(|&root| (root, Sign::Plus));
    schedule_signed(ir, &plus, &kept.order(ir, roots), kept, &|_| Sign::Plus, names)
}

/// Code that computes `roots`, each with a sign, in that order, and differences, and what they are as a step begins, with the
/// sign that is wanted of them.
pub(crate) fn schedule_signed(
    ir: &ScalarIr,
    roots: &[(Slot, Sign)],
    order: &[Slot],
    kept: &CachedFields,
    wanted: &dyn Fn(Slot) -> Sign,
    names: &mut Names<'_>,
) -> Function {
    let uses = uses(ir, order, roots);
    let similar = SimilarSums::new(ir, kept, order);
    let slots: Vec<Slot> = roots.map_vec(|&(slot, _)| slot);
    let mut writer = Writer {
        ir,
        kept,
        wanted,
        is_root: ir.marked(&slots),
        parts: SecondaryMap::with_room(ir.len(), order.len()),
        similar,
        pairs: Pairs::default(),
    };
    let mut locals = Vec::new();
    for &slot in order {
        let mut part = writer.op(slot);
        let turns = match ir.op(slot) {
            Op::Sum(_) => part.turns_freely(),
            op => matches!(op, Op::Duplicate(_)),
        };
        if part.sign != wanted(slot) && turns {
            part = part.turned();
        }
        let is_shared = uses[slot] > 1;
        let is_named = ir.name(slot).is_some() && !is_sign_only(&part.expr);
        if (is_shared && !is_sign_only(&part.expr)) || is_named {
            let local = SignedExpr { expr: Expr::Local(locals.len()), is_place: false, slot: Some(slot), ..part };
            writer.parts.insert(slot, local);
            locals.push(Local { name: names.of(slot, part.sign), value: part.expr });
        } else {
            writer.parts.insert(slot, part);
        }
    }
    let outputs = roots.map_vec(|&(root, sign)| writer.operand(root).with(sign));
    let function = Function { locals, outputs };
    if writer.pairs.repeat { value_numbering::once(function, names) } else { function }
}

/// How often each slot is used: by the ops of `order`, of which a power uses its base more than once, and as a root.
fn uses(ir: &ScalarIr, order: &[Slot], roots: &[(Slot, Sign)]) -> Vec<usize> {
    let mut uses = vec![0; ir.len()];
    for &slot in order {
        match ir.op(slot) {
            Op::Product(factors) => {
                for &(factor, k) in factors {
                    uses[factor] += k.unsigned_abs() as usize;
                }
            }
            op => op.each_operand(|operand| uses[operand] += 1),
        }
    }
    for &(root, _) in roots {
        uses[root] += 1;
    }
    uses
}

/// A value or its opposite: not worth a name.
fn is_sign_only(expr: &Expr) -> bool {
    let mut is_leaf = true;
    let value = if let Expr::Negate(value) = expr { value } else { expr };
    value.each_operand(|_| is_leaf = false);
    is_leaf
}

struct Writer<'t> {
    ir: &'t ScalarIr,
    kept: &'t CachedFields,
    wanted: &'t dyn Fn(Slot) -> Sign,
    /// Whether a slot is one that the code is for.
    is_root: Box<[bool]>,
    /// The names of what has one. What has none, until it is used: all of these are used once, but for signs of what has one.
    parts: SecondaryMap<Slot, SignedExpr>,
    similar: SimilarSums,
    pairs: Pairs,
}

impl Writer<'_> {
    /// How a value is referred to.
    fn operand(&mut self, slot: Slot) -> SignedExpr {
        if let Some((field, sign)) = self.kept.get(slot) {
            return SignedExpr { sign, slot: Some(slot), ..SignedExpr::at_once(field.clone()) };
        }
        if let Some(part) = self.parts.get(slot)
            && is_sign_only(&part.expr)
        {
            return part.clone();
        }
        if let Some(part) = self.parts.remove(slot) {
            return part;
        }
        match self.ir.op(slot) {
            Op::Constant(number) => {
                SignedExpr { slot: Some(slot), ..SignedExpr::at_once(Expr::Constant(number.get())) }
            }
            Op::Truth(truth) => SignedExpr::at_once(Expr::Truth(*truth)),
            Op::AngleAtStart(number, terms) => {
                let rest: Vec<SignedExpr> =
                    terms.iter().filter(|(c, _)| c.get() != 0.0).map(|term| self.term(term)).collect();
                let sign = (self.wanted)(slot);
                let rest = if rest.is_empty() { Expr::Constant(0.0) } else { self.pairs.summed(rest).with(sign) };
                SignedExpr {
                    sign,
                    slot: Some(slot),
                    ..SignedExpr::at_once(Expr::AngleAtStart(*number, Box::new(rest)))
                }
            }
            Op::Input(leaf) => SignedExpr {
                is_place: matches!(leaf.input, Input::Position(_) | Input::Angle(_)),
                slot: Some(slot),
                ..SignedExpr::at_once(Expr::Given(*leaf))
            },
            // An operand precedes its users, and is read as often as was counted: else it is worked out here, again.
            _ => self.op(slot),
        }
    }

    fn boxed(&mut self, slot: Slot) -> (Box<Expr>, u32) {
        let part = self.operand(slot);
        let latency = part.latency;
        (Box::new(part.plain()), latency)
    }

    fn two(&mut self, (a, b): (Slot, Slot), cycles: u32, make: fn(Box<Expr>, Box<Expr>) -> Expr) -> SignedExpr {
        let ((a, x), (b, y)) = (self.boxed(a), self.boxed(b));
        SignedExpr::made(make(a, b), x.max(y) + cycles)
    }

    fn op(&mut self, slot: Slot) -> SignedExpr {
        let ir = self.ir;
        match ir.op(slot) {
            Op::Constant(_) | Op::Truth(_) | Op::Input(_) | Op::AngleAtStart(..) => self.operand(slot),
            &Op::Duplicate(same) => self.operand(same),
            Op::Sum(terms) if self.is_root[slot] => self.update(terms),
            Op::Sum(terms) => self.sum(terms),
            Op::Product(factors) => self.product(factors),
            Op::Call(function, arguments) => {
                let mut parts: Vec<SignedExpr> = arguments.map_vec(|&a| self.operand(a));
                // x86's minimum overwrites its first operand, and reads its second one from memory if that is there.
                if let (Call::Min | Call::Max, [first, second]) = (function, &parts[..])
                    && first.is_stored()
                    && !second.is_stored()
                {
                    parts.reverse();
                }
                let latency = parts.iter().map(|part| part.latency).max().unwrap_or(0) + call_latency(*function);
                SignedExpr::made(Expr::Call(*function, parts.into_iter().map(SignedExpr::plain).collect()), latency)
            }
            &Op::Choose(c, yes, no) => {
                let ((c, x), (yes, y), (no, z)) = (self.boxed(c), self.boxed(yes), self.boxed(no));
                SignedExpr::made(Expr::Choose(c, yes, no), x.max(y).max(z) + 2)
            }
            &Op::Less(a, b) => self.compared(a, b, Expr::Less),
            &Op::LessEqual(a, b) => self.compared(a, b, Expr::LessEqual),
            &Op::And(a, b) => self.two((a, b), 1, Expr::And),
            &Op::Or(a, b) => self.two((a, b), 1, Expr::Or),
            &Op::Pivot(a, b) => self.two((a, b), 13, Expr::Pivot),
            &Op::Rounding(a) => {
                let (a, latency) = self.boxed(a);
                SignedExpr::made(Expr::Rounding(a), latency + 4)
            }
            &Op::Not(a) => {
                let (a, latency) = self.boxed(a);
                SignedExpr::made(Expr::Not(a), latency + 1)
            }
        }
    }

    /// Of two negatives, the order is the other one.
    fn compared(&mut self, a: Slot, b: Slot, make: fn(Box<Expr>, Box<Expr>) -> Expr) -> SignedExpr {
        let (a, b) = (self.operand(a), self.operand(b));
        let latency = a.latency.max(b.latency) + 3;
        let turns = |part: &SignedExpr| part.sign == Sign::Minus || part.is_zero();
        let expr = if turns(&a) && turns(&b) && !(a.is_zero() && b.is_zero()) {
            make(Box::new(b.expr), Box::new(a.expr))
        } else {
            make(Box::new(a.plain()), Box::new(b.plain()))
        };
        SignedExpr::made(expr, latency)
    }

    fn product(&mut self, factors: &[(Slot, i32)]) -> SignedExpr {
        if let &[(a, 1), (b, 1)] = factors
            && !self.ir.cancels_masses(factors)
        {
            let (a, b) = (self.operand(a), self.operand(b));
            return last_two(a, b, |a, b| self.pairs.product(a, b));
        }
        let (mut above, mut below) = (Vec::with_capacity(factors.len()), Vec::new());
        for &(slot, k) in factors {
            let factor = self.operand(slot);
            let powers = if k > 0 { &mut above } else { &mut below };
            for _ in 1..k.unsigned_abs() {
                powers.push(factor.clone());
            }
            powers.push(factor);
        }
        if self.ir.cancels_masses(factors) {
            let (mut masses_above, mut masses_below) = (Vec::new(), Vec::new());
            for &(slot, k) in factors {
                let masses = if k > 0 { &mut masses_above } else { &mut masses_below };
                for _ in 0..k.unsigned_abs() {
                    masses.push(self.ir.mass(slot));
                }
            }
            let mut join = |a: SignedExpr, b: SignedExpr| self.pairs.product(a, b);
            cancel(&mut above, masses_above, &mut join);
            cancel(&mut below, masses_below, &mut join);
        }
        let above =
            if above.is_empty() { SignedExpr::at_once(Expr::Constant(1.0)) } else { self.pairs.multiplied(above) };
        if below.is_empty() { above } else { binary(Arithmetic::Divide, above, self.pairs.multiplied(below), 13) }
    }
}

/// Joins factors that cancel the unit of mass, of which each has its own power, as long as there are several of a kind.
fn cancel(
    factors: &mut Vec<SignedExpr>,
    mut masses: Vec<i32>,
    join: &mut dyn FnMut(SignedExpr, SignedExpr) -> SignedExpr,
) {
    loop {
        let first = |sign: i32| masses.iter().position(|power| power.signum() == sign);
        let (Some(above), Some(below)) = (first(1), first(-1)) else { return };
        let (later, sooner) = (above.max(below), above.min(below));
        let (second, first) = (factors.remove(later), factors.remove(sooner));
        factors.push(join(first, second));
        let power = masses.remove(later) + masses.remove(sooner);
        masses.push(power);
    }
}

fn call_latency(function: Call) -> u32 {
    match function {
        Call::Min | Call::Max | Call::Abs => 4,
        Call::Sqrt => 18,
        _ => 40,
    }
}

/// What nobody has scheduled is worked out where it is used.
#[cfg(test)]
#[test]
fn no_value_is_lost() {
    let mut graph = crate::ir::vector::VectorIr::new();
    let (a, b) = (graph.input(Input::Angle(0)), graph.input(Input::Angle(1)));
    let product = graph.mul(a, b);
    let (ir, slots) = ScalarIr::new(&graph);
    let (kept, similar) = (CachedFields::default(), SimilarSums::new(&ir, &CachedFields::default(), &[]));
    let (parts, pairs) = (SecondaryMap::default(), Pairs::default());
    let (is_root, wanted) = (ir.marked(&[]), &|_| Sign::Plus);
    let mut writer = Writer { ir: &ir, kept: &kept, wanted, is_root, parts, similar, pairs };
    for _ in 0..2 {
        assert!(matches!(writer.operand(slots[product]).expr, Expr::Binary(Arithmetic::Multiply, ..)));
    }
}
