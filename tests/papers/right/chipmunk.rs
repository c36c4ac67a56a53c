//! C37 … C53: Chipmunk's joints as paper 002 derives them.
//!
//! Their formulas are impulses: what one of them leaves of a velocity is asked of the generated code.

use constraint_core::Scalar;
use constraint_core::joints::{AngleJoint, DampedRotarySpring, DampedSpring, DistanceJoint, LineJoint, MotorJoint};
use glam::{DMat2, DVec2};

use super::nape::pivot;
use crate::derived::{effective_mass, impulse, jacobian, position, solved, updated, velocities, velocity};
use crate::forms::{Decay, Spinning};
use crate::state::{Body, Pair, double, scalar, vec2};
use crate::table::{Right, sides};

/// A pin: a rod whose length matters to C only.
pub fn pin(pair: &Pair) -> DistanceJoint {
    let (local_anchor_a, local_anchor_b) = (vec2(pair.a1), vec2(pair.a2));
    DistanceJoint { local_anchor_a, local_anchor_b, lower: 1.0, upper: 1.0 }
}

/// `β φ₂ − φ₁` kept within limits; equal ones make a gear.
pub fn gear(ratio: f64, lower: Scalar, upper: Scalar) -> AngleJoint {
    AngleJoint { ratio: scalar(ratio), lower, upper }
}

/// n (DD1) and `m_n` (DD3) of a pin.
pub fn normal(pair: &Pair) -> (DVec2, f64) {
    let n = pair.d / pair.d.length();
    let Pair { m1, m2, i1, i2, r1, r2, .. } = *pair;
    let mass = 1.0 / (1.0 / m1 + r1.perp_dot(n).powi(2) / i1 + 1.0 / m2 + r2.perp_dot(n).powi(2) / i2);
    (n, mass)
}

/// k of a pivot (DD6).
pub fn mass_matrix(pair: &Pair) -> DMat2 {
    let Pair { m1, m2, i1, i2, r1, r2, .. } = *pair;
    let k11 = 1.0 / m1 + 1.0 / m2 + r1.y * r1.y / i1 + r2.y * r2.y / i2;
    let k12 = -r1.x * r1.y / i1 - r2.x * r2.y / i2;
    let k22 = 1.0 / m1 + 1.0 / m2 + r1.x * r1.x / i1 + r2.x * r2.x / i2;
    DMat2::from_cols(DVec2::new(k11, k12), DVec2::new(k12, k22))
}

/// IM1: the velocities after an impulse J at the constraint.
fn im1(pair: &Pair, j: DVec2) -> (DVec2, f64, DVec2, f64) {
    let Pair { v1, v2, w1, w2, m1, m2, i1, i2, r1, r2, .. } = *pair;
    (v1 - j / m1, w1 - r1.perp_dot(j) / i1, v2 + j / m2, w2 + r2.perp_dot(j) / i2)
}

pub const LINEAR: &[Right] = &[
    Right {
        number: 37,
        place: "002 DD3, §3.4.3 (l.285-293)",
        formula: "pin J = (−r_v · n) m_n",
        at: |random| {
            let s = Pair::random(random);
            let (n, m_n) = normal(&s);
            let j = -s.rv().dot(n) * m_n;
            let (lambda, after) = solved(&pin(&s), &s.bodies(), 0.0, 1.0);
            let left = velocity(&pin(&s), &after);
            sides((j, im1(&s, j * n), 0.0), (lambda, velocities(&after), left))
        },
    },
    Right {
        number: 38,
        place: "002 §3.4.3 (l.273)",
        formula: "pin, the velocities after J = J n substituted: what is left of r_v · n",
        at: |random| {
            let s = Pair::random(random);
            let Pair { v1, v2, w1, w2, m1, m2, i1, i2, r1, r2, .. } = s;
            let ((n, _), j) = (normal(&s), s.lambda[0]);
            let jn = j * n;
            let substituted = v2 + jn / m2 + (w2 + r2.perp_dot(jn) / i2) * r2.perp() - v1
                + jn / m1
                + (-w1 + r1.perp_dot(jn) / i1) * r1.perp();
            sides(substituted.dot(n), velocity(&pin(&s), &updated(&pin(&s), &s.bodies(), &[j])))
        },
    },
    Right {
        number: 39,
        place: "002 §3.4.3 (l.277), §3.4.9 (l.447)",
        formula: "the same with J factored out, n · n = 1 included",
        at: |random| {
            let s = Pair::random(random);
            let Pair { v1, v2, w1, w2, m1, m2, i1, i2, r1, r2, .. } = s;
            let ((n, _), j) = (normal(&s), s.lambda[0]);
            let bracket = n / m2 + r2.perp_dot(n) * r2.perp() / i2 + n / m1 + r1.perp_dot(n) * r1.perp() / i1;
            let factored =
                (j * n).dot(n) * bracket.dot(n) + v2.dot(n) + w2 * r2.perp().dot(n) - v1.dot(n) - w1 * r1.perp().dot(n);
            sides(factored, velocity(&pin(&s), &updated(&pin(&s), &s.bodies(), &[j])))
        },
    },
    Right {
        number: 40,
        place: "002 §3.4.3 (l.281)",
        formula: "r_⊥ · n = r × n",
        at: |random| {
            let s = Pair::random(random);
            let (n, _) = normal(&s);
            let j = jacobian(&pin(&s), &s.bodies());
            let (one, two) = (DVec2::new(-s.r1.y, s.r1.x), DVec2::new(-s.r2.y, s.r2.x));
            let crosses = [s.r1.x * n.y - s.r1.y * n.x, s.r2.x * n.y - s.r2.y * n.x];
            sides(([one.dot(n), two.dot(n)], crosses), ([-j[2], j[5]], [-j[2], j[5]]))
        },
    },
    Right {
        number: 41,
        place: "002 DD4, DD5, DD8",
        formula: "v_p = ω r_⊥ + v is d(x + r)/dt, and r_v = v_p2 − v_p1",
        at: |random| {
            let s = Pair::random(random);
            let Pair { v1, v2, w1, w2, r1, r2, .. } = s;
            let perpendicular = |r: DVec2| DVec2::new(-r.y, r.x);
            let (p1, p2) = (w1 * perpendicular(r1) + v1, w2 * perpendicular(r2) + v2);
            let still = Body { v: DVec2::ZERO, w: 0.0, ..s.bodies()[0] };
            let alone = velocity(&pivot(&s), &[still, s.bodies()[1]]);
            let arm = velocity(&Spinning { local: vec2(s.a2) }, &[s.bodies()[1], still]);
            let derived = (alone, velocity(&pivot(&s), &s.bodies()), [arm[0], arm[1]]);
            sides((p2, p2 - p1, w2 * perpendicular(r2)), derived)
        },
    },
    Right {
        number: 42,
        place: "002 IM1",
        formula: "v₁' = v₁ − J/m₁, v₂' = v₂ + J/m₂, ω₁' = ω₁ − r₁ × J/I₁, ω₂' = ω₂ + r₂ × J/I₂",
        at: |random| {
            let s = Pair::random(random);
            sides(im1(&s, s.lambda_xy()), velocities(&updated(&pivot(&s), &s.bodies(), &s.lambda)))
        },
    },
    Right {
        number: 43,
        place: "002 §3.4.6 (l.345-373)",
        formula: "pivot J = k⁻¹(−r_v), and the equation that it solves",
        at: |random| {
            let s = Pair::random(random);
            let Pair { m1, m2, i1, i2, r1, r2, .. } = s;
            let j = mass_matrix(&s).inverse() * -s.rv();
            let by_terms =
                j * (1.0 / m2 + 1.0 / m1) + r2.perp_dot(j) / i2 * r2.perp() + r1.perp_dot(j) / i1 * r1.perp();
            let (lambda, after) = solved(&pivot(&s), &s.bodies(), 0.0, 1.0);
            let before: Vec<f64> = velocity(&pivot(&s), &s.bodies()).iter().map(|v| -v).collect();
            sides((j, by_terms, [0.0; 2]), (lambda, before, velocity(&pivot(&s), &after)))
        },
    },
    Right {
        number: 44,
        place: "002 §3.4.6 (l.357)",
        formula: "(r × J) r_⊥ = (J_x r_y² − J_y r_x r_y, J_y r_x² − J_x r_x r_y)",
        at: |random| {
            let s = Pair::random(random);
            let (r, j) = (s.r2, s.lambda_xy());
            // K of a pivot that can do nothing but turn its second body, of inertia 1.
            let [one, two] = s.bodies();
            let one = Body { m: f64::INFINITY, i: f64::INFINITY, ..one };
            let k = effective_mass(&pivot(&s), &[one, Body { m: f64::INFINITY, i: 1.0, ..two }]);
            let printed = [j.x * r.y * r.y - j.y * r.x * r.y, j.y * r.x * r.x - j.x * r.x * r.y];
            sides(printed, [k[0] * j.x + k[1] * j.y, k[2] * j.x + k[3] * j.y])
        },
    },
    Right {
        number: 45,
        place: "002 IM5 (l.387)",
        formula: "groove: −(p₂ × n) n_⊥ + n (g_a · n) is on the line, where p₂ is along it",
        at: |random| {
            let s = Pair::random(random);
            let [a, b] = s.bodies();
            let along = DVec2::new(random.positive(), random.number());
            let (g_a, g_b) = (a.point(s.a1), a.point(s.a1 + along));
            let n = ((g_b - g_a) / (g_b - g_a).length()).perp();
            let p2 = b.point(s.a2);
            let closest = -p2.perp_dot(n) * n.perp() + n * g_a.dot(n);
            // The line joint sees the second anchor at the point when its body is moved by the difference.
            let (lower, upper) = (0.0, 1.0);
            let (local_anchor_a, local_anchor_b) = (vec2(s.a1), vec2(s.a2));
            let joint = LineJoint { local_anchor_a, local_direction_a: vec2(along), local_anchor_b, lower, upper };
            let there = position(&joint, &[a, Body { x: b.x + closest - p2, ..b }]);
            sides([0.0, there[1]], [there[0], position(&joint, &[a, b])[1]])
        },
    },
    Right {
        number: 46,
        place: "002 §3.4.9 (5)-(8), l.459-479",
        formula: "damping J = −(1 − γ)(r_v · n) m_n leaves γ r_v · n",
        at: |random| {
            let s = Pair::random(random);
            let (n, m_n) = normal(&s);
            let (zeta, t) = (random.positive(), 0.25);
            let gamma = (-zeta / m_n * t).exp();
            let j = -(1.0 - gamma) * s.rv().dot(n) * m_n;
            let after = updated(&pin(&s), &s.bodies(), &[j]);
            let (local_anchor_a, local_anchor_b) = (vec2(s.a1), vec2(s.a2));
            let (rest_length, stiffness, damping) = (1.0, 0.0, scalar(zeta));
            let damper = DampedSpring { local_anchor_a, local_anchor_b, rest_length, stiffness, damping };
            let derived = (velocity(&pin(&s), &after), solved(&damper, &s.bodies(), 0.0, t).0);
            sides([gamma * s.rv().dot(n), j], derived)
        },
    },
    Right {
        number: 47,
        place: "002 §3.4.9 (l.467)",
        formula: "γ = exp(−ζt/m_n) is the decay by m_n dv/dt = −ζv",
        at: |random| {
            let s = Pair::random(random);
            let (_, m_n) = normal(&s);
            let (zeta, v0, t) = (0.25 * random.positive(), random.number(), random.positive());
            // The rate is a parameter, which is kept in the world's scalar.
            let rate = double(scalar(zeta / m_n));
            let decay = Decay { speed: scalar(v0), rate: scalar(rate) };
            let clock = [Body { angle: t, w: 1.0, ..s.bodies()[0] }];
            let v = v0 * (-rate * t).exp();
            let mass = 1.0 / effective_mass(&pin(&s), &s.bodies())[0];
            let acceleration = velocity(&decay, &clock)[0];
            sides((v, -rate * m_n * v), (position(&decay, &clock), mass * acceleration))
        },
    },
];

pub const ROTARY: &[Right] = &[
    Right {
        number: 48,
        place: "002 §3.4.12 (10)-(12)",
        formula: "rotary damping J = −(1 − γ)(ω₂ − ω₁)/(1/I₂ + 1/I₁) leaves γ(ω₂ − ω₁)",
        at: |random| {
            let s = Pair::random(random);
            let inverse = 1.0 / s.i1 + 1.0 / s.i2;
            let (zeta, t) = (random.positive(), 0.5);
            let gamma = (-zeta * inverse * t).exp();
            let j = -((1.0 - gamma) * (s.w2 - s.w1)) / inverse;
            let joint = gear(1.0, 0.0, 0.0);
            let damper = DampedRotarySpring { rest_angle: 0.0, stiffness: 0.0, damping: scalar(zeta) };
            let left = velocity(&joint, &updated(&joint, &s.bodies(), &[j]));
            sides([gamma * (s.w2 - s.w1), j], (left, solved(&damper, &s.bodies(), 0.0, t).0))
        },
    },
    Right {
        number: 49,
        place: "002 §3.4.14 (13), l.617",
        formula: "rotary limit J = (ω₁ − ω₂)/(1/I₂ + 1/I₁) stops the relative rate",
        at: |random| {
            let s = Pair::random(random);
            let joint = gear(1.0, 0.0, 0.0);
            let (lambda, after) = solved(&joint, &s.bodies(), 0.0, 1.0);
            let j = (s.w1 - s.w2) / (1.0 / s.i2 + 1.0 / s.i1);
            sides([j, 0.0], (lambda, velocity(&joint, &after)))
        },
    },
    Right {
        number: 50,
        place: "002 §3.4.17 (14), l.667-675",
        formula: "gear J = (ω₁ − βω₂)/(β/I₂ + 1/(I₁β)), which is βλ",
        at: |random| {
            let s = Pair::random(random);
            let (joint, beta) = (gear(s.ratio, 0.0, 0.0), s.ratio);
            let (lambda, after) = solved(&joint, &s.bodies(), 0.0, 1.0);
            let j = (s.w1 - beta * s.w2) / (beta / s.i2 + 1.0 / s.i1 / beta);
            sides([j, 0.0], (beta * lambda[0], velocity(&joint, &after)))
        },
    },
    Right {
        number: 51,
        place: "002 §3.4.17",
        formula: "gear update (−J/β, +J) is Jᵀλ with λ = J/β",
        at: |random| {
            let s = Pair::random(random);
            let (j, beta) = (s.lambda[0], s.ratio);
            let joint = gear(beta, 0.0, 0.0);
            let after = (s.w1 - j / s.i1 / beta, s.w2 + j / s.i2);
            let moved = updated(&joint, &s.bodies(), &[j / beta]);
            let applied = impulse(&joint, &s.bodies(), &[j / beta]);
            sides(([-j / beta, j], after), ([applied[2], applied[5]], [moved[0].w, moved[1].w]))
        },
    },
    Right {
        number: 52,
        place: "002 §3.4.19 (15), IM12",
        formula: "simple motor J = (ω₁ − ω₂ − ω_r)/(1/I₂ + 1/I₁) makes ω₂ − ω₁ = −ω_r",
        at: |random| {
            let s = Pair::random(random);
            let motor = MotorJoint { ratio: 1.0, rate: scalar(-s.phi), max_torque: 1e6 };
            let (lambda, after) = solved(&motor, &s.bodies(), 0.0, 1.0);
            let j = (s.w1 - s.w2 - s.phi) / (1.0 / s.i2 + 1.0 / s.i1);
            sides([j, -s.phi], (lambda, after[1].w - after[0].w))
        },
    },
    Right {
        number: 53,
        place: "002 IM4",
        formula: "pivot b = k_erp/Δt (p₂ − p₁): its sign",
        at: |random| {
            let s = Pair::random(random);
            let rate = random.positive();
            let b = rate * s.d;
            let j = mass_matrix(&s).inverse() * (-b - s.rv());
            let (lambda, after) = solved(&pivot(&s), &s.bodies(), rate, 1.0);
            sides((j, -b), (lambda, velocity(&pivot(&s), &after)))
        },
    },
];
