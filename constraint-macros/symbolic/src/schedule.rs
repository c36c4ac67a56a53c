//! From scalars to straight-line code: what gets a name, in which order, and how sums and products become pairs.

mod pairs;
mod part;
mod repeats;
mod sums;
mod twins;

use crate::graph::{Function as Call, Input};
use crate::mapped::Mapped as _;
use crate::names::Names;
use crate::program::{Arithmetic, Expr, Function, Local};
use crate::quick::PlaceMap;
use crate::signs::Sign;
use crate::tape::{Op, Slot, Tape};
use pairs::Pairs;
use part::{Part, binary, last_two};
use twins::Twins;

/// What earlier functions keep for this one.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    fields: PlaceMap<Slot, Part>,
}

impl Kept {
    /// The fields of setup and of prepare, by their slots.
    pub fn new(setup: &[Slot], prepared: &[Slot]) -> Self {
        Self::signed(setup, prepared, &|_| Sign::Plus)
    }

    /// The same, each with the sign that it is kept with.
    pub(crate) fn signed(setup: &[Slot], prepared: &[Slot], sign: &dyn Fn(Slot) -> Sign) -> Self {
        let mut fields = PlaceMap::default();
        for (index, &slot) in setup.iter().enumerate() {
            fields.insert(slot, Part { sign: sign(slot), slot: Some(slot), ..Part::at_once(Expr::Setup(index)) });
        }
        for (index, &slot) in prepared.iter().enumerate() {
            fields.insert(slot, Part { sign: sign(slot), slot: Some(slot), ..Part::at_once(Expr::Prepared(index)) });
        }
        Self { fields }
    }

    /// Whether a slot is kept.
    pub(crate) fn holds(&self, slot: Slot) -> bool {
        self.fields.contains_key(slot)
    }

    /// Whether code finds a slot without working it out.
    pub(crate) fn is_given(&self, tape: &Tape, slot: Slot) -> bool {
        self.fields.contains_key(slot)
            || matches!(tape.op(slot), Op::Input(_) | Op::Constant(_) | Op::Truth(_) | Op::Start(..))
    }

    /// What has to be worked out for `roots`, in order.
    pub(crate) fn order(&self, tape: &Tape, roots: &[Slot]) -> Vec<Slot> {
        tape.order(roots, &|slot| self.is_given(tape, slot))
    }
}

/// Code that computes `roots`.
pub fn schedule(tape: &Tape, roots: &[Slot], kept: &Kept, names: &mut Names<'_>) -> Function {
    let plus: Vec<(Slot, Sign)> = roots.mapped(|&root| (root, Sign::Plus));
    schedule_signed(tape, &plus, &kept.order(tape, roots), kept, &|_| Sign::Plus, names)
}

/// Code that computes `roots`, each with a sign, in that order, and differences, and what they are as a step begins, with the
/// sign that is wanted of them.
pub(crate) fn schedule_signed(
    tape: &Tape,
    roots: &[(Slot, Sign)],
    order: &[Slot],
    kept: &Kept,
    wanted: &dyn Fn(Slot) -> Sign,
    names: &mut Names<'_>,
) -> Function {
    let uses = uses(tape, order, roots);
    let twins = Twins::new(tape, kept, order);
    let slots: Vec<Slot> = roots.mapped(|&(slot, _)| slot);
    let mut writer = Writer {
        tape,
        kept,
        wanted,
        is_root: tape.marked(&slots),
        parts: PlaceMap::with_room(tape.len(), order.len()),
        twins,
        pairs: Pairs::default(),
    };
    let mut locals = Vec::new();
    for &slot in order {
        let mut part = writer.op(slot);
        let turns = match tape.op(slot) {
            Op::Sum(_) => part.turns_freely(),
            op => matches!(op, Op::Again(_)),
        };
        if part.sign != wanted(slot) && turns {
            part = part.turned();
        }
        let is_shared = uses[slot] > 1;
        let is_named = tape.name(slot).is_some() && !is_sign_only(&part.expr);
        if (is_shared && !is_sign_only(&part.expr)) || is_named {
            let local = Part { expr: Expr::Local(locals.len()), is_place: false, slot: Some(slot), ..part };
            writer.parts.insert(slot, local);
            locals.push(Local { name: names.of(slot, part.sign), value: part.expr });
        } else {
            writer.parts.insert(slot, part);
        }
    }
    let outputs = roots.mapped(|&(root, sign)| writer.operand(root).with(sign));
    let function = Function { locals, outputs };
    if writer.pairs.repeat { repeats::once(function, names) } else { function }
}

/// How often each slot is used: by the ops of `order`, of which a power uses its base more than once, and as a root.
fn uses(tape: &Tape, order: &[Slot], roots: &[(Slot, Sign)]) -> Vec<usize> {
    let mut uses = vec![0; tape.len()];
    for &slot in order {
        match tape.op(slot) {
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
    tape: &'t Tape,
    kept: &'t Kept,
    wanted: &'t dyn Fn(Slot) -> Sign,
    /// Whether a slot is one that the code is for.
    is_root: Box<[bool]>,
    /// The names of what has one. What has none, until it is used: all of these are used once, but for signs of what has one.
    parts: PlaceMap<Slot, Part>,
    twins: Twins,
    pairs: Pairs,
}

impl Writer<'_> {
    /// How a value is referred to.
    fn operand(&mut self, slot: Slot) -> Part {
        if let Some(part) = self.kept.fields.get(slot) {
            return part.clone();
        }
        if let Some(part) = self.parts.get(slot)
            && is_sign_only(&part.expr)
        {
            return part.clone();
        }
        if let Some(part) = self.parts.remove(slot) {
            return part;
        }
        match self.tape.op(slot) {
            Op::Constant(number) => Part { slot: Some(slot), ..Part::at_once(Expr::Constant(number.get())) },
            Op::Truth(truth) => Part::at_once(Expr::Truth(*truth)),
            Op::Start(number, terms) => {
                let rest: Vec<Part> =
                    terms.iter().filter(|(c, _)| c.get() != 0.0).map(|term| self.term(term)).collect();
                let sign = (self.wanted)(slot);
                let rest = if rest.is_empty() { Expr::Constant(0.0) } else { self.pairs.summed(rest).with(sign) };
                Part { sign, slot: Some(slot), ..Part::at_once(Expr::Start(*number, Box::new(rest))) }
            }
            Op::Input(leaf) => Part {
                is_place: matches!(leaf.input, Input::Position(_) | Input::Angle(_)),
                slot: Some(slot),
                ..Part::at_once(Expr::Given(*leaf))
            },
            // An operand precedes its users, and is read as often as was counted: else it is worked out here, again.
            _ => self.op(slot),
        }
    }

    fn boxed(&mut self, slot: Slot) -> (Box<Expr>, u32) {
        let part = self.operand(slot);
        let ready = part.ready;
        (Box::new(part.plain()), ready)
    }

    fn two(&mut self, (a, b): (Slot, Slot), latency: u32, make: fn(Box<Expr>, Box<Expr>) -> Expr) -> Part {
        let ((a, x), (b, y)) = (self.boxed(a), self.boxed(b));
        Part::made(make(a, b), x.max(y) + latency)
    }

    fn op(&mut self, slot: Slot) -> Part {
        let tape = self.tape;
        match tape.op(slot) {
            Op::Constant(_) | Op::Truth(_) | Op::Input(_) | Op::Start(..) => self.operand(slot),
            &Op::Again(same) => self.operand(same),
            Op::Sum(terms) if self.is_root[slot] => self.update(terms),
            Op::Sum(terms) => self.sum(terms),
            Op::Product(factors) => self.product(factors),
            Op::Call(function, arguments) => {
                let mut parts: Vec<Part> = arguments.mapped(|&a| self.operand(a));
                // x86's minimum overwrites its first operand, and reads its second one from memory if that is there.
                if let (Call::Min | Call::Max, [first, second]) = (function, &parts[..])
                    && first.is_stored()
                    && !second.is_stored()
                {
                    parts.reverse();
                }
                let ready = parts.iter().map(|part| part.ready).max().unwrap_or(0) + call_latency(*function);
                Part::made(Expr::Call(*function, parts.into_iter().map(Part::plain).collect()), ready)
            }
            &Op::Choose(c, yes, no) => {
                let ((c, x), (yes, y), (no, z)) = (self.boxed(c), self.boxed(yes), self.boxed(no));
                Part::made(Expr::Choose(c, yes, no), x.max(y).max(z) + 2)
            }
            &Op::Less(a, b) => self.compared(a, b, Expr::Less),
            &Op::LessEqual(a, b) => self.compared(a, b, Expr::LessEqual),
            &Op::And(a, b) => self.two((a, b), 1, Expr::And),
            &Op::Or(a, b) => self.two((a, b), 1, Expr::Or),
            &Op::Pivot(a, b) => self.two((a, b), 13, Expr::Pivot),
            &Op::Rounding(a) => {
                let (a, ready) = self.boxed(a);
                Part::made(Expr::Rounding(a), ready + 4)
            }
            &Op::Not(a) => {
                let (a, ready) = self.boxed(a);
                Part::made(Expr::Not(a), ready + 1)
            }
        }
    }

    /// Of two negatives, the order is the other one.
    fn compared(&mut self, a: Slot, b: Slot, make: fn(Box<Expr>, Box<Expr>) -> Expr) -> Part {
        let (a, b) = (self.operand(a), self.operand(b));
        let ready = a.ready.max(b.ready) + 3;
        let turns = |part: &Part| part.sign == Sign::Minus || part.is_zero();
        let expr = if turns(&a) && turns(&b) && !(a.is_zero() && b.is_zero()) {
            make(Box::new(b.expr), Box::new(a.expr))
        } else {
            make(Box::new(a.plain()), Box::new(b.plain()))
        };
        Part::made(expr, ready)
    }

    fn product(&mut self, factors: &[(Slot, i32)]) -> Part {
        if let &[(a, 1), (b, 1)] = factors
            && !self.tape.cancels_masses(factors)
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
        if self.tape.cancels_masses(factors) {
            let (mut masses_above, mut masses_below) = (Vec::new(), Vec::new());
            for &(slot, k) in factors {
                let masses = if k > 0 { &mut masses_above } else { &mut masses_below };
                for _ in 0..k.unsigned_abs() {
                    masses.push(self.tape.mass(slot));
                }
            }
            let mut join = |a: Part, b: Part| self.pairs.product(a, b);
            cancel(&mut above, masses_above, &mut join);
            cancel(&mut below, masses_below, &mut join);
        }
        let above = if above.is_empty() { Part::at_once(Expr::Constant(1.0)) } else { self.pairs.multiplied(above) };
        if below.is_empty() { above } else { binary(Arithmetic::Divide, above, self.pairs.multiplied(below), 13) }
    }
}

/// Joins factors that cancel the unit of mass, of which each has its own power, as long as there are several of a kind.
fn cancel(factors: &mut Vec<Part>, mut masses: Vec<i32>, join: &mut dyn FnMut(Part, Part) -> Part) {
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
    let mut graph = crate::graph::Graph::new();
    let (a, b) = (graph.input(Input::Angle(0)), graph.input(Input::Angle(1)));
    let product = graph.mul(a, b);
    let (tape, slots) = Tape::new(&graph);
    let (kept, twins) = (Kept::default(), Twins::new(&tape, &Kept::default(), &[]));
    let (parts, pairs) = (PlaceMap::default(), Pairs::default());
    let (is_root, wanted) = (tape.marked(&[]), &|_| Sign::Plus);
    let mut writer = Writer { tape: &tape, kept: &kept, wanted, is_root, parts, twins, pairs };
    for _ in 0..2 {
        assert!(matches!(writer.operand(slots[product]).expr, Expr::Binary(Arithmetic::Multiply, ..)));
    }
}
