//! E12 … E24: Nape's listings and its line joint (papers 000 and 001).

use glam::DVec2;

use crate::derived::{effective_mass, impulse, jacobian, velocity};
use crate::outcome::nape as outcome;
use crate::right::nape::{Line, angle_stop, pivot};
use crate::state::{Pair, Random};
use crate::table::{Wrong, readings};

/// A line joint at one of its limits: in between, the second row and its faults are switched off.
fn limited(random: &mut Random) -> Line {
    let w = if random.choice(2) == 0 { -1.0 } else { 1.0 };
    Line::weighted(random, w)
}

pub const ROWS: &[Wrong] = &[
    Wrong {
        number: 12,
        place: "000 §4.2 UserAngleJoint.__velocity (l.611)",
        printed: "err[0] = (weight * (ratio * v2.w)) - v1.w",
        correct: "err[0] = weight * (ratio * v2.z - v1.z)",
        at: |random| {
            let s = Pair::random(random);
            // At the upper limit the weight is 1, and the parentheses do not matter.
            let weight = -f64::from(random.choice(2));
            let printed = (weight * (s.ratio * s.w2)) - s.w1;
            let correct = weight * (s.ratio * s.w2 - s.w1);
            readings(printed, correct, velocity(&angle_stop(&s, weight), &s.bodies()))
        },
        outcome: outcome::inactive_limit,
    },
    Wrong {
        number: 13,
        place: "000 §4.2 UserAngleJoint.__eff_mass (l.611)",
        printed: "eff[0] = i1 + ratio*ratio*i2",
        correct: "eff[0] = weight*weight * (i1 + ratio*ratio*i2)",
        at: |random| {
            let s = Pair::random(random);
            let (i1, i2, weight) = (1.0 / s.i1, 1.0 / s.i2, 0.0);
            let printed = i1 + (s.ratio * s.ratio * i2);
            readings(printed, weight * weight * printed, effective_mass(&angle_stop(&s, weight), &s.bodies()))
        },
        outcome: outcome::inactive_mass,
    },
    Wrong {
        number: 16,
        place: "000 §3.5 (l.323, l.327), d₁ and c₁",
        printed: "d₁ = n · (d − r₁), c₁ = n × (d − r₁)",
        correct: "d₁ = n · (d + r₁), c₁ = n × (d + r₁)",
        at: |random| {
            let Line { joint, pair: s, w, n, d2, c2, .. } = limited(random);
            let v = |arm: DVec2| {
                let (d1, c1, dv) = (n.dot(arm), n.perp_dot(arm), s.v2 - s.v1);
                [n.perp_dot(dv) + s.w2 * d2 - s.w1 * d1, w * (n.dot(dv) - s.w2 * c2 + s.w1 * c1)]
            };
            readings(v(s.d - s.r1), v(s.d + s.r1), velocity(&joint, &s.bodies()))
        },
        outcome: outcome::line_velocity,
    },
    Wrong {
        number: 17,
        place: "000 §3.5 (l.335), J, second row, ω₂",
        printed: "+c₂",
        correct: "−c₂",
        at: |random| {
            let Line { joint, pair: s, w, n, d1, d2, c1, c2 } = limited(random);
            let first = (-n.perp(), -d1, n.perp(), d2);
            let j = |c2: f64| (first, (w * -n, w * c1, w * n, w * c2));
            readings(j(c2), j(-c2), jacobian(&joint, &s.bodies()))
        },
        outcome: outcome::line_jacobian,
    },
    Wrong {
        number: 18,
        place: "000 §3.5 (l.347), γ, second component",
        printed: "n_x λ_x − w n_y λ_y",
        correct: "n_x λ_x + w n_y λ_y",
        at: |random| {
            let Line { joint, pair: s, w, n, .. } = limited(random);
            let [x, y, _] = s.lambda;
            let blocks = impulse(&joint, &s.bodies(), &s.lambda);
            readings(n.x * x - w * n.y * y, n.x * x + w * n.y * y, blocks[4])
        },
        outcome: outcome::line_gamma,
    },
    Wrong {
        number: 19,
        place: "000 §3.5 (l.346), angular impulse on body 2",
        printed: "d₂ λ_x − w c₁ λ_y",
        correct: "d₂ λ_x − w c₂ λ_y",
        at: |random| {
            let Line { joint, pair: s, w, d2, c1, c2, .. } = limited(random);
            let [x, y, _] = s.lambda;
            let blocks = impulse(&joint, &s.bodies(), &s.lambda);
            readings(d2 * x - w * c1 * y, d2 * x - w * c2 * y, blocks[5])
        },
        outcome: outcome::line_impulse,
    },
    Wrong {
        number: 24,
        place: "001 §3.1 UserPivotJoint.__velocity (l.250)",
        printed: "err[1] = (v2.y + rel2.x*v2.z) - (v1.x + rel1.x*v1.z)",
        correct: "err[1] = (v2.y + rel2.x*v2.z) - (v1.y + rel1.x*v1.z)",
        at: |random| {
            let s = Pair::random(random);
            let Pair { v1, v2, w1, w2, r1: rel1, r2: rel2, .. } = s;
            let v = velocity(&pivot(&s), &s.bodies());
            let second = |v1_y: f64| (v2.y + rel2.x * w2) - (v1_y + rel1.x * w1);
            readings(second(v1.x), second(v1.y), v[1])
        },
        outcome: outcome::user_pivot,
    },
];
