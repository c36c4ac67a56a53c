//! What passes write in two ways is one value: a difference by its constant, a reciprocal by its guard.

use constraint_symbolic::ir::emitted::{Expr, Function};
use constraint_symbolic::ir::vector::{Id, Type, VectorIr};
use constraint_symbolic::optimize::{share, share_in_place};
use constraint_testing::missed_optimizations::in_function;

use crate::bench::{code, given, nothing};

fn pivots(function: &Function) -> usize {
    fn of(expr: &Expr) -> usize {
        usize::from(matches!(expr, Expr::Pivot(..))) + expr.operands().into_iter().map(of).sum::<usize>()
    }
    function.locals.iter().map(|local| of(&local.value)).chain(function.outputs.iter().map(of)).sum()
}

/// s − 1 and s + (−1), and 1 − s, too.
#[test]
fn a_constant_has_its_sign_outside() {
    let less = |g: &mut VectorIr| {
        let (s, t, one, minus_one) = (given(g, "s"), given(g, "t"), g.constant(1.0), g.constant(-1.0));
        let differences = [[(1.0, s), (-1.0, one)], [(1.0, s), (1.0, minus_one)], [(1.0, one), (-1.0, s)]];
        differences
            .map(|terms| {
                let difference = g.sum(Type::Scalar, &terms);
                g.mul(difference, t)
            })
            .to_vec()
    };
    for pass in [share, share_in_place] {
        let function = code(less, pass);
        assert_eq!(in_function(&function), [], "{function:?}");
        assert_eq!(function.operations().arithmetic, 2, "{function:?}");
    }
}

/// s/d, and 1/d where d is more than rounding, or more than nothing: one division, and two choices.
#[test]
fn a_pivot_beside_a_division_is_a_choice() {
    fn guarded(g: &mut VectorIr) -> Vec<Id> {
        let (s, t, d, zero) = (given(g, "s"), given(g, "t"), given(g, "k"), g.constant(0.0));
        let rounding = g.power(t, 2);
        vec![g.div(s, d), g.pivot(d, rounding), g.pivot(d, zero)]
    }
    assert_eq!(pivots(&code(guarded, nothing)), 2);
    for pass in [share, share_in_place] {
        let function = code(guarded, pass);
        assert_eq!((in_function(&function), pivots(&function)), (vec![], 0), "{function:?}");
    }
    // By itself it stays what it is.
    let alone = |g: &mut VectorIr| vec![guarded(g)[1]];
    assert_eq!(pivots(&code(alone, share_in_place)), 1);
}
