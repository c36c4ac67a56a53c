//! Joints at random: variables, one to three rows, one to three bodies.

use constraint_symbolic::frontend::syntax::{BinaryOp, Expr, ExprKind, Field, FieldKind, Joint, Let};
use proptest::strategy::{BoxedStrategy, Strategy, Union};

use crate::expression::{Level, Scope, binary, expr, field, method, name, parameter, path};

const BODIES: [&str; 3] = ["a", "b", "c"];

/// Every field that an expression or a row may name.
const FIELDS: [(&str, FieldKind); 13] = [
    ("f", FieldKind::Curve),
    ("k", FieldKind::Scalar),
    ("l", FieldKind::Scalar),
    ("u", FieldKind::Vector),
    ("w", FieldKind::Vector),
    ("q", FieldKind::Rotation),
    ("lower", FieldKind::Scalar),
    ("upper", FieldKind::Scalar),
    ("rate", FieldKind::Scalar),
    ("rates", FieldKind::Vector),
    ("force", FieldKind::Scalar),
    ("softness", FieldKind::Softness),
    ("damping", FieldKind::Scalar),
];

/// A joint, shown as Rust.
#[derive(Clone)]
pub(crate) struct Case(pub(crate) Joint);

impl core::fmt::Debug for Case {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let bodies: Vec<&str> = self.0.bodies.iter().map(|body| body.text.as_str()).collect();
        write!(f, "|{}| {}", bodies.join(", "), crate::text::of(&self.0.body))
    }
}

/// Joints whose expressions are up to `depth` deep.
pub(crate) fn joints(depth: u32) -> BoxedStrategy<Case> {
    Union::new((1..=BODIES.len()).map(|bodies| of_bodies(bodies, depth))).boxed()
}

/// Joints whose rows are sums of angles, multiples of them and parameters, in one another, up to `depth` deep.
pub(crate) fn of_angles(depth: u32) -> BoxedStrategy<Case> {
    let of_bodies = |count: usize| {
        let bodies = BODIES[..count].to_vec();
        let scope = Scope { bodies: bodies.clone(), ..Scope::default() };
        let (inner, outer) = (scope.angles(depth), Scope { scalars: vec!["s"], ..scope }.angles(depth));
        let rows = proptest::collection::vec(row(outer, false), 1..=3);
        (inner, rows).prop_map(move |(s, rows)| of_rows(&bodies, vec![bind("s", s)], &rows)).boxed()
    };
    Union::new((1..=BODIES.len()).map(of_bodies)).boxed()
}

fn of_bodies(count: usize, depth: u32) -> BoxedStrategy<Case> {
    let bodies = BODIES[..count].to_vec();
    let bare = Scope { bodies: bodies.clone(), ..Scope::default() };
    let first = bare.expressions(depth.min(2));
    let with_first = Scope { scalars: vec!["s"], vectors: vec!["d"], ..bare };
    let second = with_first.expressions(depth.min(2));
    let full = Scope { scalars: vec!["s", "t"], rotations: vec!["r"], conditions: vec!["p"], ..with_first.clone() };
    let rows = rows(&full.expressions(depth));
    let lets = (values(&first, "s", "d"), values(&second, "t", "d"), turned(&second));
    (lets, rows)
        .prop_map(move |((first, second, third), rows)| of_rows(&bodies, [first, second, third].concat(), &rows))
        .boxed()
}

fn of_rows(bodies: &[&str], lets: Vec<Let>, rows: &[Row]) -> Case {
    let linked = rows.iter().enumerate().map(|(index, row)| link(row, bodies, index)).collect();
    let body = expr(ExprKind::Block(lets, Box::new(expr(ExprKind::Tuple(linked)))));
    let fields = FIELDS.iter().map(|&(text, kind)| Field { name: name(text), kind, written: String::new() });
    let bodies = bodies.iter().map(|body| name(body)).collect();
    Case(Joint { name: "Random".to_owned(), fields: fields.collect(), bodies, time: None, body })
}

fn bind(text: &str, value: Expr) -> Let {
    Let { name: name(text), annotation: None, value, parameter: None }
}

fn values(level: &Level, scalar: &'static str, vector: &'static str) -> BoxedStrategy<Vec<Let>> {
    let both = (level.scalar.clone(), level.vector.clone());
    both.prop_map(move |(s, d)| vec![bind(scalar, s), bind(vector, d)]).boxed()
}

fn turned(level: &Level) -> BoxedStrategy<Vec<Let>> {
    let both = (level.rotation.clone(), level.condition.clone());
    both.prop_map(|(r, p)| vec![bind("r", r), bind("p", p)]).boxed()
}

/// A row before it acts, whether it is a vector, and how it acts.
#[derive(Clone, Debug)]
struct Row {
    value: Expr,
    is_vector: bool,
    action: u8,
    limited: bool,
}

fn row(value: BoxedStrategy<Expr>, is_vector: bool) -> BoxedStrategy<Row> {
    (value, 0_u8..8, proptest::bool::weighted(0.25))
        .prop_map(move |(value, action, limited)| Row { value, is_vector, action, limited })
        .boxed()
}

fn rows(level: &Level) -> BoxedStrategy<Vec<Row>> {
    let either = Union::new([
        row(level.scalar.clone(), false),
        row(level.scalar.clone(), false),
        row(level.vector.clone(), true),
    ]);
    proptest::collection::vec(either, 1..=3).boxed()
}

/// Every row depends on a body, and every body is used: what the first row does not name is added to it.
fn link(row: &Row, bodies: &[&str], index: usize) -> Expr {
    let needed = if index == 0 { bodies } else { &bodies[..1] };
    let member = |body: &str| field(path(&[body]), if row.is_vector { "position" } else { "angle" });
    let value = needed.iter().fold(row.value.clone(), |value, body| binary(BinaryOp::Add, value, member(body)));
    let range = |start: Option<&str>, end: Option<&str>| {
        let bound = |name: &str| Box::new(parameter(name));
        expr(ExprKind::Range { start: start.map(bound), end: end.map(bound), inclusive: end.is_some() })
    };
    let acting = match (row.action, row.is_vector) {
        (0, false) => method(value, "within", vec![range(Some("lower"), Some("upper"))]),
        (1, false) => method(value, "within", vec![range(Some("lower"), None)]),
        (2, false) => method(value, "within", vec![range(None, Some("upper"))]),
        (3, false) => {
            let clamped = method(value.clone(), "clamp", vec![parameter("lower"), parameter("upper")]);
            binary(BinaryOp::Subtract, value, clamped)
        }
        (4, false) => method(value, "at_rate", vec![parameter("rate")]),
        (4, true) => method(value, "at_rate", vec![parameter("rates")]),
        (5, _) => method(value, "soft", vec![parameter("softness")]),
        _ => value,
    };
    if row.limited { method(acting, "max_force", vec![parameter("force")]) } else { acting }
}
