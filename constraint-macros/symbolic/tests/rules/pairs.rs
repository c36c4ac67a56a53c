//! K⁻¹ of two rows: from the factors L D Lᵀ, or, where one lever holds both rows, from its length.

use constraint_symbolic::compile;
use constraint_symbolic::frontend::syntax::{BinaryOp, Expr as Written, ExprKind, Field, FieldKind, Joint, Name, Span};
use constraint_symbolic::ir::emitted::{Arithmetic, Expr, FastPath, Function};
use constraint_symbolic::ir::scalar::{Lane, Leaf};
use constraint_symbolic::ir::vector::{Function as Call, Input, Type};
use constraint_testing::execute::{Environment, execute};

use crate::bench::ROUNDING;

fn name(text: &str) -> Name {
    Name { text: text.to_owned(), span: Span::default() }
}

fn expr(kind: ExprKind) -> Written {
    Written { kind, span: Span::default() }
}

fn field(text: &str) -> Written {
    expr(ExprKind::Field(Box::new(expr(ExprKind::SelfValue)), name(text)))
}

fn point(body: &str, anchor: &str) -> Written {
    let body = Box::new(expr(ExprKind::Path(vec![name(body)])));
    expr(ExprKind::Method(body, name("point"), vec![field(anchor)]))
}

fn minus(to: Written, from: Written) -> Written {
    expr(ExprKind::Binary(BinaryOp::Subtract, Box::new(to), Box::new(from)))
}

fn compiled(bodies: &[&str], body: Written) -> FastPath {
    let field = |text: &str, kind: FieldKind| Field { name: name(text), kind, written: String::new() };
    let joint = Joint {
        name: "Point".to_owned(),
        fields: vec![
            field("to", FieldKind::Vector),
            field("from", FieldKind::Vector),
            field("force", FieldKind::Scalar),
        ],
        bodies: bodies.iter().map(|body| name(body)).collect(),
        time: None,
        body,
    };
    compile(&joint).expect("a joint").program.fast
}

/// A point of a body at a point of the world.
fn pinned() -> FastPath {
    compiled(&["b"], minus(point("b", "to"), field("from")))
}

/// A point of one body at a point of another.
fn pivot() -> FastPath {
    compiled(&["a", "b"], minus(point("b", "to"), point("a", "from")))
}

fn count(function: &Function, is_it: fn(&Expr) -> bool) -> usize {
    fn of(expr: &Expr, is_it: fn(&Expr) -> bool) -> usize {
        let below = expr.operands().into_iter().map(|operand| of(operand, is_it)).sum::<usize>();
        usize::from(is_it(expr)) + below
    }
    let values = function.locals.iter().map(|local| &local.value).chain(&function.outputs);
    values.map(|expr| of(expr, is_it)).sum()
}

fn pivots(function: &Function) -> usize {
    count(function, |expr| matches!(expr, Expr::Pivot(..)))
}

/// The outputs of one pass of the only block.
fn pass(fast: &FastPath, given: &dyn Fn(Leaf) -> f64) -> Vec<f64> {
    let run = |function: &Function, setup: &[f64], prepared: &[f64]| {
        execute(function, &Environment { given, setup, prepared, starts: &[] })
    };
    let setup = run(&fast.setup, &[], &[]);
    let prepared = run(&fast.prepare, &setup, &[]);
    run(&fast.solve[0].code, &setup, &prepared)
}

/// Three numbers of K⁻¹, those of the diagonal side by side; each impulse is its own first. One division at a pose makes them, of
/// what K is by its greatest, whose pivot is known at setup.
#[test]
fn two_rows_keep_the_inverse_of_k() {
    let fast = pivot();
    let first = fast.prepared_fields.iter().position(|field| field == "inverse_k_00").expect("it is kept");
    assert!(fast.prepared_fields[first + 1].starts_with("inverse_"), "{:?}", fast.prepared_fields);
    assert!(fast.prepared_fields[first + 2].ends_with("inverse_k_01"), "{:?}", fast.prepared_fields);
    assert!(fast.prepared_fields.iter().all(|field| !field.contains("l_1")), "{:?}", fast.prepared_fields);
    let divisions = count(&fast.prepare, |expr| matches!(expr, Expr::Binary(Arithmetic::Divide, ..)));
    assert_eq!((pivots(&fast.setup), pivots(&fast.prepare), divisions), (1, 0, 1));
}

/// Between two bodies the impulses are added up to a torque before they meet M⁻¹: J alone is kept.
#[test]
fn a_torque_meets_the_inertia_once() {
    let fast = pivot();
    assert!(fast.prepared_fields.iter().all(|field| !field.contains("inertia")), "{:?}", fast.prepared_fields);
    // Six velocities, each a sum with one product; a torque is two products and a difference more.
    assert_eq!(fast.warm_start.operations().arithmetic, 6 * 2 + 2 * 3);
}

/// The rates along x and y are worked out by the same operations.
#[test]
fn rates_of_x_and_y_are_alike() {
    fn shape(expr: &Expr) -> String {
        let operands: Vec<String> = expr.operands().into_iter().map(shape).collect();
        match expr {
            Expr::Binary(op, ..) => format!("{op:?}({})", operands.join(", ")),
            _ => "_".to_owned(),
        }
    }
    let fast = pivot();
    let wanted = |name: &str| {
        let local = fast.solve[0].code.locals.iter().find(|local| local.name == name).expect("a rate");
        shape(&local.value)
    };
    assert_eq!(wanted("wanted_0"), wanted("wanted_1"));
}

/// |R r| = |r|: of K⁻¹ of one lever nothing is divided at a pose.
#[test]
fn the_length_of_a_lever_is_known_at_setup() {
    let fast = pinned();
    assert_eq!((pivots(&fast.setup), pivots(&fast.prepare)), (2, 0));
    let divisions = count(&fast.prepare, |expr| matches!(expr, Expr::Binary(Arithmetic::Divide, ..)));
    assert_eq!(divisions, 0);
}

/// A pinned body, of lever r and with a velocity.
struct State {
    lever: [f64; 2],
    mass: f64,
    inertia: f64,
}

impl State {
    const VELOCITY: [f64; 2] = [0.3, -0.7];

    /// The impulses of a rigid pass, and V after it.
    fn passed(&self, fast: &FastPath) -> ([f64; 2], [f64; 2]) {
        let vector = |[x, y]: [f64; 2], lane: Lane| if lane == Lane::X { x } else { y };
        let outputs = pass(fast, &|leaf| match leaf.input {
            Input::Parameter(0, _) => vector(self.lever, leaf.lane),
            // Turned by nothing.
            Input::Rotation(_) => vector([1.0, 0.0], leaf.lane),
            Input::InverseMass(_) => self.mass,
            Input::InverseInertia(_) => self.inertia,
            Input::LinearVelocity(_) => vector(Self::VELOCITY, leaf.lane),
            Input::MassScale => 1.0,
            _ => 0.0,
        });
        let [x, y] = self.lever;
        ([outputs[0], outputs[1]], [outputs[2] - y * outputs[4], outputs[3] + x * outputs[4]])
    }
}

/// Every rate is taken to zero: the impulse is −K⁻¹V. Each of its numbers rounds by a few ε of the greatest, which is 1/m.
#[test]
fn a_lever_is_held() {
    let fast = pinned();
    for (length, inertia) in [(1.0, 1.0), (0.0, 1.0), (3.0, 0.0), (30.0, 2.0), (300.0, 10.0)] {
        let state = State { lever: [0.6 * length, 0.8 * length], mass: 0.5, inertia };
        let condition = (0.5 + inertia * length * length) / 0.5;
        let (_, rates) = state.passed(&fast);
        for rate in rates {
            assert!(rate.abs() <= 10.0 * f64::EPSILON * condition, "lever {length}: {rate:e}");
        }
    }
}

/// A body that only turns is moved along the lever's arc, and gets no impulse in the direction in which it cannot give way.
#[test]
fn a_lever_without_mass_is_moved_along_its_arc() {
    let fast = pinned();
    let state = State { lever: [0.6, 0.8], mass: 0.0, inertia: 2.0 };
    let ([x, y], rates) = state.passed(&fast);
    // The arc is at right angles to the lever, (−0.8, 0.6).
    let (along, across) = (0.6 * rates[1] - 0.8 * rates[0], 0.6 * x + 0.8 * y);
    assert!(along.abs() <= 4.0 * f64::EPSILON && across.abs() <= 4.0 * f64::EPSILON, "{along:e}, {across:e}");
    assert!(0.6 * y - 0.8 * x != 0.0, "an impulse: {x}, {y}");
}

/// Beyond what the precision sees, K⁻¹ stays as large as rounding lets it: the pass does no work on the body.
#[test]
fn a_lever_beyond_all_measure_does_no_harm() {
    let fast = pinned();
    for mass in [1e-14, 1e-17, 1e-30] {
        let state = State { lever: [0.6, 0.8], mass, inertia: 1.0 };
        let (impulse, [x, y]) = state.passed(&fast);
        assert!(impulse.iter().all(|impulse| impulse.is_finite()));
        let [before_x, before_y] = State::VELOCITY;
        // Rounding of an impulse of 1/(16 ε) by ε, at K = 1, is a sixteenth of the rate each way.
        assert!(x.hypot(y) <= 1.25 * before_x.hypot(before_y), "mass {mass:e}: {x}, {y}");
    }
}

/// Whether an expression of some code takes a root.
fn has_root(function: &Function, expr: &Expr) -> bool {
    let local = matches!(expr, Expr::Local(index) if has_root(function, &function.locals[*index].value));
    let own = matches!(expr, Expr::Call(Call::Sqrt, _));
    own || local || expr.operands().into_iter().any(|operand| has_root(function, operand))
}

/// A greatest force is compared by squares: the root is for the side on which it is passed. There the impulse is as long as
/// it may be, and in its own direction.
#[test]
fn a_force_is_compared_by_squares() {
    let held = Box::new(minus(point("b", "to"), field("from")));
    let fast = compiled(&["b"], expr(ExprKind::Method(held, name("max_force"), vec![field("force")])));
    let code = &fast.solve[0].code;
    let conditions = code.locals.iter().filter_map(|local| match &local.value {
        Expr::Choose(condition, ..) => Some(condition),
        _ => None,
    });
    let conditions: Vec<_> = conditions.collect();
    assert_eq!(conditions.len(), 1);
    assert!(!has_root(code, conditions[0]) && code.outputs.iter().any(|output| has_root(code, output)));
    for most in [0.1, 10.0] {
        let outputs = pass(&fast, &|at| match at.input {
            Input::Parameter(_, Type::Scalar) => most,
            Input::StepLength | Input::InverseMass(_) | Input::MassScale => 1.0,
            Input::LinearVelocity(_) if at.lane == Lane::X => 0.6,
            Input::LinearVelocity(_) => -0.8,
            _ => 0.0,
        });
        let size = most.min(1.0);
        for (found, expected) in outputs.iter().zip([-0.6 * size, 0.8 * size]) {
            assert!((found - expected).abs() <= ROUNDING, "{most}: {outputs:?}");
        }
    }
}
