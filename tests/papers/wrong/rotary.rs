//! E43 … E47: rotary limits, ratchets and gears (paper 002).

use constraint_core::Scalar;
use constraint_core::joints::AngleJoint;

use crate::derived::{position_error, solved};
use crate::outcome::{H, rotary as outcome};
use crate::right::chipmunk::gear;
use crate::state::{Pair, Random, double, limits_for, scalar};
use crate::table::{Readings, Wrong, readings};

/// A limit of which the angle is on the far side, of either sign: the limit, and its value.
fn beyond_limit(random: &mut Random, s: &Pair) -> (AngleJoint, f64, f64) {
    let side = if random.choice(2) == 0 { -1.0 } else { 1.0 };
    let (lower, upper) = limits_for(s.th2 - s.th1, side);
    (gear(1.0, lower, upper), double(if side > 0.0 { upper } else { lower }), side)
}

/// A ratchet behind its tooth: the joint, the tooth and the sign of ρ.
fn behind_tooth(random: &mut Random, s: &Pair) -> (AngleJoint, f64, f64) {
    let (joint, tooth, side) = beyond_limit(random, s);
    let (lower, upper) = if side > 0.0 { (Scalar::NEG_INFINITY, joint.upper) } else { (joint.lower, Scalar::INFINITY) };
    (gear(1.0, lower, upper), tooth, -side)
}

/// J without and with its clamp to `sign`, where the angle returns by itself, fast.
fn clamped(random: &mut Random, limit: fn(&mut Random, &Pair) -> (AngleJoint, f64, f64), sign: f64) -> Readings {
    let mut s = Pair::random(random);
    let (joint, angle, side) = limit(random, &s);
    let towards = sign * side;
    s.w2 += towards * 32.0;
    let rate = random.positive();
    let b = rate * (s.th2 - s.th1 - angle);
    let j = (-b + s.w1 - s.w2) / (1.0 / s.i1 + 1.0 / s.i2);
    readings(j, towards * (j * towards).max(0.0), solved(&joint, &s.bodies(), rate, H).0)
}

pub const ROWS: &[Wrong] = &[
    Wrong {
        number: 43,
        place: "002 IM9 (l.588), rotary limit, b",
        printed: "b = k_erp/Δt (max − φ₂ − φ₁), and with min",
        correct: "b = k_erp/Δt ((φ₂ − φ₁) − max), and with min",
        at: |random| {
            let s = Pair::random(random);
            let ((joint, limit, _), rate) = (beyond_limit(random, &s), random.positive());
            let correct = rate * ((s.th2 - s.th1) - limit);
            readings(rate * (limit - s.th2 - s.th1), correct, rate * position_error(&joint, &s.bodies())[0])
                .or(-correct)
        },
        outcome: outcome::limit,
    },
    Wrong {
        number: 44,
        place: "002 IM9, rotary limit, J",
        printed: "J of either sign",
        correct: "J, accumulated, at most 0 at max and at least 0 at min",
        at: |random| clamped(random, beyond_limit, -1.0),
        outcome: outcome::limit_pulls,
    },
    Wrong {
        number: 45,
        place: "002 IM10 (l.631), ratchet, b",
        printed: "b = k_erp/Δt (θ − (φ₂ − φ₁))",
        correct: "b = k_erp/Δt ((φ₂ − φ₁) − θ)",
        at: |random| {
            let s = Pair::random(random);
            let ((joint, tooth, _), rate) = (behind_tooth(random, &s), random.positive());
            let printed = rate * (tooth - (s.th2 - s.th1));
            readings(printed, -printed, rate * position_error(&joint, &s.bodies())[0])
        },
        outcome: outcome::ratchet,
    },
    Wrong {
        number: 46,
        place: "002 IM10, ratchet, J",
        printed: "J of either sign",
        correct: "J ρ, accumulated, at least 0",
        at: |random| clamped(random, behind_tooth, 1.0),
        outcome: outcome::ratchet_pulls,
    },
    Wrong {
        number: 47,
        place: "002 IM11 (l.646), gear joint, J",
        printed: "J = (−b − ω₂β + ω₁)/((1/I₁)(1/β) + 1/I₂)",
        correct: "J = (−b − ω₂β + ω₁)/(β/I₂ + 1/(I₁β))",
        at: |random| {
            let s = Pair::random(random);
            let (beta, sigma, rate) = (s.ratio, s.phi, random.positive());
            let b = rate * (s.th2 * beta - s.th1 - sigma);
            let numerator = -b - s.w2 * beta + s.w1;
            let printed = numerator / (1.0 / s.i1 * (1.0 / beta) + 1.0 / s.i2);
            let correct = numerator / (beta / s.i2 + 1.0 / (s.i1 * beta));
            let joint = gear(beta, scalar(sigma), scalar(sigma));
            readings(printed, correct, beta * solved(&joint, &s.bodies(), rate, H).0[0])
        },
        outcome: outcome::gear_pair,
    },
];
