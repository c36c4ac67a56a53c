//! Rule 8: ⟨u, v⟩² + (u × v)² = |u|² |v|², for an entry of K beside another. What it loses is `tests/frame_norm.rs`'s to show.

use constraint_symbolic::ir::vector::{Id, Node, Stage, Type, VectorIr};
use constraint_symbolic::simplify::Simplifier;

use crate::bench::{ROUNDS, becomes, given, same, values};

/// m + i (square)²
fn entry(g: &mut VectorIr, coordinate: Id) -> Id {
    let (m, i) = (given(g, "m_a"), given(g, "i_a"));
    let square = g.intern(Node::Product(vec![(i, 1), (coordinate, 2)]));
    g.add(m, square)
}

fn lever(g: &mut VectorIr) -> Id {
    let (r, u) = (given(g, "R_a"), given(g, "u"));
    g.rotate(r, u)
}

#[test]
fn a_turned_lever_has_its_length() {
    let axes = |g: &mut VectorIr| {
        let r = lever(g);
        let (x, y) = (g.x(r), g.y(r));
        let (first, second) = (entry(g, y), entry(g, x));
        g.beside(second, first)
    };
    becomes(axes, "m_a⁻¹ − i_a⁻¹ (R_a u).y² + i_a⁻¹ |u|²");
    let frame = |g: &mut VectorIr| {
        let (r, q, v) = (lever(g), given(g, "R_b"), given(g, "v"));
        let n = g.rotate(q, v);
        let (along, across) = (g.dot(n, r), g.cross(n, r));
        let (first, second) = (entry(g, along), entry(g, across));
        g.beside(second, first)
    };
    becomes(frame, "m_a⁻¹ − i_a⁻¹ ((R_a u)·(R_b v))² + i_a⁻¹ |u|² |v|²");
}

/// Not the whole entry, where other terms differ; not a vector whose length changes with the pose; not other masses.
#[test]
fn what_is_not_known_stays() {
    let other_mass = |g: &mut VectorIr| {
        let r = lever(g);
        let (x, y, m) = (g.x(r), g.y(r), given(g, "m_b"));
        let first = entry(g, y);
        let second = g.intern(Node::Product(vec![(m, 1), (x, 2)]));
        g.beside(second, first)
    };
    becomes(other_mass, "m_b⁻¹ (R_a u).x²");
    let moving = |g: &mut VectorIr| {
        let p = given(g, "p_a");
        let (x, y) = (g.x(p), g.y(p));
        let (first, second) = (entry(g, y), entry(g, x));
        g.beside(second, first)
    };
    becomes(moving, "m_a⁻¹ + i_a⁻¹ p_a.x²");
    let alone = |g: &mut VectorIr| {
        let r = lever(g);
        let x = g.x(r);
        let (first, second) = (given(g, "k"), entry(g, x));
        g.beside(second, first)
    };
    becomes(alone, "m_a⁻¹ + i_a⁻¹ (R_a u).x²");
}

/// A pivot is measured by what was added up, which is known before the pose: what the subtraction leaves may be rounding.
#[test]
fn the_size_of_a_pivot_is_the_trace() {
    let mut plain = VectorIr::new();
    let r = lever(&mut plain);
    let (x, y) = (plain.x(r), plain.y(r));
    let (first, second) = (entry(&mut plain, y), entry(&mut plain, x));
    let beside = plain.beside(second, first);
    let rounding = plain.rounding(beside);
    let pivot = plain.pivot(beside, rounding);
    let (simple, roots) = Simplifier::run(&plain, &[pivot]);
    let Node::Pivot(d, rounding) = *simple.node(roots[0]) else { panic!("{:?}", simple.node(roots[0])) };
    let Node::Rounding(scale) = *simple.node(rounding) else { panic!("{:?}", simple.node(rounding)) };
    assert_eq!((simple.ty(scale), simple.stage(d), simple.stage(scale)), (Type::Scalar, Stage::Pose, Stage::Mass));
    for round in 0..ROUNDS {
        // m + i |u|² is what both entries add up to, less m.
        let (of_entry, of_scale) = (values(&simple, d, round)[0], values(&simple, scale, round)[0]);
        let (first, mass) = (values(&plain, first, round)[0], {
            let mut g = VectorIr::new();
            let m = given(&mut g, "m_a");
            values(&g, m, round)[0]
        });
        same("scale", &[of_scale], &[of_entry + first - mass]);
        same("value", &values(&simple, roots[0], round), &values(&plain, pivot, round));
    }
}
