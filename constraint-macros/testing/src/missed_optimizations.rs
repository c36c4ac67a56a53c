//! What an expert would not leave in code: looked for in what is printed, by values, whatever pass should have taken it out.

use std::collections::{HashMap, HashSet};

use constraint_symbolic::ir::emitted::{Arithmetic, EmittedIr, Expr, FastPath, Function};
use constraint_symbolic::ir::vector::Function as Call;

/// Something that costs an operation, or a kept number, and buys nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MissedOptimization {
    /// A multiplication by 0, 1 or −1, or a division by ±1.
    IdleFactor,
    /// An addition of 0.
    IdleTerm,
    /// A value, or its opposite, that the same function has computed before.
    Twice,
    /// A value, or its opposite, that an earlier function has computed, and could have cached.
    Recomputed,
    /// A division by what there is a reciprocal of, or by what is divided by elsewhere.
    Division,
    /// A second square root of the same value.
    Root,
    /// A local or a kept value that nothing reads.
    Unread,
}

/// All of a joint's program, each with where it is.
pub fn in_program(program: &EmittedIr) -> Vec<(MissedOptimization, String)> {
    let derived = &program.derived;
    let functions = [
        ("position", &derived.position),
        ("limits", &derived.limits),
        ("velocity", &derived.velocity),
        ("jacobian", &derived.jacobian),
        ("effective mass", &derived.effective_mass),
        ("impulse", &derived.impulse),
        ("laws", &derived.laws),
        ("checks", &derived.checks),
        ("sketch", &derived.sketch),
    ];
    let mut found = in_fast_path(&program.fast);
    for (name, function) in functions {
        found.extend(in_function(function).into_iter().map(|(leftover, at)| (leftover, format!("{name}: {at}"))));
    }
    found
}

/// One function by itself.
pub fn in_function(function: &Function) -> Vec<(MissedOptimization, String)> {
    let mut numbering = Numbering::default();
    numbering.function(function);
    numbering.found
}

/// The functions of the fast path, which may ask no more of each other than is kept. Truths are not kept: they are worked out
/// where they are used.
pub fn in_fast_path(fast: &FastPath) -> Vec<(MissedOptimization, String)> {
    let mut numbering = Numbering::default();
    numbering.setup = numbering.function(&fast.setup);
    numbering.prepared = numbering.function(&fast.prepare);
    let mut found = std::mem::take(&mut numbering.found);
    let mut later = vec![&fast.warm_start];
    later.extend(fast.solve.iter().map(|block| &block.code));
    for function in &later {
        let mut scope = numbering.clone();
        scope.function(function);
        found.extend(scope.found);
    }
    let reads = |functions: &[&Function], is_it: &dyn Fn(&Expr) -> bool| functions.iter().any(|of| any(of, is_it));
    for (index, name) in fast.prepared_fields.iter().enumerate() {
        let is_memory = fast.memory.iter().any(|&(x, y)| x == index || y == index);
        if !is_memory && !reads(&later, &|expr| *expr == Expr::Prepared(index)) {
            found.push((MissedOptimization::Unread, format!("prepared {name}")));
        }
    }
    later.extend([&fast.prepare, &fast.begin]);
    for (index, name) in fast.setup_fields.iter().enumerate() {
        if !reads(&later, &|expr| *expr == Expr::Setup(index)) {
            found.push((MissedOptimization::Unread, format!("setup {name}")));
        }
    }
    found
}

fn any(function: &Function, is_it: &dyn Fn(&Expr) -> bool) -> bool {
    let mut pending: Vec<&Expr> = function.locals.iter().map(|local| &local.value).chain(&function.outputs).collect();
    while let Some(expr) = pending.pop() {
        if is_it(expr) {
            return true;
        }
        pending.extend(expr.operands());
    }
    false
}

/// A value up to its sign, and whether that is minus.
type Signed = (usize, bool);

/// An operation on values: what it is called, and its operands in one order.
type Key = (String, Vec<Signed>);

/// Value numbering: equal numbers are equal values.
#[derive(Clone, Default)]
struct Numbering {
    numbers: HashMap<Key, usize>,
    /// The values that operations have produced, each with the number of its function.
    made: HashMap<usize, usize>,
    /// The number of the function at hand.
    function: usize,
    /// The values that something is divided by.
    divisors: HashSet<usize>,
    roots: HashSet<Signed>,
    setup: Vec<Signed>,
    prepared: Vec<Signed>,
    locals: Vec<Signed>,
    truths: Vec<usize>,
    found: Vec<(MissedOptimization, String)>,
}

impl Numbering {
    /// The values of a function's outputs.
    fn function(&mut self, function: &Function) -> Vec<Signed> {
        self.locals.clear();
        self.function += 1;
        for (index, local) in function.locals.iter().enumerate() {
            let value = self.value(&local.value);
            self.locals.push(value);
            if !any(function, &|expr| *expr == Expr::Local(index)) {
                self.found.push((MissedOptimization::Unread, format!("local {}", local.name)));
            }
        }
        let outputs = function.outputs.iter().map(|output| self.value(output)).collect();
        for truth in std::mem::take(&mut self.truths) {
            self.made.remove(&truth);
        }
        outputs
    }

    fn number(&mut self, name: &str, operands: Vec<Signed>) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry((name.to_owned(), operands)).or_insert(next)
    }

    fn report(&mut self, leftover: MissedOptimization, expr: &Expr) {
        self.found.push((leftover, format!("{expr:?}")));
    }

    fn value(&mut self, expr: &Expr) -> Signed {
        match expr {
            Expr::Constant(value) => (self.number(&value.abs().to_string(), Vec::new()), value.is_sign_negative()),
            Expr::Truth(_) | Expr::Given(_) => (self.number(&format!("{expr:?}"), Vec::new()), false),
            // A constant of the scalar's type, which the compiler knows.
            Expr::Rounding(size) if matches!(**size, Expr::Constant(_)) => {
                (self.number(&format!("{expr:?}"), Vec::new()), false)
            }
            // What it is if all angles are 0 is not worked out here.
            Expr::AngleAtStart(number, _) => (self.number(&format!("start {number}"), Vec::new()), false),
            &Expr::Setup(index) => self.setup[index],
            &Expr::Prepared(index) => self.prepared[index],
            &Expr::Local(index) => self.locals[index],
            Expr::Negate(inner) => {
                let (value, negative) = self.value(inner);
                (value, !negative)
            }
            _ => self.operation(expr),
        }
    }

    fn operation(&mut self, expr: &Expr) -> Signed {
        self.idle(expr);
        let operands: Vec<Signed> = expr.operands().into_iter().map(|operand| self.value(operand)).collect();
        let (name, operands, negative) = normal(expr, operands);
        match expr {
            Expr::Binary(Arithmetic::Divide, ..) | Expr::Pivot(..) => {
                // By 1/d, once; a pivot's own d comes first.
                let by = if matches!(expr, Expr::Pivot(..)) { operands[0].0 } else { operands[1].0 };
                if !self.divisors.insert(by) {
                    self.report(MissedOptimization::Division, expr);
                }
            }
            Expr::Call(Call::Sqrt, _) if !self.roots.insert(operands[0]) => self.report(MissedOptimization::Root, expr),
            _ => {}
        }
        let value = self.number(&name, operands);
        let is_new = !self.made.contains_key(&value);
        match *self.made.entry(value).or_insert(self.function) {
            _ if is_new => {}
            first if first == self.function => self.report(MissedOptimization::Twice, expr),
            _ => self.report(MissedOptimization::Recomputed, expr),
        }
        if is_truth(expr) {
            self.truths.push(value);
        }
        (value, negative)
    }

    /// Operations with constants that do nothing.
    fn idle(&mut self, expr: &Expr) {
        let Expr::Binary(op, a, b) = expr else { return };
        let size = |expr: &Expr| match expr {
            Expr::Constant(value) => Some(value.abs()),
            Expr::Negate(inner) => match **inner {
                Expr::Constant(value) => Some(value.abs()),
                _ => None,
            },
            _ => None,
        };
        let is = |operand: &Expr, of: f64| size(operand).is_some_and(|size| size.to_bits() == of.to_bits());
        match op {
            Arithmetic::Multiply if [a, b].iter().any(|operand| is(operand, 0.0) || is(operand, 1.0)) => {
                self.report(MissedOptimization::IdleFactor, expr);
            }
            Arithmetic::Divide if is(b, 1.0) || is(a, 0.0) => self.report(MissedOptimization::IdleFactor, expr),
            Arithmetic::Add | Arithmetic::Subtract if is(a, 0.0) || is(b, 0.0) => {
                self.report(MissedOptimization::IdleTerm, expr);
            }
            _ => {}
        }
    }
}

fn is_truth(expr: &Expr) -> bool {
    matches!(expr, Expr::Less(..) | Expr::LessEqual(..) | Expr::And(..) | Expr::Or(..) | Expr::Not(_))
}

/// An operation by one name, its operands in one order, its sign outside.
fn normal(expr: &Expr, mut operands: Vec<Signed>) -> (String, Vec<Signed>, bool) {
    match expr {
        Expr::Binary(Arithmetic::Add | Arithmetic::Subtract, ..) => {
            if matches!(expr, Expr::Binary(Arithmetic::Subtract, ..)) {
                operands[1].1 = !operands[1].1;
            }
            operands.sort_unstable();
            let negative = operands[0].1;
            for (_, sign) in &mut operands {
                *sign ^= negative;
            }
            ("+".to_owned(), operands, negative)
        }
        Expr::Binary(op @ (Arithmetic::Multiply | Arithmetic::Divide), ..) => {
            let negative = operands.iter().fold(false, |negative, &(_, sign)| negative ^ sign);
            for (_, sign) in &mut operands {
                *sign = false;
            }
            if *op == Arithmetic::Multiply {
                operands.sort_unstable();
            }
            (format!("{op:?}"), operands, negative)
        }
        Expr::Call(function, _) => {
            if matches!(function, Call::Min | Call::Max) {
                operands.sort_unstable();
            }
            (format!("{function:?}"), operands, false)
        }
        Expr::And(..) | Expr::Or(..) => {
            operands.sort_unstable();
            (kind(expr).to_owned(), operands, false)
        }
        _ => (kind(expr).to_owned(), operands, false),
    }
}

fn kind(expr: &Expr) -> &'static str {
    match expr {
        Expr::Choose(..) => "choose",
        Expr::Pivot(..) => "pivot",
        Expr::Rounding(_) => "rounding",
        Expr::Less(..) => "less",
        Expr::LessEqual(..) => "less or equal",
        Expr::And(..) => "and",
        Expr::Or(..) => "or",
        Expr::Not(_) => "not",
        _ => "",
    }
}
