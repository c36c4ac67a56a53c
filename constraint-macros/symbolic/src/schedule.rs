//! From scalars to straight-line code: what gets a name, in which order, and how sums and products become pairs.

use crate::graph::{Function as Call, Input};
use crate::names::Names;
use crate::program::{Arithmetic, Expr, Function, Local};
use crate::quick::QuickMap;
use crate::tape::{Op, Slot, Tape};

/// What earlier functions keep for this one.
#[derive(Clone, Debug, Default)]
pub struct Kept {
    fields: QuickMap<Slot, Expr>,
}

impl Kept {
    /// The fields of setup and of prepare, by their slots.
    pub fn new(setup: &[Slot], prepared: &[Slot]) -> Self {
        let setup = setup.iter().enumerate().map(|(index, &slot)| (slot, Expr::Setup(index)));
        let prepared = prepared.iter().enumerate().map(|(index, &slot)| (slot, Expr::Prepared(index)));
        Self { fields: setup.chain(prepared).collect() }
    }
}

/// Code that computes `roots`.
pub fn schedule(tape: &Tape, roots: &[Slot], kept: &Kept, names: &mut Names<'_>) -> Function {
    let is_given = |slot: Slot| {
        kept.fields.contains_key(&slot) || matches!(tape.op(slot), Op::Input(_) | Op::Constant(_) | Op::Truth(_))
    };
    let order = tape.order(roots, &is_given);
    let uses = uses(tape, &order, roots);
    let mut writer = Writer { tape, kept, locals: QuickMap::default(), inline: QuickMap::default() };
    let mut locals = Vec::new();
    for &slot in &order {
        let part = writer.op(slot);
        let is_shared = uses[slot] > 1;
        let is_named = tape.name(slot).is_some() && !is_sign_only(&part.expr);
        if (is_shared && !is_sign_only(&part.expr)) || is_named {
            writer.locals.insert(slot, (locals.len(), part.ready));
            locals.push(Local { name: names.of(slot), value: part.expr });
        } else {
            writer.inline.insert(slot, part);
        }
    }
    let outputs = roots.iter().map(|&root| writer.operand(root).expr).collect();
    Function { locals, outputs }
}

/// How often each slot is used: by the ops of `order`, of which a power uses its base more than once, and as a root.
fn uses(tape: &Tape, order: &[Slot], roots: &[Slot]) -> Vec<usize> {
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
    for &root in roots {
        uses[root] += 1;
    }
    uses
}

/// A value or its opposite: not worth a name.
fn is_sign_only(expr: &Expr) -> bool {
    match expr {
        Expr::Negate(inner) => inner.operands().is_empty(),
        expr => expr.operands().is_empty(),
    }
}

/// An expression, when it is ready (in cycles of latency), and whether it is a position, which comes first in sums.
#[derive(Clone, Debug)]
struct Part {
    expr: Expr,
    ready: u32,
    is_position: bool,
}

struct Writer<'t> {
    tape: &'t Tape,
    kept: &'t Kept,
    locals: QuickMap<Slot, (usize, u32)>,
    /// What has no name of its own, until it is used: all of these are used once, but for signs of what has one.
    inline: QuickMap<Slot, Part>,
}

impl Writer<'_> {
    /// How a value is referred to.
    fn operand(&mut self, slot: Slot) -> Part {
        let at_once = |expr: Expr| Part { expr, ready: 0, is_position: false };
        if let Some(field) = self.kept.fields.get(&slot) {
            return at_once(field.clone());
        }
        if let Some(&(index, ready)) = self.locals.get(&slot) {
            return Part { expr: Expr::Local(index), ready, is_position: false };
        }
        match self.inline.get(&slot) {
            Some(part) if is_sign_only(&part.expr) => return part.clone(),
            Some(_) => return self.inline.remove(&slot).unwrap_or_else(|| at_once(Expr::Constant(0.0))),
            None => {}
        }
        match self.tape.op(slot) {
            Op::Constant(number) => at_once(Expr::Constant(number.get())),
            Op::Truth(truth) => at_once(Expr::Truth(*truth)),
            Op::Input(leaf) => {
                Part { is_position: matches!(leaf.input, Input::Position(_)), ..at_once(Expr::Given(*leaf)) }
            }
            // An operand precedes its users; this is reached only for what needs no code.
            _ => at_once(Expr::Constant(0.0)),
        }
    }

    fn boxed(&mut self, slot: Slot) -> (Box<Expr>, u32) {
        let part = self.operand(slot);
        (Box::new(part.expr), part.ready)
    }

    fn two(&mut self, (a, b): (Slot, Slot), latency: u32, make: fn(Box<Expr>, Box<Expr>) -> Expr) -> Part {
        let ((a, x), (b, y)) = (self.boxed(a), self.boxed(b));
        Part { expr: make(a, b), ready: x.max(y) + latency, is_position: false }
    }

    fn op(&mut self, slot: Slot) -> Part {
        let tape = self.tape;
        match tape.op(slot) {
            Op::Constant(_) | Op::Truth(_) | Op::Input(_) => self.operand(slot),
            Op::Sum(terms) => self.sum(terms),
            Op::Product(factors) => self.product(factors),
            Op::Call(function, arguments) => {
                let parts: Vec<Part> = arguments.iter().map(|&a| self.operand(a)).collect();
                let ready = parts.iter().map(|part| part.ready).max().unwrap_or(0) + call_latency(*function);
                let expr = Expr::Call(*function, parts.into_iter().map(|part| part.expr).collect());
                Part { expr, ready, is_position: false }
            }
            &Op::Choose(c, yes, no) => {
                let ((c, x), (yes, y), (no, z)) = (self.boxed(c), self.boxed(yes), self.boxed(no));
                Part { expr: Expr::Choose(c, yes, no), ready: x.max(y).max(z) + 2, is_position: false }
            }
            &Op::Less(a, b) => self.two((a, b), 3, Expr::Less),
            &Op::LessEqual(a, b) => self.two((a, b), 3, Expr::LessEqual),
            &Op::And(a, b) => self.two((a, b), 1, Expr::And),
            &Op::Or(a, b) => self.two((a, b), 1, Expr::Or),
            &Op::Pivot(a, b) => self.two((a, b), 13, Expr::Pivot),
            &Op::Not(a) => {
                let (a, ready) = self.boxed(a);
                Part { expr: Expr::Not(a), ready: ready + 1, is_position: false }
            }
        }
    }

    /// Differences of positions first, so that far from the origin nothing is lost; then whatever is ready first.
    fn sum(&mut self, terms: &[(crate::graph::Number, Slot)]) -> Part {
        let mut parts: Vec<(bool, Part)> = Vec::new();
        for &(c, slot) in terms {
            let (c, part) = (c.get(), self.operand(slot));
            let scaled = scaled(c.abs(), part);
            parts.push((c < 0.0, scaled));
        }
        let (positions, others): (Vec<_>, Vec<_>) = parts.into_iter().partition(|(_, part)| part.is_position);
        let mut parts = others;
        if !positions.is_empty() {
            let (negative, mut difference) = earliest_first(positions, signed_sum);
            difference.is_position = false;
            parts.insert(0, (negative, difference));
        }
        if parts.is_empty() {
            return Part { expr: Expr::Constant(0.0), ready: 0, is_position: false };
        }
        let (negative, part) = earliest_first(parts, signed_sum);
        if negative { Part { expr: negate(part.expr), ..part } } else { part }
    }

    fn product(&mut self, factors: &[(Slot, i32)]) -> Part {
        let mut powers = |positive: bool| -> Vec<Part> {
            let of_sign = factors.iter().filter(|(_, k)| (*k > 0) == positive);
            of_sign.flat_map(|&(slot, k)| std::iter::repeat_n(self.operand(slot), k.unsigned_abs() as usize)).collect()
        };
        let times = |a: Part, b: Part| binary(Arithmetic::Multiply, a, b, 4);
        let (above, below) = (powers(true), powers(false));
        let above = if above.is_empty() {
            Part { expr: Expr::Constant(1.0), ready: 0, is_position: false }
        } else {
            earliest_first(above, times)
        };
        if below.is_empty() { above } else { binary(Arithmetic::Divide, above, earliest_first(below, times), 13) }
    }
}

fn scaled(c: f64, part: Part) -> Part {
    if c.to_bits() == 1.0_f64.to_bits() {
        return part;
    }
    if let Expr::Constant(value) = part.expr {
        return Part { expr: Expr::Constant(c * value), ..part };
    }
    let factor = Part { expr: Expr::Constant(c), ready: 0, is_position: false };
    binary(Arithmetic::Multiply, factor, part, 4)
}

fn binary(op: Arithmetic, a: Part, b: Part, latency: u32) -> Part {
    let ready = a.ready.max(b.ready) + latency;
    Part { expr: Expr::Binary(op, Box::new(a.expr), Box::new(b.expr)), ready, is_position: false }
}

fn signed_sum((minus_a, a): (bool, Part), (minus_b, b): (bool, Part)) -> (bool, Part) {
    match (minus_a, minus_b) {
        (false, false) => (false, binary(Arithmetic::Add, a, b, 4)),
        (false, true) => (false, binary(Arithmetic::Subtract, a, b, 4)),
        (true, false) => (false, binary(Arithmetic::Subtract, b, a, 4)),
        (true, true) => (true, binary(Arithmetic::Add, a, b, 4)),
    }
}

/// −x, of which a constant is a constant.
fn negate(expr: Expr) -> Expr {
    match expr {
        Expr::Constant(value) => Expr::Constant(-value),
        Expr::Binary(Arithmetic::Subtract, a, b) => Expr::Binary(Arithmetic::Subtract, b, a),
        Expr::Negate(inner) => *inner,
        expr => Expr::Negate(Box::new(expr)),
    }
}

trait Ready {
    fn ready(&self) -> u32;
}

impl Ready for Part {
    fn ready(&self) -> u32 {
        self.ready
    }
}

impl Ready for (bool, Part) {
    fn ready(&self) -> u32 {
        self.1.ready
    }
}

/// Joins the two that are ready first, again and again: the shortest chain of dependent operations.
fn earliest_first<T: Ready>(mut parts: Vec<T>, join: impl Fn(T, T) -> T) -> T {
    // Stable, so that equals keep the order in which they were written.
    parts.sort_by_key(Ready::ready);
    while parts.len() > 1 {
        let (first, second) = (parts.remove(0), parts.remove(0));
        let joined = join(first, second);
        let place = parts.partition_point(|part| part.ready() < joined.ready());
        parts.insert(place, joined);
    }
    parts.remove(0)
}

fn call_latency(function: Call) -> u32 {
    match function {
        Call::Min | Call::Max | Call::Abs => 4,
        Call::Sqrt => 18,
        _ => 40,
    }
}
