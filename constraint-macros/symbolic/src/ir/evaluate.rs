//! Evaluation of a graph as it stands: the reference that every rewriting has to agree with.

use crate::ir::map_vec::MapVec as _;
use crate::ir::vector::{Function, Id, Input, Node, Type, VectorIr};

/// A value of the language.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Value {
    Truth(bool),
    Scalar(f64),
    Vector(f64, f64),
    /// Cosine and sine.
    Rotation(f64, f64),
}

impl Value {
    /// The number, where it is one.
    pub fn scalar(self) -> f64 {
        match self {
            Self::Scalar(x) => x,
            _ => f64::NAN,
        }
    }

    /// The two components of a vector or a rotation.
    pub fn pair(self) -> (f64, f64) {
        match self {
            Self::Vector(x, y) | Self::Rotation(x, y) => (x, y),
            _ => (f64::NAN, f64::NAN),
        }
    }

    fn truth(self) -> bool {
        self == Self::Truth(true)
    }
}

/// The values of `roots`, given those of the inputs.
pub fn evaluate(graph: &VectorIr, roots: &[Id], input: &dyn Fn(Input) -> Value) -> Vec<Value> {
    Order::new(graph, roots).evaluate(graph, input)
}

/// What some roots are made of, in an order of evaluation: found once where they are evaluated many times.
#[derive(Clone, Debug)]
pub struct Order {
    needed: Vec<Id>,
    roots: Vec<Id>,
}

impl Order {
    /// The order of `roots`.
    pub fn new(graph: &VectorIr, roots: &[Id]) -> Self {
        Self { needed: graph.reached(roots.iter().copied()), roots: roots.to_vec() }
    }

    /// The number of expressions.
    pub fn len(&self) -> usize {
        self.needed.len()
    }

    /// Whether there is nothing to evaluate.
    pub fn is_empty(&self) -> bool {
        self.needed.is_empty()
    }

    /// Whether there is something of two branches.
    pub(crate) fn chooses(&self, graph: &VectorIr) -> bool {
        self.needed.iter().any(|&id| matches!(graph.node(id), Node::Choose(..)))
    }

    /// The values of the roots, given those of the inputs.
    pub fn evaluate(&self, graph: &VectorIr, input: &dyn Fn(Input) -> Value) -> Vec<Value> {
        let mut values = vec![Value::Scalar(f64::NAN); graph.len()];
        for &id in &self.needed {
            values[id.index()] = node(graph, graph.node(id), &|operand: Id| values[operand.index()], input);
        }
        self.roots.map_vec(|root| values[root.index()])
    }
}

fn node(graph: &VectorIr, node: &Node, value: &dyn Fn(Id) -> Value, input: &dyn Fn(Input) -> Value) -> Value {
    let scalar = |id: Id| value(id).scalar();
    let pair = |id: Id| value(id).pair();
    match *node {
        Node::Constant(number) => Value::Scalar(number.get()),
        Node::Truth(truth) => Value::Truth(truth),
        Node::Input(given) => input(given),
        Node::Sum(Type::Vector, ref terms) => {
            let (x, y) = terms.iter().fold((0.0, 0.0), |(x, y), &(c, id)| {
                let (dx, dy) = pair(id);
                (x + c.get() * dx, y + c.get() * dy)
            });
            Value::Vector(x, y)
        }
        Node::Sum(_, ref terms) => Value::Scalar(terms.iter().map(|&(c, id)| c.get() * scalar(id)).sum()),
        Node::Product(ref factors) => Value::Scalar(factors.iter().map(|&(id, k)| scalar(id).powi(k)).product()),
        Node::Call(f, ref arguments) => Value::Scalar(function(f, &arguments.map_vec(|&a| scalar(a)))),
        Node::Scale(s, v) => {
            let (s, (x, y)) = (scalar(s), pair(v));
            Value::Vector(s * x, s * y)
        }
        Node::Vector(x, y) => Value::Vector(scalar(x), scalar(y)),
        Node::X(v) => Value::Scalar(pair(v).0),
        Node::Y(v) => Value::Scalar(pair(v).1),
        Node::Dot(u, v) => {
            let (u, v) = (pair(u), pair(v));
            Value::Scalar(u.0 * v.0 + u.1 * v.1)
        }
        Node::Cross(u, v) => {
            let (u, v) = (pair(u), pair(v));
            Value::Scalar(u.0 * v.1 - u.1 * v.0)
        }
        Node::Perp(v) => Value::Vector(-pair(v).1, pair(v).0),
        Node::Length(v) => Value::Scalar(length(pair(v))),
        Node::Unit(v) => {
            let (x, y) = pair(v);
            match length((x, y)) {
                l if l > 0.0 => Value::Vector(x / l, y / l),
                _ => Value::Vector(1.0, 0.0),
            }
        }
        Node::Rotate(r, v) => {
            let ((c, s), (x, y)) = (pair(r), pair(v));
            Value::Vector(c * x - s * y, s * x + c * y)
        }
        Node::Compose(r, q) => {
            let ((rc, rs), (qc, qs)) = (pair(r), pair(q));
            Value::Rotation(rc * qc - rs * qs, rs * qc + rc * qs)
        }
        Node::Inverse(r) => Value::Rotation(pair(r).0, -pair(r).1),
        Node::Turn(angle) => Value::Rotation(scalar(angle).cos(), scalar(angle).sin()),
        Node::Choose(condition, yes, no) => {
            let chosen = value(if value(condition).truth() { yes } else { no });
            debug_assert!(graph.ty(yes) == graph.ty(no), "both sides of a choice have one type");
            chosen
        }
        Node::Less(a, b) => Value::Truth(scalar(a) < scalar(b)),
        Node::LessEqual(a, b) => Value::Truth(scalar(a) <= scalar(b)),
        Node::And(a, b) => Value::Truth(value(a).truth() && value(b).truth()),
        Node::Or(a, b) => Value::Truth(value(a).truth() || value(b).truth()),
        Node::Not(a) => Value::Truth(!value(a).truth()),
        Node::Pivot(d, by) => Value::Scalar(pivot(scalar(d), scalar(by))),
        Node::Rounding(size) => Value::Scalar(rounding(scalar(size))),
        Node::Beside(entry, _) => Value::Scalar(scalar(entry)),
    }
}

fn length((x, y): (f64, f64)) -> f64 {
    (x * x + y * y).sqrt()
}

/// 1/d, or 0 where d is no more than a rounding.
pub fn pivot(d: f64, rounding: f64) -> f64 {
    if d > rounding { 1.0 / d } else { 0.0 }
}

/// What rounding can be of a value of some size.
pub fn rounding(size: f64) -> f64 {
    16.0 * f64::EPSILON * size
}

/// A function of scalars.
pub fn function(function: Function, arguments: &[f64]) -> f64 {
    let a = arguments[0];
    match function {
        Function::Sin => a.sin(),
        Function::Cos => a.cos(),
        Function::Tan => a.tan(),
        Function::Asin => a.asin(),
        Function::Acos => a.acos(),
        Function::Atan => a.atan(),
        Function::Atan2 => a.atan2(arguments[1]),
        Function::Sqrt => a.sqrt(),
        Function::Exp => a.exp(),
        Function::Ln => a.ln(),
        Function::Powf => a.powf(arguments[1]),
        Function::Abs => a.abs(),
        Function::Min => a.min(arguments[1]),
        Function::Max => a.max(arguments[1]),
        // Some curve: where points would matter, nothing is known of them.
        Function::Curve { curve, order } => {
            (a + f64::from(curve) + f64::from(order) * std::f64::consts::FRAC_PI_2).sin()
        }
        Function::AsLong => a * (arguments[2].abs() * pivot(a.hypot(arguments[1]), 0.0)),
    }
}
