//! The order of operations: rule 10's position differences first, sums earliest-ready-first, a local for what is shared.

use constraint_symbolic::ir::emitted::{Arithmetic, Expr};
use constraint_symbolic::ir::scalar::Leaf;
use constraint_symbolic::ir::vector::{Function as Call, Id, Input, Node, Type, VectorIr};
use constraint_symbolic::optimize::{share, share_in_place};
use constraint_testing::execute::{Environment, execute};
use constraint_testing::missed_optimizations::in_function;

use crate::bench::{code, given, nothing};

/// `p_b + v − p_a`, given so that v stands first: added up in order, it would meet a position before the other one does.
fn anchors(g: &mut VectorIr) -> Vec<Id> {
    let (v, a, b) = (given(g, "v"), given(g, "p_a"), given(g, "p_b"));
    vec![g.sum(Type::Vector, &[(1.0, v), (-1.0, a), (1.0, b)])]
}

fn is_position(expr: &Expr) -> bool {
    matches!(expr, Expr::Given(Leaf { input: Input::Position(_), .. }))
}

/// Whether a difference of two positions is taken somewhere in an expression, and whether a position meets anything else.
fn differences(expr: &Expr) -> (usize, usize) {
    let operands = expr.operands();
    let positions = operands.iter().filter(|operand| is_position(operand)).count();
    let own = match (expr, positions) {
        (_, 0) => (0, 0),
        (Expr::Binary(Arithmetic::Subtract, ..), 2) => (1, 0),
        _ => (0, 1),
    };
    operands.iter().map(|operand| differences(operand)).fold(own, |(a, b), (c, d)| (a + c, b + d))
}

#[test]
fn position_differences_come_first() {
    let function = code(anchors, nothing);
    let locals = function.locals.iter().map(|local| &local.value);
    let found = locals.chain(&function.outputs).map(differences).fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
    assert_eq!(found, (2, 0), "{function:?}");
}

/// At 10⁹ m from the origin f64 resolves 10⁻⁷ m. The difference of the positions is exact, and so the rest is as exact as
/// at the origin.
#[test]
fn far_from_the_origin_nothing_is_lost() {
    let function = code(anchors, nothing);
    let at = |origin: f64| {
        let given = |leaf: Leaf| match leaf.input {
            Input::Position(0) => origin,
            Input::Position(_) => origin + 0.5,
            Input::Parameter(index, _) => 0.1 * f64::from(index),
            _ => 0.0,
        };
        execute(&function, &Environment { given: &given, setup: &[], prepared: &[], starts: &[] })
    };
    assert_eq!(at(1e9), at(0.0));
}

/// A sum waits for what is ready last, and for nothing else: the root is added after all others.
#[test]
fn sums_join_what_is_ready_first() {
    let late = |g: &mut VectorIr| {
        let (s, t, k, m) = (given(g, "s"), given(g, "t"), given(g, "k"), given(g, "m_a"));
        let root = g.call(Call::Sqrt, &[m]);
        vec![g.sum(Type::Scalar, &[(1.0, root), (1.0, s), (1.0, t), (1.0, k)])]
    };
    let function = code(late, nothing);
    let [Expr::Binary(Arithmetic::Add, first, second)] = &function.outputs[..] else {
        panic!("a sum: {:?}", function.outputs);
    };
    let is_root = |expr: &Expr| matches!(expr, Expr::Call(Call::Sqrt, _));
    assert!(is_root(first) != is_root(second), "{:?}", function.outputs);
}

/// Eight terms take three additions one after the other, not seven.
#[test]
fn sums_are_shallow() {
    fn depth(expr: &Expr) -> usize {
        let own = usize::from(matches!(expr, Expr::Binary(..)));
        own + expr.operands().into_iter().map(depth).max().unwrap_or(0)
    }
    let sum = |g: &mut VectorIr| {
        let names = ["s", "t", "k", "lower", "upper", "m_a", "m_b", "i_a"];
        let terms: Vec<(f64, Id)> = names.iter().map(|name| (1.0, given(g, name))).collect();
        vec![g.sum(Type::Scalar, &terms)]
    };
    let function = code(sum, nothing);
    assert_eq!((depth(&function.outputs[0]), function.operations().arithmetic), (3, 7));
}

/// A value that is used more than once is a local, a sign is not; signs go into the subtraction.
#[test]
fn locals_are_what_is_shared() {
    let build = |g: &mut VectorIr| {
        let (s, t, k) = (given(g, "s"), given(g, "t"), given(g, "k"));
        let (minus, product) = (g.neg(s), g.mul(s, t));
        let twice = g.add(product, k);
        vec![g.add(minus, t), g.mul(minus, k), g.mul(twice, twice), g.sub(product, t)]
    };
    let function = code(build, nothing);
    assert_eq!(function.locals.len(), 2, "{:?}", function.locals);
    // t − s, −s k, s t, its sum with k and the square of that, its difference with t.
    assert_eq!(function.operations().arithmetic, 6);
}

/// x86's minimum reads its second operand from memory: what is given stands there, what is worked out goes first.
#[test]
fn minima_read_what_is_given_last() {
    let build = |g: &mut VectorIr| {
        let (s, t, k) = (given(g, "s"), given(g, "t"), given(g, "k"));
        let product = g.mul(t, k);
        vec![g.min(s, product), g.max(product, s), g.min(s, t)]
    };
    let function = code(build, nothing);
    let is_parameter = |expr: &Expr, of: u32| matches!(expr, Expr::Given(Leaf { input: Input::Parameter(index, _), .. }) if *index == of);
    for (output, last) in function.outputs.iter().zip([0, 0, 1]) {
        assert!(matches!(output, Expr::Call(_, operands) if is_parameter(&operands[1], last)), "{output:?}");
    }
}

/// An empty sum is 0, and a constant alone needs no code.
#[test]
fn constants_need_no_code() {
    let build = |g: &mut VectorIr| vec![g.zero(Type::Scalar), g.constant(2.5)];
    let function = code(build, nothing);
    assert!(function.locals.is_empty());
    assert_eq!(function.outputs, [Expr::Constant(0.0), Expr::Constant(2.5)]);
}

/// `i_a i_b/(i_a + i_b)` of planets and of grains: the two inverse masses never meet, nor two reciprocals of them.
#[test]
fn factors_that_cancel_the_unit_of_mass_meet_first() {
    let reduced = |g: &mut VectorIr| {
        let (a, b, v) = (given(g, "i_a"), given(g, "i_b"), given(g, "ω_b"));
        let (sum, zero) = (g.add(a, b), g.constant(0.0));
        let inverse = g.pivot(sum, zero);
        let reduced = g.intern(Node::Product(vec![(a, 1), (b, 1), (inverse, 1)]));
        let moved = g.mul(reduced, v);
        // Twice, so that there is a pair to be shared.
        vec![reduced, moved, g.intern(Node::Product(vec![(a, 1), (b, 1), (inverse, 2)]))]
    };
    for pass in [share, share_in_place] {
        let found = code(reduced, pass);
        for inverse_inertia in [1e-200, 1e200] {
            let given = |leaf: Leaf| if matches!(leaf.input, Input::InverseInertia(_)) { inverse_inertia } else { 3.0 };
            let values = execute(&found, &Environment { given: &given, setup: &[], prepared: &[], starts: &[] });
            let expected = [0.5 * inverse_inertia, 1.5 * inverse_inertia, 0.25];
            for (found, expected) in values.into_iter().zip(expected) {
                // Five operations round by half an ε each.
                assert!((found - expected).abs() <= 1e-15 * expected, "{found} instead of {expected}");
            }
        }
    }
}

/// 1 + s − k and −1 − s + 3 k, whose terms are no pair before their order is known; and twice 3 k.
#[test]
fn pairs_that_sums_begin_with_are_worked_out_once() {
    let sums = |g: &mut VectorIr| {
        let (one, s, t, k) = (g.constant(1.0), given(g, "s"), given(g, "t"), given(g, "k"));
        vec![
            g.sum(Type::Scalar, &[(1.0, one), (1.0, s), (-1.0, k)]),
            g.sum(Type::Scalar, &[(-1.0, one), (-1.0, s), (3.0, k)]),
            g.sum(Type::Scalar, &[(3.0, k), (1.0, t)]),
        ]
    };
    let found = code(sums, nothing);
    let names: Vec<&str> = found.locals.iter().map(|local| local.name.as_str()).collect();
    assert_eq!((found.operations().arithmetic, names), (5, vec!["common", "common_2"]));
    assert_eq!(in_function(&found), []);
}
