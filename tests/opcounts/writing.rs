//! Closures written with Rust's own operators, as the trees that the attribute makes of them.

use std::ops::{Add, Mul, Sub};

use constraint_symbolic::frontend::syntax::{BinaryOp, Expr, ExprKind, Field, FieldKind, Joint, Name, Span};

/// An expression of a closure.
#[derive(Clone)]
pub(crate) struct E(Expr);

fn name(text: &str) -> Name {
    Name { text: text.to_owned(), span: Span::default() }
}

fn expr(kind: ExprKind) -> E {
    E(Expr { kind, span: Span::default() })
}

/// A body, or a variable.
pub(crate) fn body(text: &str) -> E {
    expr(ExprKind::Path(vec![name(text)]))
}

/// `self.field`
pub(crate) fn field(text: &str) -> E {
    expr(ExprKind::SelfValue).member(text)
}

/// `(x, y)`
pub(crate) fn rows(rows: &[E]) -> E {
    expr(ExprKind::Tuple(rows.iter().map(|row| row.0.clone()).collect()))
}

impl E {
    fn member(&self, of: &str) -> Self {
        expr(ExprKind::Field(Box::new(self.0.clone()), name(of)))
    }

    fn method(&self, of: &str, arguments: &[Self]) -> Self {
        let arguments = arguments.iter().map(|argument| argument.0.clone()).collect();
        expr(ExprKind::Method(Box::new(self.0.clone()), name(of), arguments))
    }

    pub(crate) fn angle(&self) -> Self {
        self.member("angle")
    }

    pub(crate) fn rotation(&self) -> Self {
        self.member("rotation")
    }

    pub(crate) fn point(&self, anchor: &str) -> Self {
        self.method("point", &[field(anchor)])
    }

    pub(crate) fn length(&self) -> Self {
        self.method("length", &[])
    }

    pub(crate) fn normalize(&self) -> Self {
        self.method("normalize", &[])
    }

    pub(crate) fn dot(&self, other: &Self) -> Self {
        self.method("dot", std::slice::from_ref(other))
    }

    pub(crate) fn perp_dot(&self, other: &Self) -> Self {
        self.method("perp_dot", std::slice::from_ref(other))
    }

    /// c − clamp(c, lower, upper): what a limited row is off by.
    pub(crate) fn beyond_limits(&self) -> Self {
        self.clone() - self.method("clamp", &[field("lower"), field("upper")])
    }
}

fn binary(op: BinaryOp, a: E, b: E) -> E {
    expr(ExprKind::Binary(op, Box::new(a.0), Box::new(b.0)))
}

impl Add for E {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        binary(BinaryOp::Add, self, other)
    }
}

impl Sub for E {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        binary(BinaryOp::Subtract, self, other)
    }
}

impl Mul for E {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        binary(BinaryOp::Multiply, self, other)
    }
}

/// The fields that the closures read. Those that a closure does not read are no parameters of it.
const FIELDS: [(&str, FieldKind); 13] = [
    ("anchor_a", FieldKind::Vector),
    ("anchor_b", FieldKind::Vector),
    ("anchor_c", FieldKind::Vector),
    ("anchor_d", FieldKind::Vector),
    ("ground_a", FieldKind::Vector),
    ("ground_b", FieldKind::Vector),
    ("direction", FieldKind::Vector),
    ("target", FieldKind::Vector),
    ("phase", FieldKind::Scalar),
    ("length", FieldKind::Scalar),
    ("ratio", FieldKind::Scalar),
    ("lower", FieldKind::Scalar),
    ("upper", FieldKind::Scalar),
];

/// The struct with the closure `|bodies| value`.
pub(crate) fn joint(title: &str, bodies: &[&str], value: E) -> Joint {
    let fields = FIELDS.iter().map(|&(text, kind)| Field { name: name(text), kind, written: String::new() });
    Joint {
        name: title.to_owned(),
        fields: fields.collect(),
        bodies: bodies.iter().map(|body| name(body)).collect(),
        time: None,
        body: value.0,
    }
}
