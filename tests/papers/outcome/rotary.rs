//! E43 … E47: rotary limits, ratchets and gears.

use constraint_core::Scalar;
use constraint_core::joints::AngleJoint;

use super::{BIAS, H, ROUNDING, speed};
use crate::derived::{position_error, solve, solved};
use crate::right::chipmunk::gear;
use crate::state::{Body, advance};
use crate::table::Outcome;

const STEPS: u32 = 64;
/// `1 − k_erp` a step leaves less than this of 0.1 rad after a second.
const CORRECTED: f64 = 1e-3;

fn at_angle(angle: f64, rate: f64) -> [Body; 2] {
    [Body::at(0.0, 0.0), Body { angle, w: rate, ..Body::at(1.0, 0.0) }]
}

/// IM7.
fn turn(bodies: &mut [Body], j: f64) {
    bodies[0].w -= j / bodies[0].i;
    bodies[1].w += j / bodies[1].i;
}

/// (−b + ω₁ − ω₂)/(1/I₁ + 1/I₂).
fn impulse(bodies: &[Body], b: f64) -> f64 {
    (-b + bodies[0].w - bodies[1].w) / (1.0 / bodies[0].i + 1.0 / bodies[1].i)
}

/// A second with the relative angle 0.1 rad outside of a limit, at rest, with `b` of how far it is outside.
fn drift(what: &'static str, outside: f64, joint: &AngleJoint) -> Outcome {
    let start = at_angle(outside, 0.0);
    let (mut printed, mut right) = (start, start);
    for _ in 0..STEPS {
        let b = BIAS * -position_error(joint, &printed)[0];
        let j = impulse(&printed, b);
        turn(&mut printed, j);
        solve(joint, &mut right, BIAS, H);
        advance(&mut printed, H);
        advance(&mut right, H);
    }
    let (printed, right) = (position_error(joint, &printed)[0], position_error(joint, &right)[0]);
    Outcome { what, printed, right, allowed: CORRECTED }
}

/// Parentheses repaired, sign as printed.
pub fn limit() -> Outcome {
    drift("error of an angle 0.1 rad beyond its limit, 1 s later, rad", 0.1, &gear(1.0, -1.0, 0.0))
}

/// The tooth is at 0; sign as printed.
pub fn ratchet() -> Outcome {
    drift("error of a ratchet 0.1 rad behind its tooth, 1 s later, rad", -0.1, &gear(1.0, 0.0, Scalar::INFINITY))
}

/// What an impulse without a clamp takes from a rate at which the angle returns by itself.
fn taken(what: &'static str, outside: f64, rate: f64, joint: &AngleJoint) -> Outcome {
    let start = at_angle(outside, rate);
    let mut printed = start;
    turn(&mut printed, impulse(&start, BIAS * position_error(joint, &start)[0]));
    let (_, right) = solved(joint, &start, BIAS, H);
    let lost = |bodies: &[Body]| rate.abs() - (bodies[1].w - bodies[0].w).abs();
    Outcome { what, printed: lost(&printed), right: lost(&right), allowed: ROUNDING }
}

pub fn limit_pulls() -> Outcome {
    taken("rate that a limit takes from an angle that leaves it, rad/s", 0.01, -2.0, &gear(1.0, -1.0, 0.0))
}

pub fn ratchet_pulls() -> Outcome {
    let joint = gear(1.0, 0.0, Scalar::INFINITY);
    taken("rate that a ratchet takes from a turn in its free direction, rad/s", -0.01, 2.0, &joint)
}

/// Ten iterations of a gear of ratio −1.5.
pub fn gear_pair() -> Outcome {
    let beta = -1.5;
    let joint = gear(beta, 0.0, 0.0);
    let start = [Body { w: 1.0, ..Body::at(0.0, 0.0) }, Body::at(1.0, 0.0)];
    let (mut printed, mut right) = (start, start);
    for _ in 0..10 {
        let (w1, w2, i1, i2) = (printed[0].w, printed[1].w, printed[0].i, printed[1].i);
        let j = (-w2 * beta + w1) / (1.0 / i1 * (1.0 / beta) + 1.0 / i2);
        printed[0].w += -j / i1 / beta;
        printed[1].w += j / i2;
        solve(&joint, &mut right, 0.0, H);
    }
    let error = |bodies: &[Body]| speed(&joint, bodies) / speed(&joint, &start);
    let what = "a gear's rate error after ten iterations, over that before";
    Outcome { what, printed: error(&printed), right: error(&right), allowed: ROUNDING }
}
