//! E33 … E42: pins, slides, grooves and springs (paper 002).

use constraint_core::Scalar;
use constraint_core::joints::{DistanceJoint, LineJoint};
use glam::DVec2;

use crate::derived::{impulse, position_error, solved};
use crate::forms::{RotarySpringEnergy, SpringEnergy};
use crate::outcome::{H, drift, spring};
use crate::right::chipmunk::{mass_matrix, normal};
use crate::state::{Body, Pair, Random, double, limits_for, scalar, vec2};
use crate::table::{Readings, Wrong, readings};

/// Between the anchors of a pair.
fn slide(s: &Pair, lower: Scalar, upper: Scalar) -> DistanceJoint {
    DistanceJoint { local_anchor_a: vec2(s.a1), local_anchor_b: vec2(s.a2), lower, upper }
}

/// A slide beyond a limit, at which the anchors leave it fast: without a clamp the limit pulls.
fn leaving(random: &mut Random) -> Readings {
    let mut s = Pair::random(random);
    let beyond = if random.choice(2) == 0 { -1.0 } else { 1.0 };
    let (n, m_n) = normal(&s);
    s.v2 -= beyond * 32.0 * n;
    let (lower, upper) = limits_for(s.d.length(), beyond);
    let (joint, rate) = (slide(&s, lower, upper), random.positive());
    let b = rate * position_error(&joint, &s.bodies())[0];
    let j = (-b - s.rv().dot(n)) * m_n;
    // Along this n, the limit `max` pulls the anchors together, and `min` pushes them apart.
    let correct = if beyond > 0.0 { j.min(0.0) } else { j.max(0.0) };
    readings(j, correct, solved(&joint, &s.bodies(), rate, H).0)
}

/// A groove that is fixed, in which a body's centre is: there k is E₂/m₂ and the projection is exact.
fn groove(random: &mut Random) -> Readings {
    let (mut s, direction) = (Pair::random(random), DVec2::new(random.positive(), random.number()));
    let wall = Body { v: DVec2::ZERO, w: 0.0, m: f64::INFINITY, i: f64::INFINITY, ..s.bodies()[0] };
    s = Pair::of(wall, s.bodies()[1], s.a1, DVec2::ZERO);
    let n = wall.arm(direction.normalize()).perp();
    let printed = mass_matrix(&s).inverse() * -s.rv();
    let (lower, upper) = (Scalar::NEG_INFINITY, Scalar::INFINITY);
    let (local_anchor_a, local_anchor_b) = (vec2(s.a1), vec2(s.a2));
    let joint = LineJoint { local_anchor_a, local_direction_a: vec2(direction), local_anchor_b, lower, upper };
    let blocks = impulse(&joint, &s.bodies(), &solved(&joint, &s.bodies(), 0.0, H).0);
    readings(printed, printed.dot(n) * n, [blocks[3], blocks[4]])
}

fn damped_spring(random: &mut Random) -> Readings {
    let s = Pair::random(random);
    let (stiffness, rest, (n, _)) = (random.positive(), random.positive(), normal(&s));
    let energy = SpringEnergy {
        local_anchor_a: vec2(s.a1),
        local_anchor_b: vec2(s.a2),
        rest_length: scalar(rest),
        stiffness: scalar(stiffness),
    };
    // IM1, with J = J n on the second body.
    let on_bodies = |j: DVec2| (-j, -s.r1.perp_dot(j), j, s.r2.perp_dot(j));
    let elastic = stiffness * (s.d.length() - rest) * H * n;
    let derived = impulse(&energy, &s.bodies(), &[-H]);
    // IM6 has no norm: the vector p₂ − p₁ − d, with d taken from each component.
    let componentwise = stiffness * (s.d - DVec2::splat(rest)).dot(n) * H * n;
    readings(on_bodies(elastic), on_bodies(-elastic), derived).or(on_bodies(componentwise))
}

fn rotary_spring(random: &mut Random) -> (Pair, f64, f64, f64) {
    let s = Pair::random(random);
    let (stiffness, rest) = (random.positive(), random.positive());
    let energy = RotarySpringEnergy { rest_angle: scalar(rest), stiffness: scalar(stiffness) };
    let derived = impulse(&energy, &s.bodies(), &[-H])[5];
    (s, stiffness, rest, derived)
}

/// The absolute value matters where the angle is negative.
fn absolute(random: &mut Random) -> Readings {
    let (s, stiffness, rest, derived) =
        std::iter::repeat_with(|| rotary_spring(random)).find(|(s, ..)| s.th2 < s.th1).expect("half of all pairs");
    let with = stiffness * ((s.th2 - s.th1).abs() - rest) * H;
    readings(with, -stiffness * (s.th2 - s.th1 - rest) * H, derived).or(-with)
}

pub const ROWS: &[Wrong] = &[
    Wrong {
        number: 33,
        place: "002 IM2 (l.248), pin joint, b",
        printed: "b = k_erp/Δt (p₂ − p₁ − (x₂ + r₂) − (x₁ + r₁))",
        correct: "b = k_erp/Δt (|(x₂ + r₂) − (x₁ + r₁)| − dist₀)",
        at: |random| {
            let s = Pair::random(random);
            let (rate, dist0, (n, _)) = (random.positive(), random.positive(), normal(&s));
            let (p1, p2) = (s.x1 + s.r1, s.x2 + s.r2);
            let vector = rate * (p2 - p1 - (s.x2 + s.r2) - (s.x1 + s.r1));
            let parentheses = rate * ((p2 - p1) - ((s.x2 + s.r2) - (s.x1 + s.r1)));
            let reversed = rate * (dist0 - (p2 - p1).length());
            let error = position_error(&slide(&s, scalar(dist0), scalar(dist0)), &s.bodies());
            readings(vector, rate * ((p2 - p1).length() - dist0), rate * error[0])
                .or(vector.dot(n))
                .or(parentheses.dot(n))
                .or(reversed)
        },
        outcome: drift::pin,
    },
    Wrong {
        number: 34,
        place: "002 IM3 (l.311), slide joint, b at max",
        printed: "b = k_erp/Δt (p₂ − p₁ − max) if p₂ − p₁ > max",
        correct: "b = k_erp/Δt (|p₂ − p₁| − max) if |p₂ − p₁| > max",
        at: |random| {
            // Where d is along an axis, its length is one of its components.
            let across = |s: &Pair| s.d.x.abs().min(s.d.y.abs()) > 0.25;
            let s = std::iter::repeat_with(|| Pair::random(random)).find(across).expect("most pairs");
            // About half of the distance, exact in `f32`.
            let max = (s.d.length() * 512.0).floor() / 1024.0;
            let (upper, rate, (n, _)) = (scalar(max), random.positive(), normal(&s));
            let vector = s.d - DVec2::splat(max);
            let error = position_error(&slide(&s, scalar(-8.0), upper), &s.bodies());
            readings(rate * vector, rate * (s.d.length() - max), rate * error[0])
                .or(rate * vector.x)
                .or(rate * vector.dot(n))
        },
        outcome: drift::rope,
    },
    Wrong {
        number: 35,
        place: "002 IM3 (l.311), slide joint, b at min",
        printed: "b = k_erp/Δt (min − p₂ − p₁) if p₂ − p₁ < min",
        correct: "b = k_erp/Δt (|p₂ − p₁| − min) if |p₂ − p₁| < min",
        at: |random| {
            let s = Pair::random(random);
            let (lower, upper) = limits_for(s.d.length(), -1.0);
            let (rate, min) = (random.positive(), double(lower));
            let vector = DVec2::splat(min) - (s.x2 + s.r2) - (s.x1 + s.r1);
            let error = position_error(&slide(&s, lower, upper), &s.bodies());
            readings(rate * (min - s.d.length()), rate * (s.d.length() - min), rate * error[0]).or(rate * vector)
        },
        outcome: drift::strut,
    },
    Wrong {
        number: 36,
        place: "002 IM3, slide joint, J",
        printed: "J as of the pin joint",
        correct: "J, accumulated, clamped to one sign: it pushes at min and pulls at max",
        at: leaving,
        outcome: drift::pull,
    },
    Wrong {
        number: 37,
        place: "002 IM5 (l.387), groove joint, J",
        printed: "J as of the pivot joint",
        correct: "J projected on n while the pivot is inside the groove",
        at: groove,
        outcome: drift::groove,
    },
    Wrong {
        number: 39,
        place: "002 IM6 (l.402), (4) l.417-421, l.483, damped spring",
        printed: "J = +k(|p₂ − p₁| − d) Δt n",
        correct: "J = −k(|p₂ − p₁| − d) Δt n",
        at: damped_spring,
        outcome: spring::linear,
    },
    Wrong {
        number: 41,
        place: "002 IM8 (l.521), (9) l.532-540, l.578, damped rotary spring",
        printed: "J = +k(φ₂ − φ₁ − θ) Δt",
        correct: "J = −k(φ₂ − φ₁ − θ) Δt",
        at: |random| {
            let (s, stiffness, rest, derived) = rotary_spring(random);
            let printed = stiffness * (s.th2 - s.th1 - rest) * H;
            readings(printed, -printed, derived)
        },
        outcome: spring::rotary,
    },
    Wrong {
        number: 42,
        place: "002 (9) l.536-540, l.578, damped rotary spring",
        printed: "k(|φ₂ − φ₁| − θ)",
        correct: "k(φ₂ − φ₁ − θ)",
        at: absolute,
        outcome: spring::absolute,
    },
];
