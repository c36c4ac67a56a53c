//! What is proven of staged code: shared values, grouped positions, gated limits, pivots of zero.

use constraint_symbolic::Compiled;
use constraint_symbolic::assemble::assemble;
use constraint_symbolic::execute::{Environment, execute};
use constraint_symbolic::graph::{Function as Call, Input};
use constraint_symbolic::program::{Arithmetic, Expr, Function};
use constraint_symbolic::syntax::{BinaryOp, Expr as Tree, ExprKind, Field, FieldKind, Joint, Name, Span};
use constraint_symbolic::tape::Leaf;
use constraint_symbolic::typing::{self, Action};

fn name(text: &str) -> Name {
    Name { text: text.to_owned(), span: Span::default() }
}

fn tree(kind: ExprKind) -> Tree {
    Tree { kind, span: Span::default() }
}

fn path(text: &str) -> Tree {
    tree(ExprKind::Path(vec![name(text)]))
}

fn of(base: Tree, field: &str) -> Tree {
    tree(ExprKind::Field(Box::new(base), name(field)))
}

fn parameter(field: &str) -> Tree {
    of(tree(ExprKind::SelfValue), field)
}

fn method(receiver: Tree, called: &str, arguments: Vec<Tree>) -> Tree {
    tree(ExprKind::Method(Box::new(receiver), name(called), arguments))
}

fn minus(a: Tree, b: Tree) -> Tree {
    tree(ExprKind::Binary(BinaryOp::Subtract, Box::new(a), Box::new(b)))
}

/// A joint over bodies a and b with two vectors and two scalars for parameters.
fn joint(body: Tree) -> Joint {
    let field = |text: &str, kind: FieldKind| Field { name: name(text), kind, written: String::new() };
    let fields = vec![
        field("u", FieldKind::Vector),
        field("v", FieldKind::Vector),
        field("lower", FieldKind::Scalar),
        field("upper", FieldKind::Scalar),
    ];
    Joint { name: "Joint".to_owned(), fields, bodies: vec![name("a"), name("b")], time: None, body }
}

fn compiled(body: Tree) -> Compiled {
    constraint_symbolic::compile(&joint(body)).expect("the joint has no mistake")
}

/// b.point(self.v) - a.point(self.u)
fn gap() -> Tree {
    let point = |body: &str, local: &str| method(path(body), "point", vec![parameter(local)]);
    minus(point("b", "v"), point("a", "u"))
}

fn each<'f>(function: &'f Function, visit: &mut dyn FnMut(&'f Expr)) {
    fn walk<'e>(expr: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
        visit(expr);
        expr.operands().into_iter().for_each(|operand| walk(operand, visit));
    }
    function.locals.iter().map(|local| &local.value).chain(&function.outputs).for_each(|expr| walk(expr, visit));
}

fn count(function: &Function, test: impl Fn(&Expr) -> bool) -> usize {
    let mut found = 0;
    each(function, &mut |expr| found += usize::from(test(expr)));
    found
}

#[test]
fn rule_9_a_clamp_gates_the_row() {
    // f − clamp(f, lower, upper) is f within lower..=upper.
    let f = || method(gap(), "length", vec![]);
    let clamped = method(f(), "clamp", vec![parameter("lower"), parameter("upper")]);
    let typed = typing::check(&joint(minus(f(), clamped))).expect("the joint has no mistake");
    assert!(matches!(typed.rows[0].action, Action::Within(Some(_), Some(_))));
    let gated = assemble(typed);
    let plain = typing::check(&joint(f())).expect("the joint has no mistake");
    let plain = assemble(plain);
    assert_eq!(gated.rows[0].jacobian.len(), plain.rows[0].jacobian.len());
    // As the method does it, to the letter.
    let range = tree(ExprKind::Range {
        start: Some(Box::new(parameter("lower"))),
        end: Some(Box::new(parameter("upper"))),
        inclusive: true,
    });
    let clamped = method(f(), "clamp", vec![parameter("lower"), parameter("upper")]);
    let (by_clamp, by_method) = (compiled(minus(f(), clamped)), compiled(method(f(), "within", vec![range])));
    assert_eq!(by_clamp.program.fast.prepare, by_method.program.fast.prepare);
    assert_eq!(by_clamp.derivation, by_method.derivation);
}

#[test]
fn rule_10_positions_meet_before_anything_else_is_added() {
    let is_position = |expr: &Expr| matches!(expr, Expr::Given(Leaf { input: Input::Position(_), .. }));
    let apart = |expr: &Expr| match expr {
        Expr::Binary(Arithmetic::Subtract, a, b) => is_position(a) && is_position(b),
        _ => false,
    };
    let in_difference = |expr: &Expr| match expr {
        Expr::Binary(_, a, b) => usize::from(is_position(a)) + usize::from(is_position(b)),
        _ => 0,
    };
    for body in [gap(), method(gap(), "length", vec![])] {
        let prepare = compiled(body).program.fast.prepare;
        let mut outside = 0;
        each(&prepare, &mut |expr| outside += if apart(expr) { 0 } else { in_difference(expr) });
        assert_eq!((count(&prepare, apart), outside), (2, 0));
    }
}

#[test]
fn rule_11_one_root_and_one_reciprocal_for_a_length() {
    let prepare = compiled(method(gap(), "length", vec![])).program.fast.prepare;
    assert_eq!(count(&prepare, |expr| matches!(expr, Expr::Call(Call::Sqrt, _))), 1);
    // One of the length, one of K.
    assert_eq!(count(&prepare, |expr| matches!(expr, Expr::Pivot(..))), 2);
    assert_eq!(count(&prepare, |expr| matches!(expr, Expr::Binary(Arithmetic::Divide, ..))), 0);
}

#[test]
fn rule_11_what_is_divided_by_once_is_divided_by() {
    // x / upper: one division. x / upper and y / upper: one reciprocal.
    let over = |a: Tree| tree(ExprKind::Binary(BinaryOp::Divide, Box::new(a), Box::new(parameter("upper"))));
    let is_division = |expr: &Expr| matches!(expr, Expr::Binary(Arithmetic::Divide, ..));
    let once = compiled(over(of(gap(), "x"))).program.derived.position;
    assert_eq!(count(&once, is_division), 1);
    let twice = compiled(over(gap())).program.derived.position;
    assert_eq!(count(&twice, is_division), 1);
}

#[test]
fn what_is_known_early_is_worked_out_early() {
    // m_a⁻¹ + m_b⁻¹ belongs to setup, r to prepare; an iteration has neither a root nor a rotation.
    let fast = compiled(gap()).program.fast;
    assert!(fast.setup_fields.iter().any(|field| field == "inverse_mass"));
    let is_rotation = |expr: &Expr| matches!(expr, Expr::Given(Leaf { input: Input::Rotation(_), .. }));
    assert_eq!(fast.solve.iter().map(|block| count(&block.code, is_rotation)).sum::<usize>(), 0);
    assert!(count(&fast.prepare, is_rotation) > 0);
}

#[test]
fn a_pivot_of_zero_keeps_its_row_at_zero() {
    // Bodies that nothing moves, and a row that holds what another holds already.
    let twice = tree(ExprKind::Tuple(vec![of(gap(), "x"), of(gap(), "x"), of(gap(), "y")]));
    let fast = compiled(twice).program.fast;
    for mass in [0.0, 1.0] {
        let given = |leaf: Leaf| match leaf.input {
            Input::InverseMass(_) | Input::InverseInertia(_) => mass,
            Input::Rotation(_) => 0.6 + 0.2 * f64::from(u8::from(leaf.lane == constraint_symbolic::tape::Lane::Y)),
            Input::Parameter(index, _) => 0.5 + f64::from(index),
            Input::LinearVelocity(body) => 1.0 + f64::from(body),
            Input::MassScale => 1.0,
            Input::BiasRate | Input::ImpulseScale | Input::Impulse(_) => 0.0,
            _ => 0.25,
        };
        let run = |function: &Function, setup: &[f64], prepared: &[f64]| {
            execute(function, &Environment { given: &given, setup, prepared })
        };
        let setup = run(&fast.setup, &[], &[]);
        let prepared = run(&fast.prepare, &setup, &[]);
        let solved = run(&fast.solve[0].code, &setup, &prepared);
        assert!(solved.iter().all(|value| value.is_finite()), "{solved:?}");
        let impulses = &solved[..3];
        if mass > 0.0 {
            // The first of the equal rows bears all, the second nothing: a pivot that is rounding of K.
            assert!(impulses[0].abs() > 0.1 && impulses[1] == 0.0, "{impulses:?}");
        } else {
            assert_eq!(impulses, [0.0; 3]);
        }
    }
}
