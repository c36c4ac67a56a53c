//! Pairs that sums and products turn out to have in common when they have become operations of two operands: worked out once.
//!
//! The passes before know sums of many terms, and may not choose pairs of them: a pair that one sum begins with, another one
//! must not, where positions would meet what is small. Here the pairs are chosen, and equal ones have equal bits.

use super::signed_expr::{SignedExpr, binary, signed_sum};
use crate::codegen::names::Names;
use crate::ir::emitted::{Arithmetic, Expr, Function, Local};
use crate::ir::fast_map::{FastMap, SecondaryMap};
use crate::ir::map_vec::MapVec as _;
use crate::ir::scalar::Leaf;
use crate::ir::scalar::Sign;
use crate::ir::vector::Function as Call;

/// A value up to its sign, and whether that is minus.
type Signed = (usize, bool);

/// What makes a value: equal keys are equal values.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Constant(u64),
    Truth(bool),
    Given(Leaf),
    Setup(usize),
    Prepared(usize),
    /// Whatever it is if all angles are 0: that is not what it is.
    AngleAtStart(u16),
    /// An operation and its operands, each twice its number, one more for its opposite; 0 where there is none.
    Operation(Kind, [usize; 3]),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Sum,
    Product,
    Quotient,
    Call(Call),
    Choose,
    Pivot,
    Rounding,
    Less,
    LessEqual,
    And,
    Or,
    Not,
}

/// Gives each value that is worked out more than once a local of its own.
pub(super) fn once(function: Function, names: &mut Names<'_>) -> Function {
    let mut values = Values::default();
    for local in &function.locals {
        let value = values.of(&local.value);
        values.locals.push(value);
    }
    for output in &function.outputs {
        values.of(output);
    }
    if !values.repeats {
        return function;
    }
    let (mut uses, mut place) = (vec![0; values.count], 0);
    for local in &function.locals {
        place = count(&values.met, place, &local.value, &mut uses);
    }
    for output in &function.outputs {
        place = count(&values.met, place, output, &mut uses);
    }
    let met = values.met;
    let writer =
        Writer { met, place: 0, uses, homes: SecondaryMap::default(), became: Vec::new(), locals: Vec::new(), names };
    writer.function(function)
}

/// How often each operation is used; what it is made of, only where it is met first. Gives the place of what comes after it.
fn count(met: &[Met], place: usize, expr: &Expr, uses: &mut [usize]) -> usize {
    let Met { value: (value, _), after } = met[place];
    if is_operation(expr) {
        uses[value] += 1;
        if uses[value] > 1 {
            return after;
        }
    }
    // What a start is made of is not worked out here.
    if !matches!(expr, Expr::AngleAtStart(..)) {
        let mut next = place + 1;
        expr.each_operand(|operand| next = count(met, next, operand, uses));
    }
    after
}

/// An expression as it was met: its value, and the place of what comes after it and what it is made of.
///
/// To work a value out where it is asked for would take what is deep as often as it is deep.
#[derive(Clone, Copy)]
struct Met {
    value: Signed,
    after: usize,
}

/// The numbers of values.
#[derive(Default)]
struct Values {
    numbers: FastMap<Key, usize>,
    count: usize,
    locals: Vec<Signed>,
    /// All expressions, each before what it is made of.
    met: Vec<Met>,
    /// Whether an operation has been met more than once.
    repeats: bool,
}

impl Values {
    /// The value of an expression that is met.
    fn of(&mut self, expr: &Expr) -> Signed {
        #[cfg(test)]
        crate::ir::visit_counter::visit();
        let place = self.met.len();
        self.met.push(Met { value: (0, false), after: 0 });
        let value = self.worked_out(expr);
        self.met[place] = Met { value, after: self.met.len() };
        value
    }

    fn worked_out(&mut self, expr: &Expr) -> Signed {
        let (key, negative) = match *expr {
            Expr::Constant(value) => (Key::Constant(value.abs().to_bits()), value.is_sign_negative()),
            Expr::Truth(truth) => (Key::Truth(truth), false),
            Expr::Given(leaf) => (Key::Given(leaf), false),
            Expr::Setup(index) => (Key::Setup(index), false),
            Expr::Prepared(index) => (Key::Prepared(index), false),
            Expr::AngleAtStart(number, _) => (Key::AngleAtStart(number), false),
            Expr::Local(index) => return self.locals[index],
            Expr::Negate(ref inner) => {
                let (value, negative) = self.of(inner);
                return (value, !negative);
            }
            _ => return self.operation(expr),
        };
        (self.number(key), negative)
    }

    fn number(&mut self, key: Key) -> usize {
        let number = *self.numbers.or_insert_with(key, || self.count);
        self.count = self.count.max(number + 1);
        number
    }

    fn operation(&mut self, expr: &Expr) -> Signed {
        let mut operands = [0; 3];
        let mut count = 0;
        expr.each_operand(|operand| {
            let (number, negative) = self.of(operand);
            // No operation has more than three.
            if let Some(place) = operands.get_mut(count) {
                *place = 2 * number + usize::from(negative) + 1;
            }
            count += 1;
        });
        let (key, negative) = normal(expr, operands);
        let next = self.count;
        let number = self.number(key);
        self.repeats |= number < next;
        (number, negative)
    }
}

fn is_operation(expr: &Expr) -> bool {
    !matches!(
        expr,
        Expr::Constant(_)
            | Expr::Truth(_)
            | Expr::Given(_)
            | Expr::Setup(_)
            | Expr::Prepared(_)
            | Expr::AngleAtStart(..)
            | Expr::Local(_)
            | Expr::Negate(_)
    )
}

/// An operation with its operands in one order, its sign outside.
fn normal(expr: &Expr, [mut a, mut b, c]: [usize; 3]) -> (Key, bool) {
    // Of numbers that begin with 1, the opposites are even.
    let is_minus = |operand: usize| operand != 0 && operand.is_multiple_of(2);
    let turned = |operand: usize| if is_minus(operand) { operand - 1 } else { operand + 1 };
    let plain = |operand: usize| if is_minus(operand) { operand - 1 } else { operand };
    let mut negative = false;
    let kind = match expr {
        Expr::Binary(op @ (Arithmetic::Add | Arithmetic::Subtract), ..) => {
            if *op == Arithmetic::Subtract {
                b = turned(b);
            }
            if plain(b) < plain(a) {
                (a, b) = (b, a);
            }
            if is_minus(a) {
                (a, b, negative) = (turned(a), turned(b), true);
            }
            Kind::Sum
        }
        Expr::Binary(op, ..) => {
            negative = is_minus(a) != is_minus(b);
            (a, b) = (plain(a), plain(b));
            if *op == Arithmetic::Divide {
                Kind::Quotient
            } else {
                (a, b) = (a.min(b), a.max(b));
                Kind::Product
            }
        }
        Expr::Call(function @ (Call::Min | Call::Max), _) => {
            (a, b) = (a.min(b), a.max(b));
            Kind::Call(*function)
        }
        Expr::Call(function, _) => Kind::Call(*function),
        Expr::Choose(..) => Kind::Choose,
        Expr::Pivot(..) => Kind::Pivot,
        Expr::Rounding(_) => Kind::Rounding,
        Expr::Less(..) => Kind::Less,
        Expr::LessEqual(..) => Kind::LessEqual,
        Expr::And(..) => Kind::And,
        Expr::Or(..) => Kind::Or,
        // Whatever is no operation never comes here.
        _ => Kind::Not,
    };
    (Key::Operation(kind, [a, b, c]), negative)
}

/// Writes a function anew, each operation where it is met first.
struct Writer<'a, 'j> {
    met: Vec<Met>,
    /// The place of what is written next.
    place: usize,
    uses: Vec<usize>,
    /// Of values that have a local, that local or its opposite.
    homes: SecondaryMap<usize, SignedExpr>,
    /// What each local has become.
    became: Vec<SignedExpr>,
    locals: Vec<Local>,
    names: &'a mut Names<'j>,
}

impl Writer<'_, '_> {
    fn function(mut self, function: Function) -> Function {
        for local in function.locals {
            let Met { value, after } = self.met[self.place];
            let part = if let Some(part) = self.home(value) {
                part
            } else {
                let part = self.made(&local.value);
                self.settle(value, part, local.name)
            };
            self.place = after;
            self.became.push(part);
        }
        let outputs = function.outputs.map_vec(|output| self.part(output).plain());
        Function { locals: self.locals, outputs }
    }

    /// The local of a value, with its sign.
    fn home(&self, (value, negative): Signed) -> Option<SignedExpr> {
        let home = self.homes.get(value)?.clone();
        Some(if negative { SignedExpr { sign: home.sign.turned(), ..home } } else { home })
    }

    /// Makes a local of a value.
    fn settle(&mut self, (value, negative): Signed, part: SignedExpr, name: String) -> SignedExpr {
        let local = SignedExpr::at_once(Expr::Local(self.locals.len()));
        self.locals.push(Local { name, value: part.plain() });
        let sign = if negative { Sign::Minus } else { Sign::Plus };
        self.homes.insert(value, SignedExpr { sign, ..local.clone() });
        local
    }

    /// What stands at the next place, which is then the one after it.
    fn part(&mut self, expr: &Expr) -> SignedExpr {
        let Met { value, after } = self.met[self.place];
        let home = if is_operation(expr) { self.home(value) } else { None };
        let part = home.unwrap_or_else(|| self.new_part(expr, value));
        self.place = after;
        part
    }

    fn new_part(&mut self, expr: &Expr, value: Signed) -> SignedExpr {
        let part = self.made(expr);
        if is_operation(expr) && self.uses[value.0] > 1 {
            let name = self.names.fresh("common".to_owned());
            self.settle(value, part, name)
        } else {
            part
        }
    }

    fn made(&mut self, expr: &Expr) -> SignedExpr {
        // What it is made of comes next.
        self.place += 1;
        let mut plain = |expr: &Expr| Box::new(self.part(expr).plain());
        SignedExpr::at_once(match expr {
            &Expr::Local(index) => return self.became[index].clone(),
            Expr::Negate(inner) => {
                let part = self.part(inner);
                return SignedExpr { sign: part.sign.turned(), ..part };
            }
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.part(a), self.part(b));
                return match op {
                    Arithmetic::Add => signed_sum(a, b),
                    Arithmetic::Subtract => signed_sum(a, SignedExpr { sign: b.sign.turned(), ..b }),
                    Arithmetic::Multiply | Arithmetic::Divide => binary(*op, a, b, 0),
                };
            }
            Expr::Call(function, arguments) => Expr::Call(*function, arguments.map_vec(|argument| *plain(argument))),
            Expr::Choose(c, yes, no) => Expr::Choose(plain(c), plain(yes), plain(no)),
            Expr::Pivot(d, rounding) => Expr::Pivot(plain(d), plain(rounding)),
            Expr::Rounding(size) => Expr::Rounding(plain(size)),
            Expr::Less(a, b) => Expr::Less(plain(a), plain(b)),
            Expr::LessEqual(a, b) => Expr::LessEqual(plain(a), plain(b)),
            Expr::And(a, b) => Expr::And(plain(a), plain(b)),
            Expr::Or(a, b) => Expr::Or(plain(a), plain(b)),
            Expr::Not(a) => Expr::Not(plain(a)),
            leaf => leaf.clone(),
        })
    }
}
