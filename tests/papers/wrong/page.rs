//! E50 … E52: the code of the line page (paper 003).

use crate::derived::{effective_mass, velocity};
use crate::outcome::solve as outcome;
use crate::right::sheet::Rail;
use crate::state::Body;
use crate::table::{Wrong, readings};

pub const ROWS: &[Wrong] = &[
    Wrong {
        number: 50,
        place: "003 preStep (l.68-70), k",
        printed: "k = invM2 + (r2 × t) invI2 − (invM1 + ((r1 + u) × t) invI1) + γ",
        correct: "k = invM1 + invM2 + ((r1 + u) × t)² invI1 + (r2 × t)² invI2 + γ",
        at: |random| {
            let Rail { joint, pair: s, t, u, .. } = Rail::random(random);
            let (gamma, one, two) = (random.positive(), (s.r1 + u).perp_dot(t), s.r2.perp_dot(t));
            let printed = 1.0 / s.m2 + two / s.i2 - (1.0 / s.m1 + one / s.i1) + gamma;
            let correct = 1.0 / s.m1 + 1.0 / s.m2 + one * one / s.i1 + two * two / s.i2 + gamma;
            readings(printed, correct, effective_mass(&joint, &s.bodies())[0] + gamma)
        },
        outcome: outcome::page_mass,
    },
    Wrong {
        number: 51,
        place: "003 preStep (l.68-70), k with body 1 static",
        printed: "k = invM2 + (r2 × t) invI2 + γ",
        correct: "k = invM2 + (r2 × t)² invI2 + γ",
        at: |random| {
            let Rail { joint, pair: s, t, .. } = Rail::random(random);
            let (gamma, two) = (random.positive(), s.r2.perp_dot(t));
            let [one, other] = s.bodies();
            let bodies = [Body { m: f64::INFINITY, i: f64::INFINITY, ..one }, other];
            let k = |cross: f64| 1.0 / s.m2 + cross / s.i2 + gamma;
            readings(k(two), k(two * two), effective_mass(&joint, &bodies)[0] + gamma)
        },
        outcome: outcome::page_mass_fixed,
    },
    Wrong {
        number: 52,
        place: "003 solve (l.86), J v, angular term of body 1",
        printed: "r2.add(u).cross(t) * body1.angularVelocity",
        correct: "r1.add(u).cross(t) * body1.angularVelocity",
        at: |random| {
            let Rail { joint, pair: s, t, u, .. } = Rail::random(random);
            let jv =
                |arm: glam::DVec2| t.dot(s.v2) + s.r2.perp_dot(t) * s.w2 - (t.dot(s.v1) + (arm + u).perp_dot(t) * s.w1);
            readings(jv(s.r2), jv(s.r1), velocity(&joint, &s.bodies()))
        },
        outcome: outcome::page_velocity,
    },
];
