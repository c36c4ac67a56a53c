//! What is worked out when (rule 11): each part of a sum or a product as early as its inputs are known.

use constraint_symbolic::ir::scalar::{Op, Phase};
use constraint_symbolic::ir::vector::{Node, Type, VectorIr};
use constraint_symbolic::optimize::share;

use crate::bench::{code, given, operations, taped};

/// What of a sum or a product is known earlier is worked out earlier.
#[test]
fn parts_of_earlier_phases_are_hoisted() {
    let build = |g: &mut VectorIr| {
        let (s, m, i, p, v) = (given(g, "s"), given(g, "m_a"), given(g, "i_b"), given(g, "θ_a"), given(g, "ω_b"));
        let sum = g.sum(Type::Scalar, &[(1.0, v), (1.0, m), (-2.0, i), (1.0, p)]);
        let product = g.intern(Node::Product(vec![(v, 1), (s, 1), (p, 1), (m, 1)]));
        vec![sum, product]
    };
    code(build, share);
    let mut g = VectorIr::new();
    let roots = build(&mut g);
    let (ir, slots) = taped(&g, &roots, share);
    for &root in &slots {
        // One operand of this phase, one of the phase before it, of that one again.
        let mut slot = root;
        for phase in [Phase::Solve, Phase::Prepare, Phase::Setup] {
            assert_eq!(ir.phase(slot), phase);
            let operands = ir.op(slot).operands();
            let earlier: Vec<_> = operands.iter().copied().filter(|&operand| ir.phase(operand) < phase).collect();
            let is_made = |slot: &usize| matches!(ir.op(*slot), Op::Sum(_) | Op::Product(_));
            if phase == Phase::Setup {
                assert!(!operands.iter().any(is_made), "{:?}", ir.op(slot));
            } else {
                assert_eq!((operands.len(), earlier.len()), (2, 1), "{:?}", ir.op(slot));
                slot = earlier[0];
            }
        }
    }
}

/// A part and its opposite are one.
#[test]
fn hoisted_parts_have_one_sign() {
    let build = |g: &mut VectorIr| {
        let (s, t, p, v) = (given(g, "s"), given(g, "t"), given(g, "θ_a"), given(g, "ω_b"));
        vec![
            g.sum(Type::Scalar, &[(1.0, s), (-2.0, t), (1.0, p)]),
            g.sum(Type::Scalar, &[(-1.0, s), (2.0, t), (1.0, v)]),
        ]
    };
    // 2 t, a difference, and one addition each.
    assert_eq!(operations(&code(build, share)), 4);
}

/// 2 s θ v with the setup's s: the 2 is the setup's business.
#[test]
fn constants_are_multiplied_in_early() {
    let build = |g: &mut VectorIr| {
        let (s, p, v) = (given(g, "s"), given(g, "θ_a"), given(g, "ω_b"));
        let product = g.intern(Node::Product(vec![(s, 1), (p, 1), (v, 1)]));
        vec![g.sum(Type::Scalar, &[(2.0, product), (1.0, v)])]
    };
    code(build, share);
    let mut g = VectorIr::new();
    let roots = build(&mut g);
    let (ir, slots) = taped(&g, &roots, share);
    let needed = ir.order(&slots, &|_| false);
    let scaled =
        |op: &Op| matches!(op, Op::Sum(terms) if terms.iter().any(|(c, _)| c.get().to_bits() == 2.0_f64.to_bits()));
    let phases: Vec<Phase> =
        needed.into_iter().filter(|&slot| scaled(ir.op(slot))).map(|slot| ir.phase(slot)).collect();
    assert_eq!(phases, [Phase::Setup]);
}

/// τ f h with the setup's f, and τ² f² h: one τ f for both.
#[test]
fn constants_make_one_scaled_parameter() {
    let build = |g: &mut VectorIr| {
        let (f, h) = (given(g, "s"), given(g, "θ_a"));
        let (once, twice) = (g.mul(f, h), g.intern(Node::Product(vec![(f, 2), (h, 1)])));
        let tau = std::f64::consts::TAU;
        vec![g.sum(Type::Scalar, &[(tau, once), (1.0, h)]), g.sum(Type::Scalar, &[(tau * tau, twice), (1.0, f)])]
    };
    // τ f; times h, plus h; its square times h, plus f.
    assert_eq!(operations(&code(build, share)), 6);
}

/// Of s (k x + l y) and s (l x + k y), s x and s y are worked out first: k s would be known no earlier than s is.
#[test]
fn what_comes_late_is_paired_first() {
    let build = |g: &mut VectorIr| {
        // Known first, and written first.
        let (k, l) = (given(g, "s"), given(g, "t"));
        let (s, x, v) = (given(g, "ω_a"), given(g, "ω_b"), given(g, "v_a"));
        let y = g.x(v);
        let mut products = Vec::new();
        for (matrix, vector) in [(k, x), (l, y), (l, x), (k, y)] {
            products.push(g.intern(Node::Product(vec![(matrix, 1), (s, 1), (vector, 1)])));
        }
        vec![g.add(products[0], products[1]), g.add(products[2], products[3])]
    };
    // s x and s y, four products and two sums.
    assert_eq!(operations(&code(build, share)), 2 + 4 + 2);
}
