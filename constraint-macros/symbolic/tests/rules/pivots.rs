//! Rule 13: L D Lᵀ of K, where a pivot that is only rounding is a zero and never a division by it.

use constraint_symbolic::compile;
use constraint_symbolic::constraint::assemble::{Assembly, assemble};
use constraint_symbolic::frontend::syntax::{BinaryOp, Expr, ExprKind, Joint, Name, Span};
use constraint_symbolic::frontend::typing;
use constraint_symbolic::ir::evaluate::Value;
use constraint_symbolic::ir::vector::{Id, Input};
use constraint_symbolic::simplify::Simplifier;

use crate::bench::{components, leaf};

fn name(text: &str) -> Name {
    Name { text: text.to_owned(), span: Span::default() }
}

fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

fn body(of: &str, member: &str) -> Expr {
    expr(ExprKind::Field(Box::new(expr(ExprKind::Path(vec![name(of)]))), name(member)))
}

fn joined(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    expr(ExprKind::Binary(op, Box::new(a), Box::new(b)))
}

fn times(factor: f64, a: Expr) -> Expr {
    joined(BinaryOp::Multiply, expr(ExprKind::Float(factor)), a)
}

/// Both components of `p_b − p_a`, a difference of the angles, the same three times over, a sum of what is there already,
/// and a row of its own.
fn rows(count: usize) -> Vec<Expr> {
    let d = || joined(BinaryOp::Subtract, body("b", "position"), body("a", "position"));
    let turn = || joined(BinaryOp::Subtract, body("b", "angle"), times(2.0, body("a", "angle")));
    let member = |of: Expr, member: &str| expr(ExprKind::Field(Box::new(of), name(member)));
    let mut rows = vec![
        member(d(), "x"),
        member(d(), "y"),
        turn(),
        times(3.0, turn()),
        joined(BinaryOp::Add, member(d(), "x"), turn()),
        joined(BinaryOp::Add, body("a", "angle"), times(0.5, member(d(), "y"))),
    ];
    rows.truncate(count);
    rows
}

fn joint(count: usize) -> Joint {
    let body = expr(ExprKind::Tuple(rows(count)));
    Joint { name: "Rows".to_owned(), fields: Vec::new(), bodies: vec![name("a"), name("b")], time: None, body }
}

/// The velocities and impulses after one rigid pass without bias, over masses of the given sizes.
fn relaxed(count: usize, round: u32, mass: f64, inertia: f64) -> (Vec<f64>, Vec<f64>) {
    let compiled = compile(&joint(count)).expect("a joint");
    let fast = &compiled.program.fast;
    let given = |at: constraint_symbolic::ir::scalar::Leaf| value(at, round, mass, inertia);
    let execute = |function, setup: &[f64], prepared: &[f64]| {
        let environment = constraint_testing::execute::Environment { given: &given, setup, prepared, starts: &[] };
        constraint_testing::execute::execute(function, &environment)
    };
    let setup = execute(&fast.setup, &[], &[]);
    let prepared = execute(&fast.prepare, &setup, &[]);
    assert_eq!(fast.solve.len(), 1, "all are equalities, and one block");
    let outputs = execute(&fast.solve[0].code, &setup, &prepared);
    let (impulses, velocities) = outputs.split_at(count);
    (impulses.to_vec(), velocities.to_vec())
}

fn value(at: constraint_symbolic::ir::scalar::Leaf, round: u32, mass: f64, inertia: f64) -> f64 {
    match at.input {
        Input::InverseMass(_) => mass * leaf(round, at),
        Input::InverseInertia(_) => inertia * leaf(round, at),
        Input::MassScale => 1.0,
        Input::BiasRate | Input::ImpulseScale | Input::Impulse(_) => 0.0,
        _ => leaf(round, at),
    }
}

/// V of each row at given velocities, by the plain expressions.
fn rates(count: usize, round: u32, velocities: &[f64]) -> Vec<f64> {
    let assembly: Assembly = assemble(typing::check(&joint(count)).expect("a joint"));
    let input = |input: Input| match input {
        Input::LinearVelocity(body) => {
            let first = 3 * usize::from(body);
            Value::Vector(velocities[first], velocities[first + 1])
        }
        Input::AngularVelocity(body) => Value::Scalar(velocities[3 * usize::from(body) + 2]),
        other => crate::bench::input(round, other),
    };
    constraint_symbolic::ir::evaluate::evaluate(&assembly.graph, &assembly.velocity, &input)
        .into_iter()
        .flat_map(components)
        .collect()
}

/// Up to six rows, of which the fourth and the fifth depend on others: every V is taken to zero, the impulses of the
/// dependent rows are zero, and nothing is infinite. K's condition takes two digits of twelve.
#[test]
fn dependent_rows_are_left_at_zero() {
    for (round, count) in (0..10).flat_map(|round| (1..=6).map(move |count| (round, count))) {
        let (impulses, velocities) = relaxed(count, round, 1.0, 1.0);
        assert!(velocities.iter().all(|v| v.is_finite()));
        for dependent in [3, 4].into_iter().filter(|&row| row < count) {
            assert!(impulses[dependent] == 0.0, "{count} rows: {impulses:?}");
        }
        for (row, rate) in rates(count, round, &velocities).into_iter().enumerate() {
            assert!(rate.abs() < 1e-10, "{count} rows: V[{row}] = {rate:e}");
        }
    }
}

/// Without masses nothing moves; without inertia the rows of angles are idle, and the others hold.
#[test]
fn immovable_directions_are_left_at_zero() {
    let (impulses, velocities) = relaxed(6, 0, 0.0, 0.0);
    assert!(impulses.iter().all(|&impulse| impulse == 0.0), "{impulses:?}");
    let (_, again) = relaxed(6, 0, 0.0, 0.0);
    assert_eq!(velocities, again);
    let (impulses, velocities) = relaxed(4, 0, 1.0, 0.0);
    assert!(impulses[2] == 0.0 && impulses[3] == 0.0 && impulses[0] != 0.0, "{impulses:?}");
    let rates = rates(4, 0, &velocities);
    assert!(rates[0].abs() < 1e-10 && rates[1].abs() < 1e-10, "{rates:?}");
}

/// Of three rows: what is known of K⁻¹ at a pose is prepared, and the iteration has no division and no pivot.
#[test]
fn factors_are_prepared() {
    let compiled = compile(&joint(3)).expect("a joint");
    for block in &compiled.program.fast.solve {
        let code = &block.code;
        let text = format!("{:?} {:?}", code.locals, code.outputs);
        assert!(!text.contains("Divide") && !text.contains("Pivot"), "{text}");
    }
    // K does not depend on the pose here: its factors are there from the start.
    let names = &compiled.program.fast.setup_fields;
    assert!(names.iter().any(|name| name.starts_with("inverse")), "{names:?}");
}

/// L D Lᵀ is K, by the simplified and the plain expressions alike.
#[test]
fn simplification_keeps_the_factors() {
    let plain = assemble(typing::check(&joint(6)).expect("a joint"));
    let simple = plain.clone().rewritten(Simplifier::run);
    let impulses = |assembly: &Assembly| -> Vec<Id> { assembly.blocks[0].impulses.iter().map(|&(_, id)| id).collect() };
    for round in 0..10 {
        let of = |assembly: &Assembly| -> Vec<f64> {
            let roots = impulses(assembly);
            roots.iter().flat_map(|&root| crate::bench::values(&assembly.graph, root, round)).collect()
        };
        for (a, b) in of(&plain).into_iter().zip(of(&simple)) {
            // As above.
            assert!((a - b).abs() <= 1e-10 * a.abs().max(1.0), "{a} and {b}");
        }
    }
}
