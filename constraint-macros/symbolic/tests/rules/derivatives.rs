//! Differentiation: rules 4 and 5, the chain through every node, and choices.

use constraint_symbolic::constraint::differentiate::gradient;
use constraint_symbolic::derivation::inline;
use constraint_symbolic::ir::evaluate::{Value, evaluate};
use constraint_symbolic::ir::vector::{Function, Id, Input, Node, Type, VectorIr};
use constraint_symbolic::simplify::Simplifier;

use crate::bench::{ROUNDS, bodies, components, given, input, parameters};

/// The derivatives of a scalar, simplified: their text is asserted, their values are held against central differences.
///
/// With a step of 1e-5 these are off by 1e-11 of the third derivative and by 1e-11 of rounding; the expressions here have
/// third derivatives of up to 1e3.
#[track_caller]
fn differentiates(build: impl Fn(&mut VectorIr) -> Id, expected: &[(&str, &str)]) {
    let mut graph = VectorIr::new();
    let root = build(&mut graph);
    let derivatives = gradient(&mut graph, root);
    let (inputs, ids): (Vec<Input>, Vec<Id>) = derivatives.into_iter().unzip();
    let (simple, simplified) = Simplifier::run(&graph, &ids);
    let by_name = |name: &str| {
        let id = given(&mut VectorIr::new(), name);
        let mut alone = VectorIr::new();
        assert_eq!(id, given(&mut alone, name));
        match alone.node(id) {
            Node::Input(input) => *input,
            _ => panic!("{name} is an input"),
        }
    };
    assert_eq!(inputs.len(), expected.len(), "derivatives by {inputs:?}");
    for (name, text) in expected {
        let index = inputs.iter().position(|&input| input == by_name(name)).expect("a derivative by it");
        assert_eq!(inline(&simple, simplified[index], &bodies(), &parameters(), &[]), *text, "by {name}");
    }
    for round in 0..ROUNDS {
        for (index, &by) in inputs.iter().enumerate() {
            let found = components(evaluate(&simple, &[simplified[index]], &|given| input(round, given))[0]);
            for (lane, found) in found.into_iter().enumerate() {
                let slope = difference(&graph, root, round, by, lane);
                let close = (found - slope).abs() <= 1e-7 * slope.abs().max(1.0);
                assert!(close, "{found} instead of {slope}: {by:?}, scalar {lane}");
            }
        }
    }
}

/// The central difference of a root by one scalar of an input; of a rotation, by its angle.
fn difference(graph: &VectorIr, root: Id, round: u32, by: Input, lane: usize) -> f64 {
    const H: f64 = 1e-5;
    let moved = |step: f64| {
        let value = |given: Input| match input(round, given) {
            value if given != by => value,
            Value::Scalar(x) => Value::Scalar(x + step),
            Value::Vector(x, y) if lane == 0 => Value::Vector(x + step, y),
            Value::Vector(x, y) => Value::Vector(x, y + step),
            Value::Rotation(c, s) => {
                let (sin, cos) = step.sin_cos();
                Value::Rotation(c * cos - s * sin, s * cos + c * sin)
            }
            Value::Truth(_) => panic!("no input is a condition"),
        };
        evaluate(graph, &[root], &value)[0].scalar()
    };
    (moved(H) - moved(-H)) / (2.0 * H)
}

/// d(R v) = perp(R v) dθ.
#[test]
fn rotated_vectors_turn() {
    differentiates(
        |g| {
            let (r, v, w) = (given(g, "R_a"), given(g, "v"), given(g, "w"));
            let arm = g.rotate(r, v);
            g.dot(w, arm)
        },
        &[("R_a", "−w × (R_a v)")],
    );
}

/// d|v| = n·dv.
#[test]
fn lengths_grow_along_their_direction() {
    differentiates(
        |g| {
            let (a, b) = (given(g, "p_a"), given(g, "p_b"));
            let d = g.sub(b, a);
            g.length(d)
        },
        &[("p_a", "unit(p_a − p_b)"), ("p_b", "−unit(p_a − p_b)")],
    );
}

/// dn = perp(n) (n × dv)/|v|.
#[test]
fn directions_turn_across() {
    differentiates(
        |g| {
            let (p, w) = (given(g, "p_a"), given(g, "w"));
            let n = g.unit(p);
            g.dot(w, n)
        },
        &[("p_a", "−(1/|p_a|) (w × unit(p_a)) perp(unit(p_a))")],
    );
}

/// The same on a vector that is turned: the arm's own part.
#[test]
fn distances_to_an_anchor() {
    differentiates(
        |g| {
            let (p, r, v) = (given(g, "p_a"), given(g, "R_a"), given(g, "v"));
            let arm = g.rotate(r, v);
            let point = g.add(p, arm);
            g.length(point)
        },
        &[("p_a", "unit(p_a + R_a v)"), ("R_a", "(R_a v) × unit(p_a + R_a v)")],
    );
}

/// Angles of rotations add: d(R S) = dθ + dφ, d(R⁻¹) = −dθ, d R(x) = dx.
#[test]
fn rotations_add_their_angles() {
    differentiates(
        |g| {
            let (r, s, angle) = (given(g, "R_a"), given(g, "R_b"), given(g, "θ_a"));
            let (back, turn) = (g.inverse(r), g.intern(Node::Turn(angle)));
            let both = g.intern(Node::Compose(back, s));
            let all = g.intern(Node::Compose(turn, both));
            g.y(all)
        },
        &[("R_a", "−cos(R(θ_a) (R_a⁻¹ R_b))"), ("R_b", "cos(R(θ_a) (R_a⁻¹ R_b))"), ("θ_a", "cos(R(θ_a) (R_a⁻¹ R_b))")],
    );
}

/// The product rule, with powers of either sign.
#[test]
fn products_and_powers() {
    differentiates(
        |g| {
            let (x, y, s) = (given(g, "θ_a"), given(g, "θ_b"), given(g, "s"));
            g.intern(Node::Product(vec![(x, 3), (y, -2), (s, 1)]))
        },
        &[("θ_a", "3 s θ_a²/θ_b²"), ("θ_b", "−2 s θ_a³/θ_b³")],
    );
}

/// The slope of every function.
#[test]
fn slopes_of_functions() {
    let cases = [
        (Function::Sin, "cos(θ_a)"),
        (Function::Cos, "−sin(θ_a)"),
        (Function::Tan, "tan(θ_a)² + 1"),
        (Function::Atan, "1/(θ_a² + 1)"),
        (Function::Exp, "exp(θ_a)"),
        (Function::Abs, "sign(θ_a)"),
    ];
    for (function, text) in cases {
        differentiates(
            |g| {
                let x = given(g, "θ_a");
                g.call(function, &[x])
            },
            &[("θ_a", text)],
        );
    }
    // Of arguments that stay where these are defined.
    let inside = [(Function::Asin, "0.25 1/√(1 − 0.0625 θ_a²)"), (Function::Acos, "−0.25 1/√(1 − 0.0625 θ_a²)")];
    for (function, text) in inside {
        differentiates(
            |g| {
                let x = given(g, "θ_a");
                let quarter = g.sum(Type::Scalar, &[(0.25, x)]);
                g.call(function, &[quarter])
            },
            &[("θ_a", text)],
        );
    }
    let above_zero = [(Function::Sqrt, "θ_a (1/√(θ_a² + 1))"), (Function::Ln, "2 θ_a/(θ_a² + 1)")];
    for (function, text) in above_zero {
        differentiates(
            |g| {
                let (x, one) = (given(g, "θ_a"), g.constant(1.0));
                let square = g.power(x, 2);
                let above = g.add(square, one);
                g.call(function, &[above])
            },
            &[("θ_a", text)],
        );
    }
}

/// atan2(y, x) and xᵏ by both.
#[test]
fn slopes_by_two_arguments() {
    differentiates(
        |g| {
            let (y, x) = (given(g, "θ_a"), given(g, "θ_b"));
            g.call(Function::Atan2, &[y, x])
        },
        &[("θ_a", "θ_b (1/(θ_a² + θ_b²))"), ("θ_b", "−θ_a (1/(θ_a² + θ_b²))")],
    );
    differentiates(
        |g| {
            let (x, k) = (given(g, "θ_a"), given(g, "θ_b"));
            let size = g.call(Function::Abs, &[x]);
            g.call(Function::Powf, &[size, k])
        },
        &[("θ_a", "(θ_a < 0 ? −θ_b |θ_a|^(θ_b + (−1)) : θ_b |θ_a|^(θ_b + (−1)))"), ("θ_b", "|θ_a|^θ_b ln(|θ_a|)")],
    );
}

/// A choice is differentiated on each side; so are minima and maxima.
#[test]
fn choices_are_differentiated_on_each_side() {
    differentiates(
        |g| {
            let (x, y, zero) = (given(g, "θ_a"), given(g, "θ_b"), g.constant(0.0));
            let (positive, product) = (g.less(zero, x), g.mul(x, y));
            g.choose(positive, product, y)
        },
        &[("θ_a", "θ_b (θ_a > 0 ? 1 : 0)"), ("θ_b", "(θ_a > 0 ? 0 : 1) + θ_a (θ_a > 0 ? 1 : 0)")],
    );
    differentiates(
        |g| {
            let (x, y) = (given(g, "θ_a"), given(g, "θ_b"));
            g.min(x, y)
        },
        &[("θ_a", "(θ_a ≤ θ_b ? 1 : 0)"), ("θ_b", "(θ_a ≤ θ_b ? 0 : 1)")],
    );
}

/// Where a side may be infinite or NaN, nothing of it comes out unless it is taken.
#[test]
fn what_is_not_finite_stays_on_its_side() {
    differentiates(
        |g| {
            let (x, y, zero) = (given(g, "θ_a"), given(g, "θ_b"), g.constant(0.0));
            let (positive, ln) = (g.less(zero, x), g.call(Function::Ln, &[x]));
            let product = g.mul(ln, y);
            g.choose(positive, product, y)
        },
        &[("θ_a", "(θ_a > 0 ? θ_b/θ_a : 0)"), ("θ_b", "(θ_a > 0 ? 0 : 1) + (θ_a > 0 ? ln(θ_a) : 0)")],
    );
}

/// What no body moves has no derivative.
#[test]
fn parameters_do_not_vary() {
    differentiates(
        |g| {
            let (s, t) = (given(g, "s"), given(g, "t"));
            g.mul(s, t)
        },
        &[],
    );
}

/// Differentiation is closed under itself: the second derivative of a distance, which geometric stiffness needs.
#[test]
fn derivatives_have_derivatives() {
    differentiates(
        |g| {
            let (p, w) = (given(g, "p_a"), given(g, "w"));
            let length = g.length(p);
            let first = gradient(g, length);
            let by_p = first[0].1;
            g.dot(w, by_p)
        },
        &[("p_a", "−(1/|p_a|) (w × unit(p_a)) perp(unit(p_a))")],
    );
}
