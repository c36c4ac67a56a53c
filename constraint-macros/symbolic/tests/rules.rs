//! Each rule of simplification, proven twice: both sides become one node, and both have one value at random inputs.

use constraint_symbolic::differentiate::gradient;
use constraint_symbolic::graph::{Function, Graph, Id, Input, Node, Type};
use constraint_symbolic::interpret::{Value, evaluate};
use constraint_symbolic::simplify::Simplifier;

/// The leaves that the rules are written over.
struct Leaves {
    /// A parameter's scalars and vectors, two of each.
    s: Id,
    u: Id,
    v: Id,
    /// Of bodies: positions, a rotation, an angle, velocities.
    p: Id,
    q: Id,
    r: Id,
    theta: Id,
    v_a: Id,
    v_b: Id,
}

fn leaves(g: &mut Graph) -> Leaves {
    Leaves {
        s: g.input(Input::Parameter(0, Type::Scalar)),
        u: g.input(Input::Parameter(1, Type::Vector)),
        v: g.input(Input::Parameter(2, Type::Vector)),
        p: g.input(Input::Position(0)),
        q: g.input(Input::Position(1)),
        r: g.input(Input::Rotation(0)),
        theta: g.input(Input::Angle(1)),
        v_a: g.input(Input::LinearVelocity(0)),
        v_b: g.input(Input::LinearVelocity(1)),
    }
}

/// A number in [−2, 2] for each input, lane and round: the fractional part of a multiple of an irrational.
fn number(input: Input, lane: u32, round: u32) -> f64 {
    let kind = match input {
        Input::Parameter(index, _) => index,
        Input::Position(b) => 10 + u32::from(b),
        Input::Rotation(b) => 20 + u32::from(b),
        Input::Angle(b) => 30 + u32::from(b),
        Input::LinearVelocity(b) => 40 + u32::from(b),
        _ => 50,
    };
    let seed = f64::from(1 + lane + 7 * kind + 401 * round);
    (seed * 0.618_033_988_749_895).fract() * 4.0 - 2.0
}

fn value(input: Input, round: u32) -> Value {
    match input {
        Input::Parameter(_, Type::Vector) | Input::Position(_) | Input::LinearVelocity(_) => {
            Value::Vector(number(input, 0, round), number(input, 1, round))
        }
        Input::Rotation(_) => {
            let angle = number(input, 0, round);
            Value::Rotation(angle.cos(), angle.sin())
        }
        _ => Value::Scalar(number(input, 0, round)),
    }
}

fn numbers(value: Value) -> [f64; 2] {
    match value {
        Value::Scalar(x) => [x, 0.0],
        Value::Vector(x, y) | Value::Rotation(x, y) => [x, y],
        Value::Truth(truth) => [f64::from(u8::from(truth)), 0.0],
    }
}

/// Both sides simplify to one node, whose value is that of both as they were written: equal to 1e-12, as no rule here
/// cancels digits at numbers of size 1.
fn proves(rule: impl Fn(&mut Graph, &Leaves) -> (Id, Id)) {
    let mut g = Graph::new();
    let leaves = leaves(&mut g);
    let (left, right) = rule(&mut g, &leaves);
    let (simple, roots) = Simplifier::run(&g, &[left, right]);
    assert_eq!(roots[0], roots[1], "{:?} and {:?}", simple.node(roots[0]), simple.node(roots[1]));
    for round in 0..50 {
        let input = |input: Input| value(input, round);
        let [before, other] = [left, right].map(|root| numbers(evaluate(&g, &[root], &input)[0]));
        let after = numbers(evaluate(&simple, &[roots[0]], &input)[0]);
        for lane in 0..2 {
            assert!((before[lane] - other[lane]).abs() < 1e-12, "{before:?} {other:?}");
            assert!((before[lane] - after[lane]).abs() < 1e-12, "{before:?} {after:?}");
        }
    }
}

#[test]
fn rule_1_forms_do_not_see_a_common_rotation() {
    proves(|g, l| {
        let (ru, rv) = (g.rotate(l.r, l.u), g.rotate(l.r, l.v));
        (g.dot(ru, rv), g.dot(l.u, l.v))
    });
    proves(|g, l| {
        let (ru, rv) = (g.rotate(l.r, l.u), g.rotate(l.r, l.v));
        (g.cross(ru, rv), g.cross(l.u, l.v))
    });
}

#[test]
fn rule_1_holds_term_by_term() {
    // ⟨R u, p + s R v⟩ = ⟨R u, p⟩ + s ⟨u, v⟩, the same for ×
    for form in [Graph::dot, Graph::cross] {
        proves(|g, l| {
            let (ru, rv) = (g.rotate(l.r, l.u), g.rotate(l.r, l.v));
            let scaled = g.scale(l.s, rv);
            let sum = g.add(l.p, scaled);
            let left = form(g, ru, sum);
            let (first, second) = (form(g, ru, l.p), form(g, l.u, l.v));
            let second = g.mul(l.s, second);
            (left, g.add(first, second))
        });
    }
}

#[test]
fn rule_2_rotations_are_linear() {
    proves(|g, l| {
        let (ru, rv, sv) = (g.rotate(l.r, l.u), g.rotate(l.r, l.v), g.scale(l.s, l.v));
        let srv = g.scale(l.s, rv);
        let sum = g.add(l.u, sv);
        (g.add(ru, srv), g.rotate(l.r, sum))
    });
}

#[test]
fn rule_2_quarter_turns_pass_through_rotations() {
    proves(|g, l| {
        let (pu, ru) = (g.perp(l.u), g.rotate(l.r, l.u));
        (g.rotate(l.r, pu), g.perp(ru))
    });
    proves(|g, l| {
        let pu = g.perp(l.u);
        (g.perp(pu), g.neg(l.u))
    });
    proves(|g, l| {
        let (back, ru) = (g.inverse(l.r), g.rotate(l.r, l.u));
        let d = g.add(l.p, ru);
        let left = g.rotate(back, d);
        let rest = g.rotate(back, l.p);
        (left, g.add(rest, l.u))
    });
}

#[test]
fn rule_3_the_quarter_turn_table() {
    type Form = fn(&mut Graph, Id, Id) -> Id;
    // (form, turned on the left, turned on the right) = sign · form
    let table: [(Form, bool, bool, f64, Form); 6] = [
        (Graph::dot, true, true, 1.0, Graph::dot),
        (Graph::dot, true, false, 1.0, Graph::cross),
        (Graph::dot, false, true, -1.0, Graph::cross),
        (Graph::cross, true, true, 1.0, Graph::cross),
        (Graph::cross, true, false, -1.0, Graph::dot),
        (Graph::cross, false, true, 1.0, Graph::dot),
    ];
    for (form, left, right, sign, same) in table {
        proves(|g, l| {
            let u = if left { g.perp(l.p) } else { l.p };
            let v = if right { g.perp(l.q) } else { l.q };
            let turned = form(g, u, v);
            let plain = same(g, l.p, l.q);
            (turned, g.sum(Type::Scalar, &[(sign, plain)]))
        });
    }
}

#[test]
fn rule_4_a_rotation_turns_what_it_rotates() {
    // d⟨R u, q⟩/dθ = ⟨perp(R u), q⟩
    proves(|g, l| {
        let ru = g.rotate(l.r, l.u);
        let form = g.dot(ru, l.q);
        let slope = gradient(g, form)[&Input::Rotation(0)];
        let turned = g.perp(ru);
        (slope, g.dot(turned, l.q))
    });
}

#[test]
fn rule_5_lengths_and_unit_vectors() {
    // d|q| = n·dq
    proves(|g, l| {
        let length = g.length(l.q);
        (gradient(g, length)[&Input::Position(1)], g.unit(l.q))
    });
    // d⟨u, n⟩ = ⟨u, perp n⟩ (n × dq)/|q|, and n × dq = perp(n)·dq
    proves(|g, l| {
        let n = g.unit(l.q);
        let form = g.dot(l.u, n);
        let slope = gradient(g, form)[&Input::Position(1)];
        let (t, length, zero) = (g.perp(n), g.length(l.q), g.constant(0.0));
        let (along, inverse) = (g.dot(l.u, t), g.pivot(length, zero));
        let amount = g.mul(along, inverse);
        (slope, g.scale(amount, t))
    });
}

#[test]
fn rule_6_what_is_known_of_unit_vectors() {
    proves(|g, l| {
        let n = g.unit(l.p);
        (g.dot(n, n), g.constant(1.0))
    });
    proves(|g, l| {
        let n = g.unit(l.p);
        (g.cross(n, l.p), g.constant(0.0))
    });
    proves(|g, l| {
        let n = g.unit(l.p);
        (g.dot(n, l.p), g.length(l.p))
    });
    proves(|g, l| {
        let ru = g.rotate(l.r, l.u);
        (g.length(ru), g.length(l.u))
    });
    proves(|g, l| {
        let (ru, n) = (g.rotate(l.r, l.u), g.unit(l.u));
        (g.unit(ru), g.rotate(l.r, n))
    });
    // n × (d + u) = n × u where n is the unit vector of all of d
    proves(|g, l| {
        let d = g.sub(l.q, l.p);
        let (n, sum) = (g.unit(d), g.add(d, l.u));
        (g.cross(n, sum), g.cross(n, l.u))
    });
}

#[test]
fn rule_7_axes_cost_nothing() {
    proves(|g, l| {
        let x = g.axis_x();
        (g.dot(x, l.p), g.x(l.p))
    });
    proves(|g, l| {
        let x = g.axis_x();
        let y = g.y(l.p);
        (g.cross(l.p, x), g.neg(y))
    });
    proves(|g, l| {
        let (x, y) = (g.axis_x(), g.axis_y());
        let (first, second) = (g.scale(l.s, x), g.scale(l.theta, y));
        (g.add(first, second), g.vector(l.s, l.theta))
    });
}

#[test]
fn rule_10_bodies_with_one_gradient_are_grouped() {
    proves(|g, l| {
        let n = g.rotate(l.r, l.u);
        let (first, second) = (g.dot(n, l.v_b), g.dot(n, l.v_a));
        let left = g.sub(first, second);
        let difference = g.sub(l.v_b, l.v_a);
        (left, g.dot(n, difference))
    });
}

#[test]
fn powers_constants_and_signs() {
    proves(|g, l| {
        let (two, three) = (g.constant(2.0), g.constant(3.0));
        let product = g.intern(Node::Product(vec![(two, 1), (l.s, 1), (three, 1), (l.s, 1)]));
        let square = g.power(l.s, 2);
        (product, g.sum(Type::Scalar, &[(6.0, square)]))
    });
    proves(|g, l| {
        let length = g.length(l.p);
        (g.power(length, 2), g.dot(l.p, l.p))
    });
    proves(|g, l| {
        let (d, e) = (g.sub(l.p, l.q), g.sub(l.q, l.p));
        let e = g.neg(e);
        (d, e)
    });
    proves(|g, l| {
        let (back, zero) = (g.neg(l.s), g.constant(0.0));
        (g.add(l.s, back), zero)
    });
    proves(|g, l| {
        let (first, second) = (g.call(Function::Min, &[l.s, l.theta]), g.call(Function::Min, &[l.theta, l.s]));
        (first, second)
    });
}
