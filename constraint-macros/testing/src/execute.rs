//! Execution of staged code, to hold it against the interpretation of the expressions that it was made from.

use constraint_symbolic::ir::emitted::{Arithmetic, Expr, Function};
use constraint_symbolic::ir::evaluate;
use constraint_symbolic::ir::scalar::Leaf;

/// What code reads besides its own locals.
pub struct Environment<'e> {
    /// The inputs.
    pub given: &'e dyn Fn(Leaf) -> f64,
    /// What setup kept.
    pub setup: &'e [f64],
    /// What prepare kept.
    pub prepared: &'e [f64],
    /// What begin kept. Where that is nothing, the step began with all angles at 0: they are told from there.
    pub starts: &'e [f64],
}

/// The outputs of a function.
pub fn execute(function: &Function, environment: &Environment<'_>) -> Vec<f64> {
    let mut locals: Vec<Value> = Vec::with_capacity(function.locals.len());
    for local in &function.locals {
        let value = evaluate(&local.value, environment, &locals);
        locals.push(value);
    }
    function.outputs.iter().map(|output| evaluate(output, environment, &locals).scalar()).collect()
}

#[derive(Clone, Copy)]
enum Value {
    Scalar(f64),
    Truth(bool),
}

impl Value {
    fn scalar(self) -> f64 {
        match self {
            Self::Scalar(value) => value,
            Self::Truth(_) => f64::NAN,
        }
    }

    fn truth(self) -> bool {
        matches!(self, Self::Truth(true))
    }
}

fn evaluate(expr: &Expr, environment: &Environment<'_>, locals: &[Value]) -> Value {
    let value = |expr: &Expr| evaluate(expr, environment, locals);
    let scalar = |expr: &Expr| value(expr).scalar();
    let truth = |expr: &Expr| value(expr).truth();
    Value::Scalar(match expr {
        Expr::Constant(constant) => *constant,
        Expr::Given(leaf) => (environment.given)(*leaf),
        Expr::Setup(index) => environment.setup[*index],
        Expr::Prepared(index) => environment.prepared[*index],
        Expr::AngleAtStart(number, rest) => match environment.starts.get(usize::from(*number)) {
            Some(&start) => start,
            None => scalar(rest),
        },
        Expr::Local(index) => return locals[*index],
        Expr::Negate(a) => -scalar(a),
        Expr::Binary(Arithmetic::Add, a, b) => scalar(a) + scalar(b),
        Expr::Binary(Arithmetic::Subtract, a, b) => scalar(a) - scalar(b),
        Expr::Binary(Arithmetic::Multiply, a, b) => scalar(a) * scalar(b),
        Expr::Binary(Arithmetic::Divide, a, b) => scalar(a) / scalar(b),
        Expr::Call(function, arguments) => {
            evaluate::function(*function, &arguments.iter().map(scalar).collect::<Vec<_>>())
        }
        Expr::Choose(condition, yes, no) => return value(if truth(condition) { yes } else { no }),
        Expr::Pivot(d, by) => evaluate::pivot(scalar(d), scalar(by)),
        Expr::Rounding(size) => evaluate::rounding(scalar(size)),
        Expr::Truth(truth) => return Value::Truth(*truth),
        Expr::Less(a, b) => return Value::Truth(scalar(a) < scalar(b)),
        Expr::LessEqual(a, b) => return Value::Truth(scalar(a) <= scalar(b)),
        Expr::And(a, b) => return Value::Truth(truth(a) && truth(b)),
        Expr::Or(a, b) => return Value::Truth(truth(a) || truth(b)),
        Expr::Not(a) => return Value::Truth(!truth(a)),
    })
}
