//! Constants, signs, powers and choices of scalars.

use constraint_symbolic::ir::vector::{Function, Node, Type, VectorIr};

use crate::bench::{becomes, given};

/// Like terms are collected; what cancels is gone.
#[test]
fn sums_collect_like_terms() {
    becomes(
        |g| {
            let (s, t) = (given(g, "s"), given(g, "t"));
            let (first, second) = (g.sub(s, t), g.sum(Type::Scalar, &[(3.0, t), (1.0, s)]));
            g.add(first, second)
        },
        "2 (s + t)",
    );
    becomes(
        |g| {
            let (s, t) = (given(g, "s"), given(g, "t"));
            let (first, second) = (g.sub(s, t), g.sub(t, s));
            g.add(first, second)
        },
        "0",
    );
    becomes(
        |g| {
            let (s, one) = (given(g, "s"), g.constant(1.0));
            let (first, half) = (g.sub(one, s), g.constant(0.5));
            g.sum(Type::Scalar, &[(-1.0, first), (2.0, half)])
        },
        "s",
    );
}

/// Powers are collected; 1 and 0 fold; constants stand outside.
#[test]
fn products_collect_powers() {
    becomes(
        |g| {
            let (s, t) = (given(g, "s"), given(g, "t"));
            let quotient = g.div(s, t);
            let square = g.power(quotient, 2);
            g.mul(square, t)
        },
        "s²/t",
    );
    becomes(
        |g| {
            let (s, t) = (given(g, "s"), given(g, "t"));
            let twice = g.sum(Type::Scalar, &[(2.0, s)]);
            let (third, one) = (g.constant(3.0), g.constant(1.0));
            let product = g.intern(Node::Product(vec![(twice, -1), (third, 1), (one, 5), (t, 1)]));
            g.intern(Node::Product(vec![(product, 1), (s, 1)]))
        },
        "1.5 t",
    );
    becomes(
        |g| {
            let (s, zero) = (given(g, "s"), g.constant(0.0));
            g.mul(s, zero)
        },
        "0",
    );
}

/// |v|² = v·v and √x² = x: what was rooted.
#[test]
fn squares_of_roots() {
    becomes(
        |g| {
            let v = given(g, "v");
            let length = g.length(v);
            g.power(length, -2)
        },
        "1/|v|²",
    );
    becomes(
        |g| {
            let s = given(g, "s");
            let square = g.power(s, 2);
            let root = g.call(Function::Sqrt, &[square]);
            g.power(root, 2)
        },
        "s²",
    );
}

/// Functions of constants are constants; of signs, what is left of them.
#[test]
fn functions_of_constants() {
    becomes(
        |g| {
            let (two, three) = (g.constant(2.0), g.constant(3.0));
            g.call(Function::Powf, &[two, three])
        },
        "8",
    );
    becomes(
        |g| {
            let s = given(g, "s");
            let scaled = g.sum(Type::Scalar, &[(-2.0, s)]);
            let size = g.call(Function::Abs, &[scaled]);
            g.call(Function::Abs, &[size])
        },
        "2 |s|",
    );
    // One order of operands makes one of two.
    becomes(
        |g| {
            let (s, t) = (given(g, "s"), given(g, "t"));
            let (first, second) = (g.min(s, t), g.min(t, s));
            g.sub(first, second)
        },
        "0",
    );
    becomes(
        |g| {
            let s = given(g, "s");
            g.max(s, s)
        },
        "s",
    );
}

/// A condition that is known chooses; one that makes no difference is dropped; its opposite exchanges the sides.
#[test]
fn choices() {
    let choice = |condition: fn(&mut VectorIr) -> constraint_symbolic::ir::vector::Id| {
        move |g: &mut VectorIr| {
            let condition = condition(g);
            let (s, t) = (given(g, "s"), given(g, "t"));
            g.choose(condition, s, t)
        }
    };
    becomes(
        choice(|g| {
            let (one, two) = (g.constant(1.0), g.constant(2.0));
            g.less(one, two)
        }),
        "s",
    );
    becomes(
        choice(|g| {
            let (one, two) = (g.constant(1.0), g.constant(2.0));
            g.less_equal(two, one)
        }),
        "t",
    );
    becomes(
        choice(|g| {
            let (s, t) = (given(g, "s"), given(g, "t"));
            let less = g.less(s, t);
            g.intern(Node::Not(less))
        }),
        "(s < t ? t : s)",
    );
    becomes(
        choice(|g| {
            let (s, t) = (given(g, "s"), given(g, "t"));
            let (less, truth) = (g.less(s, t), g.intern(Node::Truth(true)));
            let opposite = g.intern(Node::Not(truth));
            let either = g.intern(Node::Or(opposite, less));
            g.intern(Node::And(either, truth))
        }),
        "(s < t ? s : t)",
    );
    becomes(
        |g| {
            let (s, t) = (given(g, "s"), given(g, "t"));
            let less = g.less(s, t);
            g.choose(less, s, s)
        },
        "s",
    );
}

/// The reciprocal of a constant pivot is known.
#[test]
fn pivots_of_constants() {
    let pivot = |d: f64, rounding: f64| {
        move |g: &mut VectorIr| {
            let (d, rounding) = (g.constant(d), g.constant(rounding));
            g.pivot(d, rounding)
        }
    };
    becomes(pivot(4.0, 0.0), "0.25");
    becomes(pivot(0.0, 0.0), "0");
    becomes(pivot(-1.0, 1e-15), "0");
    becomes(pivot(1e-17, 1e-15), "0");
    // A rounding is not negative, whatever it will be.
    becomes(
        |g| {
            let (d, s) = (g.constant(0.0), given(g, "m_a"));
            g.pivot(d, s)
        },
        "0",
    );
}
