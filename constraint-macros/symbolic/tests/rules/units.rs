//! Rule 11: one division for each length, and a multiple of a unit vector by the length, where nobody needs the vector itself.

use constraint_symbolic::ir::emitted::{Arithmetic, Expr, Function};
use constraint_symbolic::ir::vector::{Id, Node, VectorIr};
use constraint_symbolic::optimize::{share, share_in_place};

use crate::bench::{code, given, nothing, operations};

fn all(function: &Function) -> Vec<&Expr> {
    let mut pending: Vec<&Expr> = function.locals.iter().map(|local| &local.value).chain(&function.outputs).collect();
    let mut all = Vec::new();
    while let Some(expr) = pending.pop() {
        all.push(expr);
        pending.extend(expr.operands());
    }
    all
}

fn divisions(function: &Function) -> (usize, usize) {
    let count = |is_it: fn(&Expr) -> bool| all(function).into_iter().filter(|expr| is_it(expr)).count();
    (count(|expr| matches!(expr, Expr::Binary(Arithmetic::Divide, ..))), count(|expr| matches!(expr, Expr::Pivot(..))))
}

/// n = `unit(p_b)` times s, and its cross product with u times s.
fn scaled(g: &mut VectorIr) -> (Id, Vec<Id>) {
    let (s, p, u) = (given(g, "s"), given(g, "p_b"), given(g, "u"));
    let n = g.unit(p);
    let (cross, scaled) = (g.cross(u, n), g.scale(s, n));
    let cross = g.mul(s, cross);
    (n, vec![scaled, cross])
}

/// s n: |p| takes 4, s/|p| and two products 3, u × (s n) 3.
#[test]
fn a_factor_of_all_readers_goes_to_the_length() {
    let build = |g: &mut VectorIr| scaled(g).1;
    // 1/|p|, n, s n, u × n and s of it.
    assert_eq!(operations(&code(build, nothing)), 4 + 1 + 2 + 2 + 3 + 1);
    for pass in [share, share_in_place] {
        let found = code(build, pass);
        assert_eq!((operations(&found), divisions(&found)), (4 + 3 + 3, (1, 0)));
    }
}

/// Where n is asked for as well, the cross product is that of s n.
#[test]
fn where_the_vector_is_needed_its_multiple_is_used() {
    let build = |g: &mut VectorIr| {
        let (n, mut roots) = scaled(g);
        roots.push(n);
        roots
    };
    assert_eq!(operations(&code(build, share)), 4 + 1 + 2 + 2 + 3);
}

/// Not where one of the readers has another factor, or the products together have too few of them.
#[test]
fn another_factor_leaves_the_vector() {
    let build = |g: &mut VectorIr| {
        let (n, mut roots) = scaled(g);
        let (t, v) = (given(g, "t"), given(g, "v"));
        let dot = g.dot(n, v);
        roots.push(g.mul(t, dot));
        roots
    };
    let found = code(build, share);
    // s (u × n) and t (n · v) are (s u) × n and n · (t v): an operation less at the pose for two at setup.
    assert_eq!(operations(&found), 4 + 1 + 2 + 2 + (2 + 3) + (2 + 3));
    let together = |g: &mut VectorIr| {
        let (s, p, u, v) = (given(g, "s"), given(g, "p_b"), given(g, "u"), given(g, "v"));
        let n = g.unit(p);
        let (first, second) = (g.dot(n, u), g.dot(n, v));
        vec![g.intern(Node::Product(vec![(s, 1), (first, 1), (second, 1)]))]
    };
    assert_eq!(operations(&code(together, share)), operations(&code(together, nothing)));
}

/// What a choice takes only where 0 < d is divided by d without another guard; elsewhere the guard stays.
#[test]
fn one_guard_is_enough() {
    let unit = |g: &mut VectorIr| {
        let p = given(g, "p_b");
        vec![g.unit(p)]
    };
    assert_eq!(divisions(&code(unit, nothing)), (0, 1));
    assert_eq!(divisions(&code(unit, share)), (1, 0));
    let both = |g: &mut VectorIr| {
        let p = given(g, "p_b");
        let (n, length, zero) = (g.unit(p), g.length(p), g.constant(0.0));
        vec![n, g.pivot(length, zero)]
    };
    assert_eq!(divisions(&code(both, share)), (0, 1));
}
