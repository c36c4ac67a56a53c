//! Angles told from where they were when a step began, so that the fast path adds up small ones only.
//!
//! After a thousand turns the next `f32` is half a milliradian away. A sum of angles, multiples of them and parameters, such as
//! `ratio · θ_b − θ_a − phase`, is what it was when the step began, worked out in `f64`, and what the turns since then add
//! to it, which are small: the mathematics of the sum is the same, but none of its digits is lost.

use crate::constraint::assemble::FAR;
use crate::ir::emitted::{Arithmetic, Expr, Function};
use crate::ir::fast_map::SecondaryMap;
use crate::ir::map_vec::MapVec as _;
use crate::ir::scalar::Sign;
use crate::ir::scalar::{Leaf, Op, ScalarIr, Slot};
use crate::ir::sorted_vec::sort_by_key;
use crate::ir::vector::{Id, Input, Node, Number, Stage, Type, VectorIr};
use crate::lower::Lowered;

/// A sum of angles as a step begins: an [`Op::AngleAtStart`], which is what it would be if all angles were 0, and the terms.
#[derive(Clone, Debug)]
pub(crate) struct AngleAtStart {
    pub(crate) slot: Slot,
    pub(crate) terms: Vec<Term>,
}

/// c · f₁ · f₂ … θ
#[derive(Clone, Debug)]
pub(crate) struct Term {
    pub(crate) times: f64,
    /// Operands of the op, by their numbers.
    pub(crate) factors: Vec<usize>,
    pub(crate) body: u8,
}

/// The scalars of a joint in which the angles are those since the step began, what became of its ids, and the sums.
pub(crate) fn ir(lowered: &Lowered) -> (ScalarIr, SecondaryMap<Id, Slot>, Vec<AngleAtStart>) {
    let Lowered { graph, roots, memory } = lowered;
    let mut all = Vec::new();
    for lanes in roots {
        all.extend(lanes.ids());
    }
    for &(x, y) in memory {
        all.extend_from_slice(&[x, y]);
    }
    let reached = graph.reached(all.iter().copied());
    if !reached.iter().any(|&id| matches!(graph.node(id), Node::Input(Input::Angle(_)))) {
        let (ir, slots) = ScalarIr::new(graph);
        return (ir, slots, Vec::new());
    }
    let mut split = Split {
        graph,
        ir: ScalarIr::with_room(graph.len()),
        slots: SecondaryMap::with_room(graph.len(), graph.len()),
        sums: SecondaryMap::default(),
        starts: Vec::new(),
        wholes: Vec::new(),
    };
    for id in reached {
        split.add(id);
    }
    for root in all {
        split.now(root);
    }
    (split.ir, split.slots, split.starts)
}

/// The sums as a step begins, each with the sign that is wanted of it, from the angles then and what setup keeps with its own.
pub(crate) fn begin(
    ir: &ScalarIr,
    starts: &[AngleAtStart],
    wanted: &dyn Fn(Slot) -> Sign,
    setup: &[Slot],
    sign: &dyn Fn(Slot) -> Sign,
) -> Function {
    let outputs = starts.map_vec(|AngleAtStart { slot, terms, .. }| {
        let Op::AngleAtStart(_, operands) = ir.op(*slot) else { return Expr::Constant(0.0) };
        let known = |slot: Slot| known(ir, slot, setup, sign);
        let way = if wanted(*slot) == Sign::Minus { -1.0 } else { 1.0 };
        let mut parts = Vec::new();
        for Term { times, factors, body } in terms {
            let mut product = Expr::Given(Leaf::whole(Input::Angle(*body)));
            for &factor in factors {
                product = binary(Arithmetic::Multiply, known(operands[factor].1), product);
            }
            parts.push((way * times, product));
        }
        // Without a minus to begin with. Angles come first: their difference is exact.
        sort_by_key(&mut parts, |(times, _)| *times < 0.0);
        for &(times, slot) in operands {
            if times.get() != 0.0 {
                parts.push((way * times.get(), known(slot)));
            }
        }
        let mut sum = None;
        for (times, part) in parts {
            sum = Some(joined(sum, times, part));
        }
        sum.unwrap_or(Expr::Constant(0.0))
    });
    Function { locals: Vec::new(), outputs }
}

/// What does not change with the bodies: setup keeps it, or what it is a multiple of.
fn known(ir: &ScalarIr, slot: Slot, setup: &[Slot], sign: &dyn Fn(Slot) -> Sign) -> Expr {
    if let Some(place) = setup.iter().position(|&kept| kept == slot) {
        let kept = Expr::Setup(place);
        return if sign(slot) == Sign::Minus { Expr::Negate(Box::new(kept)) } else { kept };
    }
    match ir.op(slot) {
        Op::Constant(number) => Expr::Constant(number.get()),
        Op::Sum(terms) if terms.is_empty() => Expr::Constant(0.0),
        Op::Sum(terms) if terms.len() == 1 => joined(None, terms[0].0.get(), known(ir, terms[0].1, setup, sign)),
        // Whatever else a start is made of, setup keeps; it would be seen.
        _ => Expr::Constant(f64::NAN),
    }
}

/// The sum with so many times a term.
fn joined(sum: Option<Expr>, times: f64, term: Expr) -> Expr {
    let (term, times) = if let Expr::Negate(opposite) = term { (*opposite, -times) } else { (term, times) };
    let size = times.abs();
    let is_unit = size.to_bits() == 1.0_f64.to_bits();
    let term = if is_unit { term } else { binary(Arithmetic::Multiply, Expr::Constant(size), term) };
    match sum {
        None if times < 0.0 => Expr::Negate(Box::new(term)),
        None => term,
        Some(sum) => binary(if times < 0.0 { Arithmetic::Subtract } else { Arithmetic::Add }, sum, term),
    }
}

fn binary(op: Arithmetic, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

/// A sum of angles.
#[derive(Clone, Debug)]
struct Sum {
    /// What has been added to it since the step began.
    change: Slot,
    /// What it is if all angles are 0: how often each, and what.
    rest: Vec<(f64, Slot)>,
    /// How often each angle, with its factors, and the body.
    terms: Vec<(f64, Vec<Slot>, u8)>,
}

/// The whole of a sum that somebody reads.
struct Whole {
    sum: Sum,
    slot: Slot,
}

struct Split<'g> {
    graph: &'g VectorIr,
    ir: ScalarIr,
    /// What has become of each expression; of a sum of angles, once somebody reads it who is none.
    slots: SecondaryMap<Id, Slot>,
    sums: SecondaryMap<Id, Sum>,
    starts: Vec<AngleAtStart>,
    wholes: Vec<Whole>,
}

impl Split<'_> {
    fn add(&mut self, id: Id) {
        if let Some(sum) = self.sum(id) {
            self.sums.insert(id, sum);
            return;
        }
        self.graph.node(id).each_operand(|operand| self.now(operand));
        if let Some(slot) = self.ir.add_node(self.graph, id, &|operand| self.slots[operand]) {
            self.slots.insert(id, slot);
        }
    }

    /// Works out the whole of a sum of angles.
    fn now(&mut self, id: Id) {
        if self.slots.contains_key(id) {
            return;
        }
        let Some(sum) = self.sums.get(id).cloned() else { return };
        let slot = match self.graph.node(id) {
            // The multiple of a sum is that of its whole.
            Node::Product(factors) => {
                for &(factor, _) in factors {
                    self.now(factor);
                }
                let factors = factors.map_vec(|&(factor, k)| (self.slots[factor], k));
                self.ir.add(Op::Product(factors), usize::MAX)
            }
            _ => self.whole(sum),
        };
        if let Some(name) = self.graph.name(id) {
            self.ir.set_name(slot, name);
        }
        self.slots.insert(id, slot);
    }

    fn whole(&mut self, sum: Sum) -> Slot {
        for times in [1.0, -1.0] {
            if let Some(&Whole { slot, .. }) = self.wholes.iter().find(|whole| sum.is(times, &whole.sum)) {
                return self.sum_of(vec![(Number::new(times), slot)]);
            }
        }
        let mut operands = sum.rest.map_vec(|&(times, slot)| (Number::new(times), slot));
        let terms = sum.terms.map_vec(|(times, factors, body)| {
            let factors = factors.map_vec(|&factor| {
                operands.push((Number::new(0.0), factor));
                operands.len() - 1
            });
            Term { times: *times, factors, body: *body }
        });
        let number = u16::try_from(self.starts.len()).unwrap_or(u16::MAX);
        let start = self.ir.add(Op::AngleAtStart(number, operands), usize::MAX);
        let slot = self.sum_of(vec![(Number::ONE, sum.change), (Number::ONE, start)]);
        self.starts.push(AngleAtStart { slot: start, terms });
        self.wholes.push(Whole { sum, slot });
        slot
    }

    /// What an expression is, if it is a sum of angles, multiples of them and parameters.
    fn sum(&mut self, id: Id) -> Option<Sum> {
        match self.graph.node(id) {
            Node::Input(Input::Angle(body)) => {
                let change = self.ir.add_node(self.graph, id, &|_| usize::MAX)?;
                Some(Sum { change, rest: Vec::new(), terms: vec![(1.0, Vec::new(), *body)] })
            }
            Node::Sum(Type::Scalar, terms) => self.added(terms),
            Node::Product(factors) => self.multiplied(factors),
            _ => None,
        }
    }

    fn added(&mut self, terms: &[(Number, Id)]) -> Option<Sum> {
        let (mut changes, mut rest, mut all) = (Vec::new(), Vec::new(), Vec::new());
        if terms.iter().filter(|term| self.is_far(term)).count() == 1 {
            // A choice by the sign of something that is whole already. Of several, it is by what they are together.
            return None;
        }
        for &(c, id) in terms {
            let times = c.get();
            if let Some(sum) = self.sums.get(id) {
                changes.push((c, sum.change));
                rest.extend(sum.rest.map_vec(|&(own, slot)| (times * own, slot)));
                all.extend(sum.terms.map_vec(|(own, factors, body)| (times * own, factors.clone(), *body)));
            } else if self.graph.stage(id) <= Stage::Parameter {
                rest.push((times, self.slots[id]));
            } else {
                return None;
            }
        }
        if changes.is_empty() {
            return None;
        }
        Some(Sum { change: self.sum_of(changes), rest, terms: all })
    }

    /// Whether a term is one of those that a choice is made of: a multiple of [`FAR`], of numbers that are nothing like it.
    fn is_far(&self, &(c, id): &(Number, Id)) -> bool {
        let value = if let Node::Constant(number) = self.graph.node(id) { number.get() } else { 1.0 };
        (c.get() * value).abs() >= FAR.sqrt()
    }

    fn sum_of(&mut self, terms: Vec<(Number, Slot)>) -> Slot {
        match terms[..] {
            [] => self.ir.add(Op::Constant(Number::new(0.0)), usize::MAX),
            [(Number::ONE, only)] => only,
            _ => self.ir.add(Op::Sum(terms), usize::MAX),
        }
    }

    /// A value times parameters, of which it may be one.
    fn times(&mut self, parameters: &[(Slot, i32)], slot: Slot) -> Slot {
        let mut factors = parameters.to_vec();
        match factors.iter_mut().find(|(factor, _)| *factor == slot) {
            Some((_, k)) => *k += 1,
            None => factors.push((slot, 1)),
        }
        factors.retain(|&(_, k)| k != 0);
        match factors[..] {
            [] => self.ir.add(Op::Constant(Number::ONE), usize::MAX),
            [(only, 1)] => only,
            _ => self.ir.add(Op::Product(factors), usize::MAX),
        }
    }

    /// One sum of angles, times parameters.
    fn multiplied(&mut self, factors: &[(Id, i32)]) -> Option<Sum> {
        let (mut sum, mut others) = (None, Vec::new());
        for &(id, k) in factors {
            match self.sums.get(id) {
                Some(found) if k == 1 && sum.is_none() => sum = Some(found.clone()),
                None if self.graph.stage(id) <= Stage::Parameter => others.push((self.slots[id], k)),
                _ => return None,
            }
        }
        let Sum { change, mut rest, mut terms } = sum?;
        let factor = match others[..] {
            [(only, 1)] => only,
            _ => self.ir.add(Op::Product(others.clone()), usize::MAX),
        };
        let change = self.times(&others, change);
        for (own, slot) in &mut rest {
            // A constant times the parameters is so often the parameters.
            (*own, *slot) = match self.ir.op(*slot) {
                Op::Constant(number) => (*own * number.get(), factor),
                _ => (*own, self.times(&others, *slot)),
            };
        }
        for (_, factors, _) in &mut terms {
            factors.push(factor);
        }
        Some(Sum { change, rest, terms })
    }
}

impl Sum {
    /// Whether it is so many times another one, term by term in any order.
    fn is(&self, times: f64, other: &Self) -> bool {
        let is_rest = |own: &(f64, Slot), other: &(f64, Slot)| *other == (times * own.0, own.1);
        let is_term = |own: &(f64, Vec<Slot>, u8), other: &(f64, Vec<Slot>, u8)| {
            (other.0, &other.1, other.2) == (times * own.0, &own.1, own.2)
        };
        are_alike(&self.rest, &other.rest, is_rest) && are_alike(&self.terms, &other.terms, is_term)
    }
}

/// Whether each of these is one of the others, as often as it is there: `k (θ_a − θ_b) + k (θ_a − θ_c)` has `k θ_a` twice.
fn are_alike<T>(these: &[T], others: &[T], is: impl Fn(&T, &T) -> bool) -> bool {
    let mut left: Vec<&T> = others.iter().collect();
    let mut has = |this: &T| left.iter().position(|&other| is(this, other)).map(|at| left.swap_remove(at)).is_some();
    these.len() == others.len() && these.iter().all(&mut has)
}
