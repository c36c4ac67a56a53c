//! Rule 13: L D Lᵀ begins with the pivot that is known first. A row that only turns the bodies leaves of K what Lagrange's
//! identity says, without a difference.

use constraint_symbolic::compile;
use constraint_symbolic::frontend::syntax::{BinaryOp, Expr as Written, ExprKind, Field, FieldKind, Joint, Name, Span};
use constraint_symbolic::ir::emitted::{Expr, Function};
use constraint_symbolic::ir::scalar::{Lane, Leaf};
use constraint_symbolic::ir::vector::Input;
use constraint_testing::execute::{Environment, execute};

fn name(text: &str) -> Name {
    Name { text: text.to_owned(), span: Span::default() }
}

fn expr(kind: ExprKind) -> Written {
    Written { kind, span: Span::default() }
}

fn minus(a: Written, b: Written) -> Written {
    expr(ExprKind::Binary(BinaryOp::Subtract, Box::new(a), Box::new(b)))
}

/// Two anchors held together, and the angle: a weld.
fn weld() -> Joint {
    let body = |text: &str| Box::new(expr(ExprKind::Path(vec![name(text)])));
    let angle = |of: &str| expr(ExprKind::Field(body(of), name("angle")));
    let point = |of: &str, field: &str| {
        let anchor = expr(ExprKind::Field(Box::new(expr(ExprKind::SelfValue)), name(field)));
        expr(ExprKind::Method(body(of), name("point"), vec![anchor]))
    };
    let rows = vec![minus(point("b", "to"), point("a", "from")), minus(angle("b"), angle("a"))];
    let field = |text: &str| Field { name: name(text), kind: FieldKind::Vector, written: String::new() };
    Joint {
        name: "Weld".to_owned(),
        fields: vec![field("from"), field("to")],
        bodies: vec![name("a"), name("b")],
        time: None,
        body: expr(ExprKind::Tuple(rows)),
    }
}

fn pivots(function: &Function) -> usize {
    fn of(expr: &Expr) -> usize {
        usize::from(matches!(expr, Expr::Pivot(..))) + expr.operands().into_iter().map(of).sum::<usize>()
    }
    function.locals.iter().map(|local| of(&local.value)).chain(function.outputs.iter().map(of)).sum()
}

#[test]
fn the_pivot_of_the_angle_is_known_at_setup() {
    let fast = compile(&weld()).expect("a joint").program.fast;
    assert_eq!((pivots(&fast.setup), pivots(&fast.prepare)), (2, 1));
    assert_eq!(fast.solve[0].rows, [2, 0, 1]);
}

/// Impulses and velocities of one rigid pass with levers of a given length and inertias of a given size, both bodies at the
/// same angle; only b's linear velocity is not zero.
fn pass(length: f64, inertias: [f64; 2]) -> (Vec<f64>, Vec<f64>) {
    let fast = compile(&weld()).expect("a joint").program.fast;
    // b's anchor is the first parameter that is read. a's lever is as long, and a hand's breadth away.
    let vector = |x: f64, y: f64, lane: Lane| if lane == Lane::X { x } else { y };
    let given = |leaf: Leaf| match leaf.input {
        Input::Parameter(0, _) => vector(0.6 * length, 0.8 * length, leaf.lane),
        Input::Parameter(..) => vector(0.6 * length + 0.1, 0.8 * length, leaf.lane),
        Input::Rotation(_) => vector(0.8, -0.6, leaf.lane),
        Input::InverseMass(body) => 1.0 + f64::from(body),
        Input::InverseInertia(body) => inertias[usize::from(body)],
        Input::LinearVelocity(1) => vector(0.3, -0.7, leaf.lane),
        Input::MassScale => 1.0,
        _ => 0.0,
    };
    let run = |function: &Function, setup: &[f64], prepared: &[f64]| {
        execute(function, &Environment { given: &given, setup, prepared, starts: &[] })
    };
    let setup = run(&fast.setup, &[], &[]);
    let prepared = run(&fast.prepare, &setup, &[]);
    let outputs = run(&fast.solve[0].code, &setup, &prepared);
    (outputs[..3].to_vec(), outputs[3..].to_vec())
}

/// λ = −(m 1 + μ e⊥ e⊥ᵀ)⁻¹ V with e from one anchor's lever to the other's: how long the levers are is in their difference
/// only. Levers of 1e6 m leave ten digits of 0.1 m.
#[test]
fn what_is_left_of_k_has_no_cancellation() {
    for (length, tolerance) in [(1.0, 1e-15), (1e3, 1e-12), (1e6, 1e-9)] {
        for inertias in [[1.0, 3.0], [0.0, 2.0], [5.0, 0.0], [0.0, 0.0]] {
            let (impulses, velocities) = pass(length, inertias);
            assert!(velocities.iter().all(|value| value.is_finite()), "{inertias:?}: {velocities:?}");
            // R turns 0.1 along x into this e, of length 0.1; m = 1 + 2.
            let (e, v) = ([-0.08, 0.06], [0.3, -0.7]);
            let mu =
                if inertias.contains(&0.0) { 0.0 } else { inertias[0] * inertias[1] / (inertias[0] + inertias[1]) };
            let across = (e[0] * v[1] - e[1] * v[0]) * mu / (3.0 + mu * 0.01);
            let lambda = [(-v[0] - across * e[1]) / 3.0, (-v[1] + across * e[0]) / 3.0];
            // Solve gives the angle's impulse first, as it eliminates it first.
            for (found, exact) in impulses[1..].iter().zip(lambda) {
                assert!((found - exact).abs() <= tolerance, "levers of {length}, {inertias:?}: {found} for {exact}");
            }
        }
    }
}
