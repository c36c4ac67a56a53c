//! From scalars to straight-line code: what gets a name, in which order, and how sums and products become pairs.

mod part;

use std::collections::HashMap;

use crate::graph::{Function as Call, Input};
use crate::names::Names;
use crate::program::{Arithmetic, Expr, Function, Local};
use crate::signs::{Sign, Signs};
use crate::tape::{Op, Slot, Tape};
use part::{Part, binary, earliest_first, scaled, signed_sum};

/// What earlier functions keep for this one.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    fields: HashMap<Slot, Part>,
}

impl Kept {
    /// The fields of setup and of prepare, by their slots.
    pub fn new(setup: &[Slot], prepared: &[Slot]) -> Self {
        let setup = setup.iter().enumerate().map(|(index, &slot)| (slot, Expr::Setup(index)));
        let prepared = prepared.iter().enumerate().map(|(index, &slot)| (slot, Expr::Prepared(index)));
        Self { fields: setup.chain(prepared).map(|(slot, expr)| (slot, Part::at_once(expr))).collect() }
    }

    /// The same, each with the sign that it is kept with.
    pub(crate) fn signed(setup: &[Slot], prepared: &[Slot], signs: &Signs) -> Self {
        let mut kept = Self::new(setup, prepared);
        for (&slot, part) in &mut kept.fields {
            part.sign = signs.kept(slot);
        }
        kept
    }

    /// Whether a slot is kept.
    pub(crate) fn holds(&self, slot: Slot) -> bool {
        self.fields.contains_key(&slot)
    }

    /// Whether code finds a slot without working it out.
    pub(crate) fn is_given(&self, tape: &Tape, slot: Slot) -> bool {
        self.fields.contains_key(&slot) || matches!(tape.op(slot), Op::Input(_) | Op::Constant(_) | Op::Truth(_))
    }
}

/// Code that computes `roots`.
pub fn schedule(tape: &Tape, roots: &[Slot], kept: &Kept, names: &mut Names<'_>) -> Function {
    let plus: Vec<(Slot, Sign)> = roots.iter().map(|&root| (root, Sign::Plus)).collect();
    schedule_signed(tape, &plus, kept, &|_| Sign::Plus, names)
}

/// Code that computes `roots`, each with a sign, and differences with the sign that is wanted of them.
pub(crate) fn schedule_signed(
    tape: &Tape,
    roots: &[(Slot, Sign)],
    kept: &Kept,
    wanted: &dyn Fn(Slot) -> Sign,
    names: &mut Names<'_>,
) -> Function {
    let slots: Vec<Slot> = roots.iter().map(|&(slot, _)| slot).collect();
    let order = tape.order(&slots, &|slot| kept.is_given(tape, slot));
    let mut uses: HashMap<Slot, usize> = HashMap::new();
    for operand in order.iter().flat_map(|&slot| tape.op(slot).operands()).chain(slots) {
        *uses.entry(operand).or_default() += 1;
    }
    let mut writer = Writer { tape, kept, locals: HashMap::new(), inline: HashMap::new() };
    let mut locals = Vec::new();
    for &slot in &order {
        let mut part = writer.op(slot);
        let is_shared = uses.get(&slot).is_some_and(|&uses| uses > 1) || squared(tape, &order, slot);
        let is_named = tape.name(slot).is_some() && !is_sign_only(&part.expr);
        if (is_shared && !is_sign_only(&part.expr)) || is_named {
            if part.sign != wanted(slot) && part.turns_freely() {
                part = part.turned();
            }
            let local = Part { expr: Expr::Local(locals.len()), is_position: false, ..part };
            writer.locals.insert(slot, local);
            locals.push(Local { name: names.of(tape, slot, part.sign), value: part.expr });
        } else {
            writer.inline.insert(slot, part);
        }
    }
    let output = |&(root, sign): &(Slot, Sign)| writer.operand(root).with(sign);
    let outputs = roots.iter().map(output).collect();
    Function { locals, outputs }
}

/// Whether some product takes a power of it, which uses it more than once.
fn squared(tape: &Tape, order: &[Slot], slot: Slot) -> bool {
    order.iter().any(|&user| match tape.op(user) {
        Op::Product(factors) => factors.iter().any(|&(factor, k)| factor == slot && k.abs() > 1),
        _ => false,
    })
}

/// A value or its opposite: not worth a name.
fn is_sign_only(expr: &Expr) -> bool {
    match expr {
        Expr::Negate(inner) => inner.operands().is_empty(),
        expr => expr.operands().is_empty(),
    }
}

struct Writer<'t> {
    tape: &'t Tape,
    kept: &'t Kept,
    locals: HashMap<Slot, Part>,
    inline: HashMap<Slot, Part>,
}

impl Writer<'_> {
    /// How a value is referred to.
    fn operand(&self, slot: Slot) -> Part {
        let found = self.kept.fields.get(&slot).or_else(|| self.locals.get(&slot)).or_else(|| self.inline.get(&slot));
        if let Some(part) = found {
            return part.clone();
        }
        match self.tape.op(slot) {
            Op::Constant(number) => Part::at_once(Expr::Constant(number.get())),
            Op::Truth(truth) => Part::at_once(Expr::Truth(*truth)),
            Op::Input(leaf) => {
                Part { is_position: matches!(leaf.input, Input::Position(_)), ..Part::at_once(Expr::Given(*leaf)) }
            }
            // An operand precedes its users; this is reached only for what needs no code.
            _ => Part::at_once(Expr::Constant(0.0)),
        }
    }

    fn op(&self, slot: Slot) -> Part {
        let boxed = |slot: Slot| {
            let part = self.operand(slot);
            let ready = part.ready;
            (Box::new(part.plain()), ready)
        };
        let made = |expr: Expr, ready: u32| Part { ready, ..Part::at_once(expr) };
        let two = |a: Slot, b: Slot, latency: u32, make: fn(Box<Expr>, Box<Expr>) -> Expr| {
            let ((a, x), (b, y)) = (boxed(a), boxed(b));
            made(make(a, b), x.max(y) + latency)
        };
        match self.tape.op(slot) {
            Op::Constant(_) | Op::Truth(_) | Op::Input(_) => self.operand(slot),
            Op::Sum(terms) => self.sum(terms),
            Op::Product(factors) => self.product(factors),
            Op::Call(function, arguments) => {
                let parts: Vec<Part> = arguments.iter().map(|&a| self.operand(a)).collect();
                let ready = parts.iter().map(|part| part.ready).max().unwrap_or(0) + call_latency(*function);
                made(Expr::Call(*function, parts.into_iter().map(Part::plain).collect()), ready)
            }
            &Op::Choose(c, yes, no) => {
                let ((c, x), (yes, y), (no, z)) = (boxed(c), boxed(yes), boxed(no));
                made(Expr::Choose(c, yes, no), x.max(y).max(z) + 2)
            }
            &Op::Less(a, b) => self.compared(a, b, Expr::Less),
            &Op::LessEqual(a, b) => self.compared(a, b, Expr::LessEqual),
            &Op::And(a, b) => two(a, b, 1, Expr::And),
            &Op::Or(a, b) => two(a, b, 1, Expr::Or),
            &Op::Pivot(a, b) => two(a, b, 13, Expr::Pivot),
            &Op::Not(a) => {
                let (a, ready) = boxed(a);
                made(Expr::Not(a), ready + 1)
            }
        }
    }

    /// Of two negatives, the order is the other one.
    fn compared(&self, a: Slot, b: Slot, make: fn(Box<Expr>, Box<Expr>) -> Expr) -> Part {
        let (a, b) = (self.operand(a), self.operand(b));
        let ready = a.ready.max(b.ready) + 3;
        let turns = |part: &Part| part.sign == Sign::Minus || part.is_zero();
        let expr = if turns(&a) && turns(&b) && !(a.is_zero() && b.is_zero()) {
            make(Box::new(b.expr), Box::new(a.expr))
        } else {
            make(Box::new(a.plain()), Box::new(b.plain()))
        };
        Part { ready, ..Part::at_once(expr) }
    }

    /// Differences of positions first, so that far from the origin nothing is lost; then whatever is ready first.
    fn sum(&self, terms: &[(crate::graph::Number, Slot)]) -> Part {
        let term = |&(c, slot): &(crate::graph::Number, Slot)| {
            let part = scaled(c.get().abs(), self.operand(slot));
            if c.get() < 0.0 { Part { sign: part.sign.turned(), ..part } } else { part }
        };
        let (positions, mut parts): (Vec<_>, Vec<_>) = terms.iter().map(term).partition(|part| part.is_position);
        if !positions.is_empty() {
            let difference = earliest_first(positions, signed_sum);
            parts.insert(0, Part { is_position: false, ..difference });
        }
        if parts.is_empty() { Part::at_once(Expr::Constant(0.0)) } else { earliest_first(parts, signed_sum) }
    }

    fn product(&self, factors: &[(Slot, i32)]) -> Part {
        let powers = |positive: bool| -> Vec<Part> {
            let of_sign = factors.iter().filter(|(_, k)| (*k > 0) == positive);
            of_sign.flat_map(|&(slot, k)| std::iter::repeat_n(self.operand(slot), k.unsigned_abs() as usize)).collect()
        };
        let times = |a: Part, b: Part| binary(Arithmetic::Multiply, a, b, 4);
        let (above, below) = (powers(true), powers(false));
        let above = if above.is_empty() { Part::at_once(Expr::Constant(1.0)) } else { earliest_first(above, times) };
        if below.is_empty() { above } else { binary(Arithmetic::Divide, above, earliest_first(below, times), 13) }
    }
}

fn call_latency(function: Call) -> u32 {
    match function {
        Call::Min | Call::Max | Call::Abs => 4,
        Call::Sqrt => 18,
        _ => 40,
    }
}
