//! The graph as it stands, interpreted over any number: a second interpreter, so that the compiler's own is checked too.

use constraint_symbolic::ir::vector::{Function, Id, Input, Node, Type, VectorIr};

use crate::number::{Number, Truth};

/// A value of the language.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<N> {
    Truth(Truth),
    Scalar(N),
    /// A vector, or the cosine and sine of a rotation.
    Pair(N, N),
}

impl<N: Number> Value<N> {
    fn scalar(self) -> N {
        match self {
            Self::Scalar(value) => value,
            _ => panic!("a scalar was expected"),
        }
    }

    fn pair(self) -> (N, N) {
        match self {
            Self::Pair(x, y) => (x, y),
            _ => panic!("a vector or a rotation was expected"),
        }
    }

    fn truth(self) -> Truth {
        match self {
            Self::Truth(truth) => truth,
            _ => panic!("a condition was expected"),
        }
    }

    /// Its scalars.
    pub(crate) fn components(self) -> Vec<N> {
        match self {
            Self::Truth(_) => Vec::new(),
            Self::Scalar(value) => vec![value],
            Self::Pair(x, y) => vec![x, y],
        }
    }

    fn doubtful(self) -> Self {
        match self {
            Self::Truth(truth) => Self::Truth(Truth { sure: false, ..truth }),
            Self::Scalar(value) => Self::Scalar(value.doubtful()),
            Self::Pair(x, y) => Self::Pair(x.doubtful(), y.doubtful()),
        }
    }
}

/// The values of all that `roots` are made of, by id.
pub(crate) fn evaluate<N: Number>(graph: &VectorIr, roots: &[Id], input: &dyn Fn(Input) -> Value<N>) -> Vec<Value<N>> {
    let mut values: Vec<Option<Value<N>>> = vec![None; graph.len()];
    for id in graph.reached(roots.iter().copied()) {
        let value = |operand: Id| values[operand.index()].expect("operands come first");
        values[id.index()] = Some(node(graph.node(id), &value, input));
    }
    roots.iter().map(|root| values[root.index()].expect("roots are reached")).collect()
}

/// a b + c d
fn products<N: Number>(a: N, b: N, sign: f64, c: N, d: N) -> N {
    N::sum(&[(1.0, a.times(b)), (sign, c.times(d))])
}

fn length<N: Number>((x, y): (N, N)) -> N {
    N::call(Function::Sqrt, &[products(x, x, 1.0, y, y)])
}

fn node<N: Number>(node: &Node, value: &dyn Fn(Id) -> Value<N>, input: &dyn Fn(Input) -> Value<N>) -> Value<N> {
    let scalar = |id: Id| value(id).scalar();
    let pair = |id: Id| value(id).pair();
    let truth = |id: Id| value(id).truth();
    let both = |a: Truth, b: Truth, holds: bool| Value::Truth(Truth { holds, sure: a.sure && b.sure });
    match *node {
        Node::Constant(number) => Value::Scalar(N::of(number.get())),
        Node::Truth(holds) => Value::Truth(Truth { holds, sure: true }),
        Node::Input(given) => input(given),
        Node::Sum(Type::Vector, ref terms) => {
            let lane = |pick: fn((N, N)) -> N| {
                N::sum(&terms.iter().map(|&(c, id)| (c.get(), pick(pair(id)))).collect::<Vec<_>>())
            };
            Value::Pair(lane(|v| v.0), lane(|v| v.1))
        }
        Node::Sum(_, ref terms) => {
            Value::Scalar(N::sum(&terms.iter().map(|&(c, id)| (c.get(), scalar(id))).collect::<Vec<_>>()))
        }
        Node::Product(ref factors) => {
            let powers = factors.iter().map(|&(id, k)| if k == 1 { scalar(id) } else { scalar(id).power(k) });
            Value::Scalar(powers.fold(N::of(1.0), N::times))
        }
        Node::Call(function, ref arguments) => {
            Value::Scalar(N::call(function, &arguments.iter().map(|&a| scalar(a)).collect::<Vec<_>>()))
        }
        Node::Scale(s, v) => {
            let (s, (x, y)) = (scalar(s), pair(v));
            Value::Pair(s.times(x), s.times(y))
        }
        Node::Vector(x, y) => Value::Pair(scalar(x), scalar(y)),
        Node::X(v) => Value::Scalar(pair(v).0),
        Node::Y(v) => Value::Scalar(pair(v).1),
        Node::Dot(u, v) => {
            let (u, v) = (pair(u), pair(v));
            Value::Scalar(products(u.0, v.0, 1.0, u.1, v.1))
        }
        Node::Cross(u, v) => {
            let (u, v) = (pair(u), pair(v));
            Value::Scalar(products(u.0, v.1, -1.0, u.1, v.0))
        }
        Node::Perp(v) => Value::Pair(N::sum(&[(-1.0, pair(v).1)]), pair(v).0),
        Node::Length(v) => Value::Scalar(length(pair(v))),
        Node::Unit(v) => {
            let ((x, y), length) = (pair(v), length(pair(v)));
            let some = N::of(0.0).less(length);
            let inverse = length.power(-1);
            let unit = if some.holds {
                Value::Pair(x.times(inverse), y.times(inverse))
            } else {
                Value::Pair(N::of(1.0), N::of(0.0))
            };
            if some.sure { unit } else { unit.doubtful() }
        }
        Node::Rotate(r, v) => {
            let ((c, s), (x, y)) = (pair(r), pair(v));
            Value::Pair(products(c, x, -1.0, s, y), products(s, x, 1.0, c, y))
        }
        Node::Compose(r, q) => {
            let ((rc, rs), (qc, qs)) = (pair(r), pair(q));
            Value::Pair(products(rc, qc, -1.0, rs, qs), products(rs, qc, 1.0, rc, qs))
        }
        Node::Inverse(r) => Value::Pair(pair(r).0, N::sum(&[(-1.0, pair(r).1)])),
        Node::Turn(angle) => {
            let angle = [scalar(angle)];
            Value::Pair(N::call(Function::Cos, &angle), N::call(Function::Sin, &angle))
        }
        Node::Choose(condition, yes, no) => {
            let condition = truth(condition);
            let chosen = value(if condition.holds { yes } else { no });
            if condition.sure || yes == no { chosen } else { chosen.doubtful() }
        }
        Node::Less(a, b) => Value::Truth(scalar(a).less(scalar(b))),
        Node::LessEqual(a, b) => {
            let greater = scalar(b).less(scalar(a));
            Value::Truth(Truth { holds: !greater.holds, ..greater })
        }
        Node::And(a, b) => both(truth(a), truth(b), truth(a).holds && truth(b).holds),
        Node::Or(a, b) => both(truth(a), truth(b), truth(a).holds || truth(b).holds),
        Node::Not(a) => Value::Truth(Truth { holds: !truth(a).holds, ..truth(a) }),
        Node::Pivot(d, rounding) => Value::Scalar(scalar(d).pivot(scalar(rounding))),
        Node::Rounding(size) => Value::Scalar(scalar(size).rounding()),
        Node::Beside(entry, _) => Value::Scalar(scalar(entry)),
    }
}
