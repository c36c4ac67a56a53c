//! What binds what: expressions as rustc and as the attribute read them have the same values.

use constraint_symbolic::frontend::syntax::{BinaryOp, Expr, ExprKind};
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::tokens;
use crate::parse::read;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Value {
    Number(f64),
    Truth(bool),
}

impl From<f64> for Value {
    fn from(value: f64) -> Self {
        Self::Number(value)
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Truth(value)
    }
}

/// The texts of expressions, and their values as Rust has them.
macro_rules! expressions {
    ($state:pat => $([$($written:tt)*])*) => {
        const TEXTS: &[&str] = &[$(stringify!($($written)*)),*];

        #[allow(clippy::all, clippy::pedantic, clippy::nursery, double_negations, unused)]
        #[rustfmt::skip]
        fn values($state: [f64; 3]) -> Vec<Value> {
            vec![$({ let value = $($written)*; Value::from(value) }),*]
        }
    };
}

expressions! {
    [x, y, z] =>
    [x - y - z] [x / y / z] [x / y * z] [x * y / z] [x - y * z] [x * y - z] [x - (y - z)] [((x)) - (y)]
    [-x * y] [-x - -y * -z] [- -x] [--x] [x - -y] [x--y] [x*-y] [-(x - y).abs()] [-x.abs()] [-x.powi(2)]
    [(-x).powi(2)] [-2.0_f64.powi(2)] [x.powi(2) - y.powi(-1)] [x.min(y).max(z)] [x.min(y,).max(z - 1.0,)]
    [x.mul_add(y, z)] [r#x - r#y] [1. - x] [1e1 * x] [2f64 * x] [1_000.5e-3 + x] [0.5 * x.powi(2) + y * z]
    [x < y] [x + y < y + z] [x * 2.0 <= y - 1.0] [x>=-y] [x == y] [x != y && x != z] [!(x < y)] [!!(x < y)]
    [(x < y) == (y < z)] [!(x < y) && y < z] [x < y && y < z || z < x] [x < y || y < z && z < x] [x < y && !(y < z)]
    [true && x < y] [!true || x < y] [x < y && { y < z }] [x < y || false && x > z]
    [if x < y { x } else { y } - z] [if x < y { x } else if y < z { y } else { z } * 2.0] [{ x } - y] [x + { y * z }]
    [if x < y { x } else { y }.abs() - z] [x - if y < z { y } else { z }] [x.min(if y < z { y } else { z })]
    [if x < y && !(y < z) { x } else { y }] [if (x < y) == true { x } else { y }] [if { x < y } { x } else { y }]
    [{ let d = x - y; d * d }] [{ let d = x - y; -d }] [{ let d: f64 = x; let d = d - 1.0; d.abs() }] [{ let _ = x; y }]
    [{ if x < y { x } else { y } }] [{ if x < y { x } else { y }.abs() - z }] [{ { x }.abs() - z }] [{; x }]
    [{ let m = if x < y { x } else { y }; m - z }] [{ let x = { let x = x + 1.0; x * y }; x - z }]
}

/// The value of what was read.
fn value(expression: &Expr, names: &[(String, Value)]) -> Value {
    let of = |part: &Expr| value(part, names);
    let number = |part: &Expr| match of(part) {
        Value::Number(number) => number,
        Value::Truth(_) => panic!("no number: {part:?}"),
    };
    let truth = |part: &Expr| of(part) == Value::Truth(true);
    match &expression.kind {
        ExprKind::Float(value) => Value::Number(*value),
        ExprKind::Bool(value) => Value::Truth(*value),
        ExprKind::Integer(written) => Value::Number(written.parse().expect("a number")),
        ExprKind::Path(path) => names.iter().rfind(|(name, _)| *name == path[0].text).expect("a name").1,
        ExprKind::Negate(operand) => Value::Number(-number(operand)),
        ExprKind::Not(operand) => Value::Truth(!truth(operand)),
        ExprKind::If(condition, then, otherwise) => of(if truth(condition) { then } else { otherwise }),
        ExprKind::Block(lets, tail) => {
            let mut names = names.to_vec();
            for bound in lets {
                let value = value(&bound.value, &names);
                names.push((bound.name.text.clone(), value));
            }
            value(tail, &names)
        }
        ExprKind::Method(receiver, name, arguments) => {
            let all: Vec<f64> = std::iter::once(&**receiver).chain(arguments).map(number).collect();
            Value::Number(match (name.text.as_str(), &all[..]) {
                ("abs", [x]) => x.abs(),
                ("min", [x, y]) => x.min(*y),
                ("max", [x, y]) => x.max(*y),
                #[allow(clippy::cast_possible_truncation)] // an integer
                ("powi", [x, n]) => x.powi(*n as i32),
                ("mul_add", [x, y, z]) => x.mul_add(*y, *z),
                other => panic!("{other:?}"),
            })
        }
        ExprKind::Binary(operator, left, right) => match operator {
            BinaryOp::Add => Value::Number(number(left) + number(right)),
            BinaryOp::Subtract => Value::Number(number(left) - number(right)),
            BinaryOp::Multiply => Value::Number(number(left) * number(right)),
            BinaryOp::Divide => Value::Number(number(left) / number(right)),
            BinaryOp::Less => Value::Truth(number(left) < number(right)),
            BinaryOp::LessEqual => Value::Truth(number(left) <= number(right)),
            BinaryOp::Greater => Value::Truth(number(left) > number(right)),
            BinaryOp::GreaterEqual => Value::Truth(number(left) >= number(right)),
            BinaryOp::Equal => Value::Truth(of(left) == of(right)),
            BinaryOp::NotEqual => Value::Truth(of(left) != of(right)),
            BinaryOp::And => Value::Truth(truth(left) && truth(right)),
            BinaryOp::Or => Value::Truth(truth(left) || truth(right)),
        },
        other => panic!("{other:?}"),
    }
}

fn body(closure: &TokenStream) -> Expr {
    let reading = read(closure, tokens("struct Joint {}"));
    assert_eq!(reading.mistakes, [], "{closure}");
    reading.parsed.expect("a joint").joint.body
}

const STATES: [[f64; 3]; 6] =
    [[1.5, -2.0, 0.25], [-3.0, 0.5, 2.0], [2.0, 2.0, -1.0], [0.5, 1.0, 4.0], [4.0, -1.0, -2.0], [-1.0, 3.0, 0.5]];

fn names([x, y, z]: [f64; 3]) -> Vec<(String, Value)> {
    [("x", x), ("y", y), ("z", z)].map(|(name, value)| (name.to_owned(), Value::Number(value))).to_vec()
}

/// To the bit: the same operations in the same order.
#[test]
fn operators_bind_as_in_rust() {
    for state in STATES {
        for (text, expected) in std::iter::zip(TEXTS, values(state)) {
            assert_eq!(value(&body(&tokens(&format!("|a| {text}"))), &names(state)), expected, "{text} at {state:?}");
        }
    }
}

/// The tokens, with each bracket `⟨…⟩`, written as `[…]`, the group of no brackets in which a macro hands on a fragment.
fn with_fragments(tokens: TokenStream) -> TokenStream {
    let group = |token| match token {
        TokenTree::Group(group) => {
            let is_fragment = group.delimiter() == Delimiter::Bracket;
            let delimiter = if is_fragment { Delimiter::None } else { group.delimiter() };
            TokenTree::Group(Group::new(delimiter, with_fragments(group.stream())))
        }
        other => other,
    };
    tokens.into_iter().map(group).collect()
}

/// What a macro was given as `$e:expr`, `$l:literal`, `$t:ty`, `$b:block` or `$p:path` holds together without brackets.
#[test]
fn fragments_hold_together() {
    for (text, expected) in [
        ("|a| 2.0 * [x + y]", "|a| 2.0 * (x + y)"),
        ("|a| [x - y].abs() - [[z]]", "|a| (x - y).abs() - z"),
        ("|a| x - [-2.0].powi([2])", "|a| x - (-2.0).powi(2)"),
        ("|a| -[x - y] * [if x < y { x } else { y }]", "|a| -(x - y) * (if x < y { x } else { y })"),
        ("|a| [{ let d: [f64] = [x]; d * d }] - y", "|a| { let d: f64 = x; d * d } - y"),
        ("|a| if [x < y] [{ x }] else [{ y }]", "|a| if x < y { x } else { y }"),
        ("[|a| x - y]", "|a| x - y"),
    ] {
        for state in STATES {
            let [found, expected] = [with_fragments(tokens(text)), tokens(expected)].map(|closure| body(&closure));
            assert_eq!(value(&found, &names(state)), value(&expected, &names(state)), "{text} at {state:?}");
        }
    }
}
