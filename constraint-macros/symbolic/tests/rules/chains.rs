//! Rows of one Jacobian, one after another: the rate is measured once and followed by k Δ, and the bodies move once. The
//! proof is an iteration that measures each rate again.

use constraint_symbolic::frontend::syntax::{BinaryOp, Expr, ExprKind, Field, FieldKind, Joint, Name, Span};
use constraint_symbolic::ir::emitted::Function;
use constraint_symbolic::ir::scalar::{Lane, Leaf};
use constraint_symbolic::ir::vector::Input;
use constraint_symbolic::{Compiled, compile};
use constraint_testing::execute::{Environment, execute};

use crate::bench::{ROUNDS, leaf, same};

fn name(text: &str) -> Name {
    Name { text: text.to_owned(), span: Span::default() }
}

fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

fn field(text: &str) -> Expr {
    expr(ExprKind::Field(Box::new(expr(ExprKind::SelfValue)), name(text)))
}

fn call(receiver: Expr, method: &str, arguments: Vec<Expr>) -> Expr {
    expr(ExprKind::Method(Box::new(receiver), name(method), arguments))
}

/// The distance of two anchors.
fn distance() -> Expr {
    let point = |body: &str, anchor: &str| call(expr(ExprKind::Path(vec![name(body)])), "point", vec![field(anchor)]);
    call(point("a", "u"), "distance", vec![point("b", "v")])
}

/// A motor of limited force, an equality of limited force, a limit and a hold, all of one length: of what is added to it,
/// the Jacobian knows nothing.
fn laws() -> Vec<Expr> {
    let range =
        ExprKind::Range { start: Some(Box::new(field("lower"))), end: Some(Box::new(field("upper"))), inclusive: true };
    let longer = expr(ExprKind::Binary(BinaryOp::Subtract, Box::new(distance()), Box::new(field("s"))));
    vec![
        call(call(distance(), "at_rate", vec![field("s")]), "max_force", vec![field("t")]),
        call(longer, "max_force", vec![field("k")]),
        call(distance(), "within", vec![expr(range)]),
        distance(),
    ]
}

const SCALARS: [&str; 5] = ["s", "t", "k", "lower", "upper"];

fn compiled(rows: Vec<Expr>) -> Compiled {
    let scalar = |text: &str| Field { name: name(text), kind: FieldKind::Scalar, written: String::new() };
    let vector = |text: &str| Field { name: name(text), kind: FieldKind::Vector, written: String::new() };
    let fields = SCALARS.map(scalar).into_iter().chain(["u", "v"].map(vector)).collect();
    let body = match <[Expr; 1]>::try_from(rows) {
        Ok([only]) => only,
        Err(rows) => expr(ExprKind::Tuple(rows)),
    };
    let joint = Joint { name: "Rows".to_owned(), fields, bodies: vec![name("a"), name("b")], time: None, body };
    compile(&joint).expect("a joint")
}

/// What a round gives, whatever number a joint gives its parameters; masses are multiplied by `mass`. Impulses and
/// velocities come from `state`.
fn given(joint: &Compiled, round: u32, mass: f64, at: Leaf, state: &dyn Fn(Leaf) -> f64) -> f64 {
    match at.input {
        Input::Parameter(index, ty) => {
            let path = &joint.parameters[index as usize].path[0];
            let number = u32::from(path.as_bytes()[0]);
            let value = leaf(round, Leaf { input: Input::Parameter(number, ty), ..at });
            match path.as_str() {
                // Forces, of which some are soon reached; limits about the lengths that anchors have here.
                "t" | "k" => value.abs(),
                "lower" => 1.0 + value.abs(),
                "upper" => 3.0 + value.abs(),
                _ => value,
            }
        }
        Input::InverseMass(_) | Input::InverseInertia(_) => mass * leaf(round, at),
        Input::StepLength | Input::MassScale => leaf(round, at).abs(),
        Input::Impulse(_) | Input::LinearVelocity(_) | Input::AngularVelocity(_) => state(at),
        _ => leaf(round, at),
    }
}

/// The impulses and the velocities after an iteration of the joint, from the given ones.
fn iterated(joint: &Compiled, round: u32, mass: f64, impulses: &[f64], velocities: &[f64]) -> (Vec<f64>, Vec<f64>) {
    let fast = &joint.program.fast;
    let run = |function: &Function, setup: &[f64], prepared: &[f64], impulses: &[f64], velocities: &[f64]| {
        let state = |at: Leaf| match at.input {
            Input::Impulse(row) => impulses[usize::from(row)],
            Input::LinearVelocity(body) => velocities[3 * usize::from(body) + usize::from(at.lane == Lane::Y)],
            Input::AngularVelocity(body) => velocities[3 * usize::from(body) + 2],
            _ => 0.0,
        };
        execute(
            function,
            &Environment { given: &|at| given(joint, round, mass, at, &state), setup, prepared, starts: &[] },
        )
    };
    let setup = run(&fast.setup, &[], &[], impulses, velocities);
    let prepared = run(&fast.prepare, &setup, &[], impulses, velocities);
    let [block] = &fast.solve[..] else { panic!("rows of one Jacobian are one block") };
    assert!(block.rows.iter().copied().eq(0..joint.rows), "{:?}", block.rows);
    let mut outputs = run(&block.code, &setup, &prepared, impulses, velocities);
    let velocities = outputs.split_off(joint.rows);
    (outputs, velocities)
}

fn operations(joint: &Compiled) -> usize {
    joint.program.fast.solve.iter().map(|block| block.code.operations().arithmetic).sum()
}

/// Four rows in one block do what four joints of one row each do, one after another. Where no body can move, K is 0.
#[test]
fn the_rate_that_is_followed_is_the_rate() {
    let chain = compiled(laws());
    let alone: Vec<Compiled> = laws().into_iter().map(|law| compiled(vec![law])).collect();
    for (round, mass) in (0..ROUNDS).flat_map(|round| [(round, 1.0), (round, 0.0)]) {
        let number = |input: Input, lane: Lane| leaf(round, Leaf { input, lane });
        let before: Vec<f64> = (0..4).map(|row| number(Input::Impulse(row), Lane::Whole)).collect();
        let mut velocities: Vec<f64> = Vec::new();
        for body in 0..2 {
            let linear = Input::LinearVelocity(body);
            velocities.extend([number(linear, Lane::X), number(linear, Lane::Y)]);
            velocities.push(number(Input::AngularVelocity(body), Lane::Whole));
        }
        let found = iterated(&chain, round, mass, &before, &velocities);
        let mut impulses = Vec::new();
        for (joint, impulse) in alone.iter().zip(&before) {
            let (impulse, after) = iterated(joint, round, mass, &[*impulse], &velocities);
            impulses.extend(impulse);
            velocities = after;
        }
        same("impulses", &found.0, &impulses);
        same("velocities", &found.1, &velocities);
    }
}

/// Each row after the first saves its rate, eight operations that become k Δ, and two bodies' velocities, twelve that
/// become one.
#[test]
fn a_row_that_follows_saves_its_rate_and_its_step() {
    let alone: usize = laws().into_iter().map(|law| operations(&compiled(vec![law]))).sum();
    let chain = operations(&compiled(laws()));
    assert!(chain + 3 * 14 <= alone, "{chain} instead of {alone}");
}
