//! Rule 9: f − clamp(f, lower, upper) gates the row, and J = ∇f.

use constraint_symbolic::compile;
use constraint_symbolic::frontend::syntax::{BinaryOp, Expr, ExprKind, Field, FieldKind, Joint, Name, Span};

fn name(text: &str) -> Name {
    Name { text: text.to_owned(), span: Span::default() }
}

fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

fn member(of: ExprKind, text: &str) -> Expr {
    expr(ExprKind::Field(Box::new(expr(of)), name(text)))
}

fn call(receiver: Expr, text: &str, arguments: Vec<Expr>) -> Expr {
    expr(ExprKind::Method(Box::new(receiver), name(text), arguments))
}

fn minus(a: Expr, b: Expr) -> Expr {
    expr(ExprKind::Binary(BinaryOp::Subtract, Box::new(a), Box::new(b)))
}

fn bound(text: &str) -> Expr {
    member(ExprKind::SelfValue, text)
}

fn distance() -> Expr {
    let position = |body: &str| member(ExprKind::Path(vec![name(body)]), "position");
    call(position("b"), "distance", vec![position("a")])
}

fn joint(body: Expr) -> Joint {
    let field = |text: &str| Field { name: name(text), kind: FieldKind::Scalar, written: "f64".to_owned() };
    let bodies = vec![name("a"), name("b")];
    Joint { name: "Gate".to_owned(), fields: vec![field("lower"), field("upper")], bodies, time: None, body }
}

#[test]
fn a_clamp_taken_off_is_a_limit() {
    let range =
        ExprKind::Range { start: Some(Box::new(bound("lower"))), end: Some(Box::new(bound("upper"))), inclusive: true };
    let within = compile(&joint(call(distance(), "within", vec![expr(range)]))).expect("a joint");
    let clamped = call(distance(), "clamp", vec![bound("lower"), bound("upper")]);
    let gated = compile(&joint(minus(distance(), clamped))).expect("a joint");
    assert_eq!(gated.derivation, within.derivation);
    assert!(gated.derivation.contains(", from lower to upper"), "{}", gated.derivation);
    let code = |compiled: &constraint_symbolic::Compiled| {
        let fast = &compiled.program.fast;
        (fast.prepare.clone(), fast.solve.iter().map(|block| block.code.clone()).collect::<Vec<_>>())
    };
    assert_eq!(code(&gated), code(&within));
    assert_eq!(gated.checks, within.checks);
}

/// A clamp of something else is a formula like any other.
#[test]
fn a_clamp_of_something_else_is_none() {
    let clamped = call(member(ExprKind::Path(vec![name("a")]), "angle"), "clamp", vec![bound("lower"), bound("upper")]);
    let compiled = compile(&joint(minus(distance(), clamped))).expect("a joint");
    assert!(!compiled.derivation.contains(", from"), "{}", compiled.derivation);
}
