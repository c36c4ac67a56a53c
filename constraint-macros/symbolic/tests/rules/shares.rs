//! What is computed once: rule 11, sums within sums, common pairs; and the squares among them (rule 12).

use constraint_symbolic::codegen::names::{Given, Glossary, Names};
use constraint_symbolic::codegen::schedule::schedule;
use constraint_symbolic::ir::cached_fields::CachedFields;
use constraint_symbolic::ir::emitted::{Expr, Function};
use constraint_symbolic::ir::scalar::{Op, ScalarIr, Slot};
use constraint_symbolic::ir::vector::{Id, Node, Number, Type, VectorIr};
use constraint_symbolic::optimize::{share, share_in_place};

use crate::bench::{code, given, nothing, operations, taped};

/// How many divisions the code makes.
fn divisions(function: &Function) -> usize {
    fn of(expr: &Expr) -> usize {
        let own = usize::from(matches!(expr, Expr::Binary(constraint_symbolic::ir::emitted::Arithmetic::Divide, ..)));
        own + expr.operands().into_iter().map(of).sum::<usize>()
    }
    function.locals.iter().map(|local| of(&local.value)).chain(function.outputs.iter().map(of)).sum()
}

/// Operations before and after a pass: those of the IR. Code that is written of it works out once what it finds twice.
fn counts(build: fn(&mut VectorIr) -> Vec<Id>) -> (usize, usize) {
    code(build, share_in_place);
    let count = |pass: fn(&mut ScalarIr, &[Slot])| {
        let mut graph = VectorIr::new();
        let roots = build(&mut graph);
        let (ir, roots) = taped(&graph, &roots, pass);
        operations_of_tape(&ir, &roots)
    };
    (count(nothing), count(share_in_place))
}

/// How many additions, multiplications and divisions what is in an IR takes; calls, choices and pivots count as one.
fn operations_of_tape(ir: &ScalarIr, roots: &[Slot]) -> usize {
    let of = |slot: Slot| match ir.op(slot) {
        Op::Constant(_) | Op::Truth(_) | Op::Input(_) | Op::Duplicate(_) => 0,
        Op::Sum(terms) => {
            let is_multiple = |&&(c, _): &&(Number, Slot)| c.get().abs().to_bits() != 1.0_f64.to_bits();
            terms.len().saturating_sub(1) + terms.iter().filter(is_multiple).count()
        }
        Op::Product(factors) => factors.iter().map(|&(_, k)| k.unsigned_abs() as usize).sum::<usize>() - 1,
        _ => 1,
    };
    ir.order(roots, &|_| false).into_iter().map(of).sum()
}

/// x/d and y/d: one division.
#[test]
fn reciprocals_are_shared() {
    let quotients = |g: &mut VectorIr| {
        let (s, t, k) = (given(g, "s"), given(g, "t"), given(g, "k"));
        vec![g.div(s, k), g.div(t, k)]
    };
    assert_eq!(divisions(&code(quotients, nothing)), 2);
    let shared = code(quotients, share_in_place);
    assert_eq!((divisions(&shared), operations(&shared)), (1, 3));
    assert_eq!(shared.locals[0].name, "inverse_k");
}

/// a · (1/b), used once, is a/b.
#[test]
fn one_quotient_is_one_division() {
    let quotient = |g: &mut VectorIr| {
        let (s, k) = (given(g, "s"), given(g, "k"));
        let inverse = g.power(k, -1);
        vec![g.mul(s, inverse)]
    };
    let found = code(quotient, share_in_place);
    assert_eq!((divisions(&found), operations(&found), found.locals.len()), (1, 1, 0));
}

/// s + t + k where s + t is there already.
#[test]
fn sums_within_sums() {
    let sums = |g: &mut VectorIr| {
        let (s, t, k) = (given(g, "s"), given(g, "t"), given(g, "k"));
        let part = g.sub(s, t);
        vec![part, g.sum(Type::Scalar, &[(-1.0, s), (1.0, t), (1.0, k)])]
    };
    assert_eq!(counts(sums), (3, 2));
    // Not with another ratio.
    let others = |g: &mut VectorIr| {
        let (s, t, k) = (given(g, "s"), given(g, "t"), given(g, "k"));
        let part = g.add(s, t);
        vec![part, g.sum(Type::Scalar, &[(1.0, s), (-1.0, t), (1.0, k)])]
    };
    assert_eq!(counts(others), (3, 3));
}

/// bound − (k φ − θ) of two angles, twice: their difference is taken first, and once. A bound added to one angle would lose digits
/// after many turns.
#[test]
fn angles_meet_before_bounds() {
    let sums = |g: &mut VectorIr| {
        let (k, a, b) = (given(g, "k"), given(g, "θ_a"), given(g, "θ_b"));
        let turned = g.mul(k, b);
        let less = |g: &mut VectorIr, bound| g.sum(Type::Scalar, &[(1.0, bound), (-1.0, turned), (1.0, a)]);
        let (lower, upper) = (given(g, "lower"), given(g, "upper"));
        vec![less(g, lower), less(g, upper)]
    };
    assert_eq!(counts(sums), (5, 4));
}

/// The pair that most products share is one factor; so is a square.
#[test]
fn common_pairs_are_shared() {
    let products = |g: &mut VectorIr| {
        let (s, t, k, m) = (given(g, "s"), given(g, "t"), given(g, "k"), given(g, "m_a"));
        vec![
            g.intern(Node::Product(vec![(s, 1), (t, 1), (k, 1)])),
            g.intern(Node::Product(vec![(s, 1), (t, 1), (m, 1)])),
            g.intern(Node::Product(vec![(s, 1), (t, 1)])),
        ]
    };
    assert_eq!(counts(products), (5, 3));
    let squares = |g: &mut VectorIr| {
        let (s, t, k) = (given(g, "s"), given(g, "t"), given(g, "k"));
        vec![g.intern(Node::Product(vec![(s, 2), (t, 1)])), g.intern(Node::Product(vec![(s, 2), (k, 1)]))]
    };
    assert_eq!(counts(squares), (4, 3));
}

/// An equal size of all coefficients is one multiplication.
#[test]
fn equal_coefficients_stand_outside() {
    let mut g = VectorIr::new();
    let (s, t, k) = (given(&mut g, "s"), given(&mut g, "t"), given(&mut g, "k"));
    let sum = g.sum(Type::Scalar, &[(2.0, s), (-2.0, t), (2.0, k)]);
    let (simple, roots) = constraint_symbolic::simplify::Simplifier::run(&g, &[sum]);
    let (ir, slots) = taped(&simple, &roots, share_in_place);
    let bodies = crate::bench::bodies();
    let glossary = Glossary::default();
    let given = Given::new(&bodies, &crate::bench::parameters(), &glossary);
    let mut names = Names::new(&bodies, &given, &ir, &ir.order(&slots, &|_| false), &glossary);
    let found = schedule(&ir, &slots, &CachedFields::default(), &mut names);
    assert_eq!(operations(&found), 3);
}

/// A sum that contains another one twice over, once as it is and once term by term, holds it with its count: two terms of one
/// value would each be found in a sum that has it once.
#[test]
fn a_sum_within_a_sum_that_has_it_already_is_counted() {
    let sums = |g: &mut VectorIr| {
        let (s, t, k, m) = (given(g, "s"), given(g, "t"), given(g, "k"), given(g, "m_a"));
        let part = g.add(s, t);
        let once = g.sum(Type::Scalar, &[(1.0, k), (1.0, m), (1.0, part)]);
        let twice = g.sum(Type::Scalar, &[(1.0, part), (1.0, s), (1.0, t)]);
        vec![part, once, twice]
    };
    // s + t, two more than it, and twice that.
    assert_eq!(counts(sums), (5, 4));
    // What passes have made of a sum is counted as well.
    let written_out = |ir: &mut ScalarIr, roots: &[Slot]| {
        let Op::Sum(mut terms) = ir.op(roots[0]).clone() else { panic!("a sum") };
        terms.push((Number::ONE, roots[0]));
        ir.replace(roots[2], Op::Sum(terms));
        share_in_place(ir, roots);
    };
    let mut g = VectorIr::new();
    let roots = sums(&mut g);
    let (ir, slots) = taped(&g, &roots, written_out);
    assert_eq!(*ir.op(slots[2]), Op::Sum(vec![(Number::new(2.0), slots[0])]));
    let none = |g: &mut VectorIr| {
        let (s, t, k) = (given(g, "s"), given(g, "t"), given(g, "k"));
        let part = g.add(s, t);
        let nothing = g.sum(Type::Scalar, &[(1.0, part), (-1.0, s), (-1.0, t)]);
        vec![part, nothing, g.add(k, part)]
    };
    assert_eq!(counts(none), (4, 2));
}

/// a b + a c = a (b + c) (rule 12), unless a product is read elsewhere.
#[test]
fn common_factors_are_taken_out() {
    let once = |g: &mut VectorIr| {
        let (s, t, k, m) = (given(g, "s"), given(g, "t"), given(g, "k"), given(g, "m_a"));
        let (first, second) = (g.mul(s, t), g.mul(s, k));
        vec![g.sum(Type::Scalar, &[(1.0, first), (-1.0, second), (1.0, m)])]
    };
    assert_eq!(counts(once), (4, 3));
    let twice = |g: &mut VectorIr| {
        let (s, t, k) = (given(g, "s"), given(g, "t"), given(g, "k"));
        let (first, second) = (g.mul(s, t), g.mul(s, k));
        vec![g.add(first, second), first, second]
    };
    assert_eq!(counts(twice), (3, 3));
}

/// What is left of a common factor has one sign, so that a sum and its opposite share it:
/// `m (ω_a + ω_b)` and `−i (ω_a + ω_b)`.
#[test]
fn what_a_common_factor_leaves_has_one_sign() {
    let build = |g: &mut VectorIr| {
        let (s, t, m, i) = (given(g, "ω_a"), given(g, "ω_b"), given(g, "m_a"), given(g, "i_a"));
        let (v, w) = (given(g, "θ_a"), given(g, "θ_b"));
        let (ms, mt, is, it) = (g.mul(m, s), g.mul(m, t), g.mul(i, s), g.mul(i, t));
        vec![
            g.sum(Type::Scalar, &[(1.0, v), (1.0, ms), (1.0, mt)]),
            g.sum(Type::Scalar, &[(1.0, w), (-1.0, is), (-1.0, it)]),
        ]
    };
    // ω_a + ω_b, two products, and one addition each.
    assert_eq!(counts(build), (8, 5));
}

/// Pairs of products that two sums have in common are added once, whatever their signs; so is a difference of positions.
/// Other pairs are left where they are: a position and a lever together would round by the position's size.
#[test]
fn common_terms_are_shared() {
    let sums = |g: &mut VectorIr| {
        let (s, t, k, m) = (given(g, "s"), given(g, "t"), given(g, "k"), given(g, "m_a"));
        let (first, second) = (g.mul(s, t), g.mul(k, m));
        vec![
            g.sum(Type::Scalar, &[(1.0, first), (-1.0, second), (1.0, s)]),
            g.sum(Type::Scalar, &[(-1.0, first), (1.0, second), (1.0, k)]),
        ]
    };
    assert_eq!(counts(sums), (6, 5));
    let positions = |g: &mut VectorIr| {
        let (a, b, u, v) = (given(g, "p_a"), given(g, "p_b"), given(g, "u"), given(g, "v"));
        [u, v].map(|lever| g.sum(Type::Vector, &[(1.0, b), (-1.0, a), (1.0, lever)])).to_vec()
    };
    assert_eq!(counts(positions), (8, 6));
    let levers = |g: &mut VectorIr| {
        let (a, u, v, w) = (given(g, "p_a"), given(g, "u"), given(g, "v"), given(g, "w"));
        [v, w].map(|other| g.sum(Type::Vector, &[(1.0, a), (1.0, u), (1.0, other)])).to_vec()
    };
    assert_eq!(counts(levers), (8, 8));
}

/// What passes have made equal, or opposite, is one value.
#[test]
fn equal_values_are_one() {
    fn made_equal(ir: &mut ScalarIr, roots: &[Slot]) {
        let Op::Sum(terms) = ir.op(roots[0]).clone() else { panic!("a difference") };
        ir.replace(roots[1], Op::Sum(terms.iter().rev().map(|&(c, slot)| (Number::new(-c.get()), slot)).collect()));
    }
    let count = |pass: fn(&mut ScalarIr, &[Slot])| {
        let mut g = VectorIr::new();
        let (s, t, k) = (given(&mut g, "s"), given(&mut g, "t"), given(&mut g, "k"));
        let roots = [g.sub(s, t), g.sub(t, k)];
        let (ir, slots) = taped(&g, &roots, pass);
        operations_of_tape(&ir, &slots)
    };
    assert_eq!(count(made_equal), 2);
    let then_shared = |ir: &mut ScalarIr, roots: &[Slot]| {
        made_equal(ir, roots);
        share_in_place(ir, roots);
    };
    assert_eq!(count(then_shared), 1);
}

/// What turns out to be zero is no factor and no term.
#[test]
fn zeros_that_sharing_brings_forth() {
    let zeros = |g: &mut VectorIr| {
        let (s, t, v) = (given(g, "s"), given(g, "t"), given(g, "ω_b"));
        let nothing = g.intern(Node::Sum(Type::Scalar, vec![(Number::ONE, s), (Number::new(-1.0), s)]));
        let (product, minus) = (g.intern(Node::Product(vec![(nothing, 1), (t, 1)])), g.sub(nothing, v));
        vec![g.add(product, v), minus]
    };
    for pass in [share, share_in_place] {
        assert_eq!(operations(&code(zeros, pass)), 0);
    }
}

/// Of a power of a product, which stands by itself where it is high, and of its derivative: a factor that comes in twice is one.
#[test]
fn powers_that_come_in_twice() {
    let powers = |g: &mut VectorIr| {
        let (k, x, y, s) = (given(g, "k"), given(g, "θ_a"), given(g, "θ_b"), given(g, "s"));
        let nine = g.power(x, 9);
        let inverse = g.intern(Node::Product(vec![(k, -8), (x, -8)]));
        let both = g.intern(Node::Product(vec![(y, 33), (x, 33)]));
        let mut product = |factors: &[(Id, i32)]| g.intern(Node::Product(factors.to_vec()));
        let value = [product(&[(nine, 9)]), product(&[(both, 3), (inverse, -12)])];
        let slope = [
            product(&[(nine, 8), (x, 8), (s, 1)]),
            product(&[(both, 3), (s, 1), (k, -8), (inverse, -13), (x, -9)]),
            product(&[(both, 2), (y, 33), (x, 32), (s, 1), (inverse, -12)]),
        ];
        [value.to_vec(), slope.to_vec()].concat()
    };
    for pass in [share, share_in_place] {
        code(powers, pass);
    }
}
