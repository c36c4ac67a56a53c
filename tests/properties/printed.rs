//! A derivation's text at a state: its formulas, beside the expressions that they have to equal.

use std::collections::HashMap;

use constraint_symbolic::ir::vector::{Id, Input};

use crate::reader::{self, Equations};
use crate::state::State;
use crate::value::Value;

/// A row of the closure.
pub(crate) struct Told {
    /// How many scalar rows it is.
    pub(crate) width: usize,
    /// Whether it is a row of velocities: it has no C.
    pub(crate) is_rate: bool,
}

/// The expressions of a joint, scalar row by scalar row; of J and the impulses a vector and a scalar, body after body.
pub(crate) struct Roots {
    pub(crate) position: Vec<Id>,
    pub(crate) velocity: Vec<Id>,
    pub(crate) jacobian: Vec<Id>,
    pub(crate) effective_mass: Vec<Vec<Id>>,
    pub(crate) impulse: Vec<Id>,
}

const NAMES: [&str; 3] = ["a", "b", "c"];

fn suffix(row: usize, rows: usize) -> &'static str {
    if rows == 1 { "" } else { ["₀", "₁", "₂", "₃"][row] }
}

/// The text's equations at a state.
pub(crate) fn read(text: &str, rows: &[Told], state: &State<'_>) -> Equations {
    let mut symbols = HashMap::new();
    let value = |input: Input| match state.components(input)[..] {
        [only] => Value::Scalar(only),
        [x, y] => Value::Vector(x, y),
        _ => unreachable!("inputs have one or two scalars"),
    };
    for (body, name) in (0..).zip(NAMES) {
        let inverse = |input: Input| Value::Scalar(1.0 / value(input).scalar());
        symbols.extend([
            (format!("p_{name}"), value(Input::Position(body))),
            (format!("R_{name}"), Value::rotation(state.angle(body))),
            (format!("θ_{name}"), value(Input::Angle(body))),
            (format!("v_{name}"), value(Input::LinearVelocity(body))),
            (format!("ω_{name}"), value(Input::AngularVelocity(body))),
            (format!("m_{name}"), inverse(Input::InverseMass(body))),
            (format!("i_{name}"), inverse(Input::InverseInertia(body))),
        ]);
    }
    for (index, parameter) in (0..).zip(state.parameters) {
        let value = value(Input::Parameter(index, parameter.ty));
        let is_rotation = parameter.ty == constraint_symbolic::ir::vector::Type::Rotation;
        let value = match value {
            Value::Vector(cos, sin) if is_rotation => Value::Matrix([[cos, -sin], [sin, cos]]),
            value => value,
        };
        symbols.insert(parameter.path.join("."), value);
    }
    let mut first = 0;
    for (row, told) in rows.iter().enumerate() {
        let at = |row: u8| value(Input::Impulse(row)).scalar();
        let lambda = if told.width == 1 { Value::Scalar(at(first)) } else { Value::Vector(at(first), at(first + 1)) };
        symbols.insert(format!("λ{}", suffix(row, rows.len())), lambda);
        first += u8::try_from(told.width).expect("one or two");
    }
    reader::read(text, &|symbol| symbols.get(symbol).copied())
}

impl Equations {
    /// What the text says, beside the expressions of the same: a name, an expression, its one or two numbers.
    pub(crate) fn against(&self, roots: &Roots, rows: &[Told]) -> Vec<(String, Id, Vec<f64>)> {
        let mut pairs = Vec::new();
        let bodies = roots.impulse.len() / 2;
        let first = |row: usize| rows[..row].iter().map(|told| told.width).sum::<usize>();
        let numbers = |value: Value, width: usize| match (value, width) {
            (value, 1) => vec![value.scalar()],
            (value, _) => <[f64; 2]>::from(value.vector()).to_vec(),
        };
        let still = (Value::Scalar(0.0), Value::Scalar(0.0));
        let wrench = |what: &str, body: usize| self.wrenches[what].get(NAMES[body]).copied().unwrap_or(still);
        for (row, told) in rows.iter().enumerate() {
            let suffixed = |what: &str| format!("{what}{}", suffix(row, rows.len()));
            for (what, of) in [("C", &roots.position), ("V", &roots.velocity)] {
                if what == "C" && told.is_rate {
                    continue;
                }
                for (index, found) in numbers(self.values[&suffixed(what)], told.width).into_iter().enumerate() {
                    pairs.push((format!("printed {what}"), of[first(row) + index], vec![found]));
                }
            }
            for body in 0..bodies {
                let (linear, angular) = wrench(&suffixed("J"), body);
                let linear = match told.width {
                    1 => vec![<[f64; 2]>::from(linear.vector())],
                    _ => linear.matrix().to_vec(),
                };
                for (index, (linear, angular)) in linear.into_iter().zip(numbers(angular, told.width)).enumerate() {
                    let at = 2 * ((first(row) + index) * bodies + body);
                    pairs.push(("printed J".to_owned(), roots.jacobian[at], linear.to_vec()));
                    pairs.push(("printed J".to_owned(), roots.jacobian[at + 1], vec![angular]));
                }
            }
            for (column, across) in rows.iter().enumerate().skip(row) {
                let value = self.values[&(suffixed("K") + suffix(column, rows.len()))];
                let entries = match (told.width, across.width) {
                    (2, 2) => value.matrix().concat(),
                    (down, across) => numbers(value, down * across),
                };
                for (index, found) in entries.into_iter().enumerate() {
                    let (down, right) = (index / across.width, index % across.width);
                    let root = roots.effective_mass[first(row) + down][first(column) + right];
                    pairs.push(("printed K".to_owned(), root, vec![found]));
                }
            }
        }
        for body in 0..bodies {
            let (linear, angular) = wrench("Jᵀλ", body);
            pairs.push(("printed impulse".to_owned(), roots.impulse[2 * body], numbers(linear, 2)));
            pairs.push(("printed impulse".to_owned(), roots.impulse[2 * body + 1], numbers(angular, 1)));
        }
        pairs
    }
}
