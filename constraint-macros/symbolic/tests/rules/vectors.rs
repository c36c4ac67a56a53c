//! Rotations, quarter turns, unit vectors and axes: rules 1, 2, 3, 6 and 7.

use constraint_symbolic::ir::vector::{Id, Node, Type, VectorIr};

use crate::bench::{becomes, given};

/// Dot or cross.
type Form = fn(&mut VectorIr, Id, Id) -> Id;
/// x or y.
type Axis = fn(&mut VectorIr) -> Id;

fn rotated(g: &mut VectorIr, rotation: &str, vector: &str) -> Id {
    let (r, v) = (given(g, rotation), given(g, vector));
    g.rotate(r, v)
}

/// ⟨R u, R v⟩ = ⟨u, v⟩ and R u × R v = u × v.
#[test]
fn rotations_keep_products() {
    becomes(
        |g| {
            let (u, v) = (rotated(g, "R_a", "u"), rotated(g, "R_a", "v"));
            g.dot(u, v)
        },
        "u·v",
    );
    becomes(
        |g| {
            let (u, v) = (rotated(g, "R_a", "u"), rotated(g, "R_a", "v"));
            g.cross(v, u)
        },
        "−u × v",
    );
    becomes(
        |g| {
            let (u, v) = (rotated(g, "R_a", "u"), rotated(g, "R_b", "v"));
            g.dot(u, v)
        },
        "(R_a u)·(R_b v)",
    );
}

/// ⟨R u, p + s R v⟩ = ⟨R u, p⟩ + s ⟨u, v⟩: term by term.
#[test]
fn rotations_keep_products_term_by_term() {
    let sum = |g: &mut VectorIr| {
        let (p, v, s) = (given(g, "p_b"), rotated(g, "R_a", "v"), given(g, "s"));
        let scaled = g.scale(s, v);
        g.sum(Type::Vector, &[(1.0, p), (-2.0, scaled)])
    };
    becomes(
        |g| {
            let (u, sum) = (rotated(g, "R_a", "u"), sum(g));
            g.dot(u, sum)
        },
        "(R_a u)·p_b − 2 s (u·v)",
    );
    becomes(
        |g| {
            let (u, sum) = (rotated(g, "R_a", "u"), sum(g));
            g.cross(sum, u)
        },
        "2 s (u × v) − (R_a u) × p_b",
    );
}

/// |R u| = |u|, |c u| = |c| |u|, |perp(u)| = |u|.
#[test]
fn rotations_keep_lengths() {
    becomes(
        |g| {
            let u = rotated(g, "R_a", "u");
            let turned = g.perp(u);
            let s = given(g, "s");
            let scaled = g.scale(s, turned);
            let scaled = g.sum(Type::Vector, &[(-3.0, scaled)]);
            g.length(scaled)
        },
        "3 |u| |s|",
    );
}

/// R(s v) = s R v, R perp(v) = perp(R v), R u + R v = R(u + v) of parameters.
#[test]
fn rotations_are_linear() {
    becomes(
        |g| {
            let (r, s, v) = (given(g, "R_a"), given(g, "s"), given(g, "v"));
            let (turned, minus) = (g.perp(v), g.neg(s));
            let scaled = g.scale(minus, turned);
            g.rotate(r, scaled)
        },
        "−s perp(R_a v)",
    );
    becomes(
        |g| {
            let (u, v) = (rotated(g, "R_a", "u"), rotated(g, "R_a", "v"));
            g.sum(Type::Vector, &[(1.0, u), (-2.0, v)])
        },
        "R_a (u − 2 v)",
    );
    becomes(
        |g| {
            let (u, v) = (rotated(g, "R_a", "u"), rotated(g, "R_b", "v"));
            g.add(u, v)
        },
        "R_a u + R_b v",
    );
}

/// R⁻¹ R = 1, also inside of a sum; (R S)⁻¹ = S⁻¹ R⁻¹; the rotation by nothing is none.
#[test]
fn rotations_cancel() {
    becomes(
        |g| {
            let (u, p, r) = (rotated(g, "R_a", "u"), given(g, "p_b"), given(g, "R_a"));
            let (sum, back) = (g.sub(p, u), g.inverse(r));
            g.rotate(back, sum)
        },
        "R_a⁻¹ p_b − u",
    );
    becomes(
        |g| {
            let (r, q) = (given(g, "R_a"), given(g, "q"));
            let both = g.intern(Node::Compose(r, q));
            let back = g.inverse(both);
            g.intern(Node::Compose(back, both))
        },
        "R(0)",
    );
    becomes(
        |g| {
            let (r, zero, v) = (given(g, "R_a"), g.constant(0.0), given(g, "v"));
            let none = g.intern(Node::Turn(zero));
            let turned = g.intern(Node::Compose(none, r));
            let back = g.inverse(turned);
            let forth = g.inverse(back);
            g.rotate(forth, v)
        },
        "R_a v",
    );
    becomes(
        |g| {
            let angle = given(g, "θ_a");
            let turn = g.intern(Node::Turn(angle));
            let back = g.inverse(turn);
            let (x, y) = (g.x(back), g.y(turn));
            g.vector(x, y)
        },
        "(cos(−θ_a), sin(θ_a))",
    );
}

/// The quarter-turn table between dot and cross: every pair of up to three quarter turns.
#[test]
fn quarter_turns_between_dot_and_cross() {
    let turned = |g: &mut VectorIr, name: &str, times: usize| {
        let v = given(g, name);
        (0..times).fold(v, |v, _| g.perp(v))
    };
    // ⟨u, perpⁿ v⟩ and u × perpⁿ v, by n modulo 4.
    let dots = ["u·v", "−u × v", "−u·v", "u × v"];
    let crosses = ["u × v", "u·v", "−u × v", "−u·v"];
    for (i, j) in (0..4).flat_map(|i| (0..4).map(move |j| (i, j))) {
        let n = (j + 4 - i) % 4;
        becomes(
            |g| {
                let (u, v) = (turned(g, "u", i), turned(g, "v", j));
                g.dot(u, v)
            },
            dots[n],
        );
        becomes(
            |g| {
                let (u, v) = (turned(g, "u", i), turned(g, "v", j));
                g.cross(u, v)
            },
            crosses[n],
        );
    }
}

/// perp² = −1, and no more than one quarter turn is left.
#[test]
fn quarter_turns_add_up() {
    let turned = |times: usize| {
        move |g: &mut VectorIr| {
            let v = given(g, "v");
            (0..times).fold(v, |v, _| g.perp(v))
        }
    };
    becomes(turned(2), "−v");
    becomes(turned(3), "−perp(v)");
    becomes(turned(4), "v");
    becomes(
        |g| {
            let v = given(g, "v");
            let turned = g.perp(v);
            g.x(turned)
        },
        "−v.y",
    );
}

/// For n = unit(v): n·n = 1, n × n = 0, n·v = |v|, n × v = 0.
#[test]
fn unit_vectors_against_themselves() {
    let cases: [(Form, &str, &str); 2] = [(VectorIr::dot, "1", "|v|"), (VectorIr::cross, "0", "0")];
    for (form, itself, its_vector) in cases {
        becomes(
            |g| {
                let v = given(g, "v");
                let n = g.unit(v);
                form(g, n, n)
            },
            itself,
        );
        becomes(
            |g| {
                let v = given(g, "v");
                let n = g.unit(v);
                form(g, n, v)
            },
            its_vector,
        );
        becomes(
            |g| {
                let v = given(g, "v");
                let n = g.unit(v);
                form(g, v, n)
            },
            its_vector,
        );
    }
}

/// unit(R u) = R unit(u), unit(−u) = −unit(u), unit(unit(u)) = unit(u), |unit(u)| = 1.
#[test]
fn unit_vectors_of_what_was_turned() {
    becomes(
        |g| {
            let u = rotated(g, "R_a", "u");
            let turned = g.perp(u);
            let scaled = g.sum(Type::Vector, &[(-2.0, turned)]);
            let n = g.unit(scaled);
            g.unit(n)
        },
        "−perp(R_a unit(u))",
    );
    becomes(
        |g| {
            let u = given(g, "u");
            let n = g.unit(u);
            g.length(n)
        },
        "1",
    );
}

/// n·(d + w) = |d| + n·w where n = unit(d): what is contained as a whole is taken out.
#[test]
fn unit_vectors_of_a_part() {
    let whole = |g: &mut VectorIr| {
        let (a, b) = (given(g, "p_a"), given(g, "p_b"));
        let d = g.sub(b, a);
        let w = given(g, "w");
        let more = g.sum(Type::Vector, &[(2.0, b), (-2.0, a), (1.0, w)]);
        (g.unit(d), more)
    };
    becomes(
        |g| {
            let (n, more) = whole(g);
            g.dot(n, more)
        },
        "2 |p_a − p_b| − w·unit(p_a − p_b)",
    );
    becomes(
        |g| {
            let (n, more) = whole(g);
            g.cross(n, more)
        },
        "w × unit(p_a − p_b)",
    );
}

/// Axis vectors fold ±1 and 0.
#[test]
fn axis_vectors_cost_nothing() {
    let axis: [(Axis, &str, &str); 2] = [(VectorIr::axis_x, "v.x", "v.y"), (VectorIr::axis_y, "v.y", "−v.x")];
    for (axis, dot, cross) in axis {
        becomes(
            |g| {
                let (e, v) = (axis(g), given(g, "v"));
                g.dot(e, v)
            },
            dot,
        );
        becomes(
            |g| {
                let (e, v) = (axis(g), given(g, "v"));
                g.cross(e, v)
            },
            cross,
        );
        becomes(
            |g| {
                let (e, v) = (axis(g), given(g, "v"));
                let minus = g.neg(e);
                let turned = g.cross(v, minus);
                g.sum(Type::Scalar, &[(2.0, turned)])
            },
            &format!("2 {cross}").replace("2 −", "−2 "),
        );
    }
    becomes(
        |g| {
            let (e, v) = (g.axis_x(), given(g, "v"));
            let (x, y) = (g.x(v), g.y(v));
            let same = g.vector(x, y);
            let turned = g.perp(e);
            let y = g.dot(turned, same);
            g.scale(y, e)
        },
        "(v.y, 0)",
    );
    becomes(
        |g| {
            let e = g.axis_y();
            let twice = g.add(e, e);
            g.length(twice)
        },
        "2",
    );
}

/// s ⟨u, v⟩ + s ⟨u, w⟩ = s ⟨u, v + w⟩, the same for ×, of what is known at one stage.
#[test]
fn products_with_one_vector_are_one() {
    becomes(
        |g| {
            let (n, a, b) = (given(g, "p_a"), given(g, "v_a"), given(g, "v_b"));
            let (first, second) = (g.dot(n, a), g.dot(b, n));
            g.sub(second, first)
        },
        "−p_a·(v_a − v_b)",
    );
    becomes(
        |g| {
            let (n, a, b) = (given(g, "p_a"), given(g, "v_a"), given(g, "v_b"));
            let (first, second) = (g.cross(n, a), g.cross(b, n));
            g.sub(second, first)
        },
        "−p_a × (v_a + v_b)",
    );
    let scaled = |g: &mut VectorIr, second: &str| {
        let (n, a, b) = (given(g, "p_a"), given(g, "v_a"), given(g, "v_b"));
        let (s, t) = (given(g, "s"), given(g, second));
        let (first, second) = (g.dot(n, a), g.dot(b, n));
        let (first, second) = (g.mul(s, first), g.mul(t, second));
        g.sub(first, second)
    };
    becomes(|g| scaled(g, "s"), "s p_a·(v_a − v_b)");
    becomes(|g| scaled(g, "t"), "s (p_a·v_a) − t (p_a·v_b)");
    // u is known before v_a is: merged, nothing could be prepared.
    becomes(
        |g| {
            let (n, a, u) = (given(g, "p_a"), given(g, "v_a"), given(g, "u"));
            let (first, second) = (g.dot(n, a), g.dot(u, n));
            g.add(second, first)
        },
        "p_a·v_a + p_a·u",
    );
}

/// s u + t u = (s + t) u.
#[test]
fn scaled_vectors_are_one() {
    becomes(
        |g| {
            let (s, t, u) = (given(g, "s"), given(g, "t"), given(g, "u"));
            let (first, second) = (g.scale(s, u), g.scale(t, u));
            g.sub(first, second)
        },
        "(s − t) u",
    );
    becomes(
        |g| {
            let (s, t, u) = (given(g, "s"), given(g, "t"), given(g, "u"));
            let inner = g.scale(t, u);
            let minus = g.neg(s);
            g.scale(minus, inner)
        },
        "−s t u",
    );
}
