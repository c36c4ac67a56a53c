//! C01 … C11: the algebra with which the papers derive. Each identity is the value or the derivative of a closure.

use constraint_core::Pass;
use glam::DVec2;

use crate::derived::{Solver, jacobian, position, velocity};
use crate::forms::{Length, OuterProducts, Products, Spinning, ZeroCross};
use crate::state::{Body, Random, scalar, vec2};
use crate::table::{Right, Sides, sides};

/// u, v and w as bodies, and as vectors.
fn three(random: &mut Random) -> ([Body; 3], [DVec2; 3]) {
    let bodies = [Body::random(random), Body::random(random), Body::random(random)];
    (bodies, bodies.map(|body| body.x))
}

/// A body whose arm is turning at `rate`, and a body at rest at `u`; with the rates of `Spinning`'s rows.
fn spinning(random: &mut Random, rate: f64, u: DVec2) -> (DVec2, Vec<f64>) {
    let local = random.vector();
    let turning = Body { w: rate, ..Body::random(random) };
    let still = Body { x: u, v: DVec2::ZERO, ..Body::random(random) };
    (turning.arm(local), velocity(&Spinning { local: vec2(local) }, &[turning, still]))
}

fn zero_cross(random: &mut Random) -> Sides {
    let [p, q, r, s] = [random.positive(), random.number(), 0.25 * random.number(), -random.positive()];
    let joint = ZeroCross { p: scalar(p), q: scalar(q), r: scalar(r), s: scalar(s) };
    let (a, b) = (Body::random(random), Body::random(random));
    let alone = Body { i: f64::INFINITY, ..Body::random(random) };
    // K with its second row and column zero: the inverse of what is left, with zeros put back.
    let (k11, k13, k33) = (p * p / a.i + q * q / b.i, p * r / a.i + q * s / b.i, r * r / a.i + s * s / b.i);
    let determinant = k11 * k33 - k13 * k13;
    let (v1, v3) = (p * a.w + q * b.w, r * a.w + s * b.w);
    let printed = [-(k33 * v1 - k13 * v3) / determinant, 0.0, -(k11 * v3 - k13 * v1) / determinant];
    let mut bodies = [a, b, alone];
    let mut solver = Solver::new(&joint, &bodies, 1.0);
    solver.solve(Pass::<f64>::relax().bias_rate, &mut bodies);
    sides(printed, solver.lambda)
}

pub const ROWS: &[Right] = &[
    Right {
        number: 1,
        place: "000 §1 (l.40)",
        formula: "u × v = [u]ₓ · v",
        at: |random| {
            let (bodies, [u, v, _]) = three(random);
            let value = position(&Products {}, &bodies);
            let printed = [u.x * v.y - u.y * v.x, DVec2::new(-u.y, u.x).dot(v)];
            sides(printed, [value[1], value[2]])
        },
    },
    Right {
        number: 2,
        place: "000 §1 (l.42, l.46)",
        formula: "u vᵀ = u ⊗ v = ((uₓvₓ, uₓv_y), (u_yvₓ, u_yv_y))",
        at: |random| {
            let (bodies, [u, v, _]) = three(random);
            let j = jacobian(&OuterProducts {}, &bodies);
            let printed = [u.x * v.x, u.x * v.y, u.y * v.x, u.y * v.y];
            sides(printed, [j[6], j[7], j[15], j[16]])
        },
    },
    Right {
        number: 3,
        place: "000, 001 §1 (l.48)",
        formula: "[u]ₓ [v]ₓᵀ = u ⊙ v = ((u_yv_y, −u_yvₓ), (−uₓv_y, uₓvₓ))",
        at: |random| {
            let (bodies, [u, v, _]) = three(random);
            let j = jacobian(&OuterProducts {}, &bodies);
            let printed = [u.y * v.y, -u.y * v.x, -u.x * v.y, u.x * v.x];
            sides(printed, [j[24], j[25], j[33], j[34]])
        },
    },
    Right {
        number: 4,
        place: "000 §1 (l.59)",
        formula: "u × v = −v × u and [u]ₓ · v = −u · [v]ₓ",
        at: |random| {
            let (bodies, [u, v, _]) = three(random);
            let value = position(&Products {}, &bodies);
            let printed = [-(v.x * u.y - v.y * u.x), -(u.x * -v.y + u.y * v.x)];
            sides((printed, -value[3]), (value[1], value[2], value[2]))
        },
    },
    Right {
        number: 5,
        place: "000, 001 §1 (l.64, l.66)",
        formula: "[v]ₓ · [u]ₓ = v · u and [[v]ₓ]ₓ = −v",
        at: |random| {
            let (bodies, [u, v, _]) = three(random);
            let value = position(&Products {}, &bodies);
            sides((v.x * u.x + v.y * u.y, -u), (value[4], [value[5], value[6]]))
        },
    },
    Right {
        number: 6,
        place: "000, 001 §1 (l.83)",
        formula: "(u × v) × w = (u × v) [w]ₓ",
        at: |random| {
            let (u, v) = (random.vector(), random.vector());
            let product = u.x * v.y - u.y * v.x;
            let (w, rates) = spinning(random, product, u);
            sides(product * DVec2::new(-w.y, w.x), [rates[0], rates[1]])
        },
    },
    Right {
        number: 7,
        place: "000, 001 §1 (l.85)",
        formula: "u × (s × v) = s (u · v)",
        at: |random| {
            let (s, u) = (random.number(), random.vector());
            let (v, rates) = spinning(random, s, u);
            sides(s * (u.x * v.x + u.y * v.y), rates[4])
        },
    },
    Right {
        number: 8,
        place: "000, 001 §1 (l.87)",
        formula: "(s × u) × v = −s (u · v)",
        at: |random| {
            let (s, v) = (random.number(), random.vector());
            let (u, rates) = spinning(random, s, v);
            sides(-s * (u.x * v.x + u.y * v.y), rates[5])
        },
    },
    Right {
        number: 9,
        place: "001 §1, triple products",
        formula: "u × (v × w) = −(v × w) [u]ₓ",
        at: |random| {
            let (v, w) = (random.vector(), random.vector());
            let product = v.x * w.y - v.y * w.x;
            let (u, rates) = spinning(random, product, v);
            sides(-product * DVec2::new(-u.y, u.x), [rates[2], rates[3]])
        },
    },
    Right {
        number: 10,
        place: "000, 001 §1 (l.97)",
        formula: "d|u|/dt = (u · du/dt)/|u|",
        at: |random| {
            let u = Body::random(random);
            sides(u.x.dot(u.v) / u.x.dot(u.x).sqrt(), velocity(&Length {}, &[u]))
        },
    },
    Right {
        number: 11,
        place: "000 §2 (l.155)",
        formula: "the inverse of a K with a zero-cross has the same zero-cross",
        at: zero_cross,
    },
];
