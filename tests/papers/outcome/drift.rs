//! E33 … E37 and E80: what happens to position errors of rods, ropes and grooves.

use constraint_core::Scalar;
use constraint_core::joints::{DistanceJoint, LineJoint};
use glam::DVec2;

use super::{BIAS, H, ROUNDING};
use crate::derived::{position_error, solve, solved};
use crate::right::chipmunk::normal;
use crate::state::{Body, Pair, advance, scalar, vec2};
use crate::table::Outcome;

const STEPS: u32 = 64;

/// Between the centres.
fn distance(lower: f64, upper: f64) -> DistanceJoint {
    let anchor = vec2(DVec2::ZERO);
    DistanceJoint { local_anchor_a: anchor, local_anchor_b: anchor, lower: scalar(lower), upper: scalar(upper) }
}

fn pair(bodies: &[Body]) -> Pair {
    Pair::of(bodies[0], bodies[1], DVec2::ZERO, DVec2::ZERO)
}

/// IM1 with J n, in which n points from the first body to the second.
fn push(bodies: &mut [Body], n: DVec2, j: f64) {
    bodies[0].push(-j * n, DVec2::ZERO);
    bodies[1].push(j * n, DVec2::ZERO);
}

/// A second of steps under gravity.
fn run(mut bodies: [Body; 2], gravity: f64, mut solve: impl FnMut(&mut [Body])) -> [Body; 2] {
    for _ in 0..STEPS {
        bodies.iter_mut().filter(|body| body.m.is_finite()).for_each(|body| body.v.y -= gravity * H);
        solve(&mut bodies);
        advance(&mut bodies, H);
    }
    bodies
}

/// By the generated code, with Chipmunk's error reduction.
fn right(bodies: [Body; 2], gravity: f64, joint: &DistanceJoint) -> f64 {
    let after = run(bodies, gravity, |bodies| solve(joint, bodies, BIAS, H));
    position_error(joint, &after)[0]
}

/// By `J = (−b − r_v · n) m_n`, in which b may depend on d and on the rate `r_v · n`.
fn push_by(bodies: &mut [Body], b: impl Fn(DVec2, f64) -> f64) {
    let s = pair(bodies);
    let ((n, m_n), rv) = (normal(&s), s.rv());
    push(bodies, n, (-b(s.d, rv.dot(n)) - rv.dot(n)) * m_n);
}

fn printed(bodies: [Body; 2], joint: &DistanceJoint, b: impl Fn(DVec2, f64) -> f64) -> f64 {
    position_error(joint, &run(bodies, 0.0, |bodies| push_by(bodies, &b)))[0]
}

/// A rod of 1 m, stretched by 0.1 m.
const STRETCHED: f64 = 1.1;
/// `1 − k_erp` a step leaves less than this of 0.1 m after a second.
const CORRECTED: f64 = 1e-3;

fn stretched() -> [Body; 2] {
    [Body::at(0.0, 0.0), Body::at(STRETCHED, 0.0)]
}

/// With the parentheses repaired, b is p₂ − p₁ less itself.
pub fn pin() -> Outcome {
    let joint = distance(1.0, 1.0);
    let printed = printed(stretched(), &joint, |_, _| 0.0);
    let what = "error of a rod stretched by 0.1 m, 1 s later, m";
    Outcome { what, printed, right: right(stretched(), 0.0, &joint), allowed: CORRECTED }
}

/// The bias of paper 004: a multiple of the velocity error.
pub fn baumgarte() -> Outcome {
    let joint = distance(1.0, 1.0);
    let printed = printed(stretched(), &joint, |_, rate| 0.125 * rate);
    let what = "error of a rod stretched by 0.1 m, 1 s later, m";
    Outcome { what, printed, right: right(stretched(), 0.0, &joint), allowed: CORRECTED }
}

/// A bob that falls on a rope; the vector p₂ − p₁ compared with `max` by its x.
pub fn rope() -> Outcome {
    let (bodies, gravity, max) = ([Body::fixed(0.0, 0.0), Body::at(0.0, -0.5)], 9.81, 1.0);
    let joint = distance(0.0, max);
    let after = run(bodies, gravity, |bodies| {
        let s = pair(bodies);
        let (n, m_n) = normal(&s);
        if s.d.x > max {
            push(bodies, n, (-BIAS * (s.d.x - max) - s.rv().dot(n)) * m_n);
        }
    });
    let (printed, right) = (position_error(&joint, &after)[0], right(bodies, gravity, &joint));
    // Where gravity's step and the error reduction balance: g h²/k_erp.
    let allowed = gravity * H / BIAS;
    Outcome { what: "how far a bob has fallen through its rope of 1 m, 1 s later, m", printed, right, allowed }
}

/// Two bodies at rest, 0.1 m nearer than allowed; norm and parentheses repaired.
pub fn strut() -> Outcome {
    let start = [Body::at(0.0, 0.0), Body::at(0.9, 0.0)];
    let joint = distance(1.0, 4.0);
    // Until they meet: beyond, n turns round.
    let mut bodies = start;
    while bodies[1].x.x > bodies[0].x.x {
        push_by(&mut bodies, |d, _| BIAS * (1.0 - d.length()));
        advance(&mut bodies, H);
    }
    let printed = bodies[1].x.x - bodies[0].x.x - 1.0;
    let what = "error of a strut compressed by 0.1 m, 1 s later or when its ends have met, m";
    Outcome { what, printed, right: right(start, 0.0, &joint), allowed: CORRECTED }
}

/// Two bodies just nearer than allowed, flying apart.
pub fn pull() -> Outcome {
    let (error, apart) = (0.01, 2.0);
    let bodies = [Body::at(0.0, 0.0), Body { v: DVec2::new(apart, 0.0), ..Body::at(1.0 - error, 0.0) }];
    let s = pair(&bodies);
    let ((n, m_n), b) = (normal(&s), -BIAS * error);
    let mut printed = bodies;
    push(&mut printed, n, (-b - s.rv().dot(n)) * m_n);
    let (_, right) = solved(&distance(1.0, 4.0), &bodies, BIAS, H);
    let lost = |bodies: &[Body]| apart - pair(bodies).rv().dot(n);
    let what = "speed that a limit takes from bodies that leave it, m/s";
    Outcome { what, printed: lost(&printed), right: lost(&right), allowed: ROUNDING }
}

/// A bead in a groove that falls at 45°.
pub fn groove() -> Outcome {
    let gravity = 9.81;
    let along = DVec2::new(1.0, -1.0).normalize();
    let bodies = [Body::fixed(0.0, 0.0), Body::at(0.0, 0.0)];
    // Symplectic Euler from rest: g sin 45° h² n(n + 1)/2.
    let steps = f64::from(STEPS);
    let slid = gravity * 0.5_f64.sqrt() * H * H * steps * (steps + 1.0) / 2.0;
    let after = run(bodies, gravity, |bodies| {
        // k is E₂/m₂ at the centre.
        let j = -bodies[1].v * bodies[1].m;
        bodies[1].push(j, DVec2::ZERO);
    });
    let printed = slid - after[1].x.dot(along);
    let (anchor, direction) = (vec2(DVec2::ZERO), vec2(DVec2::new(1.0, -1.0)));
    let (lower, upper) = (Scalar::NEG_INFINITY, Scalar::INFINITY);
    let joint =
        LineJoint { local_anchor_a: anchor, local_direction_a: direction, local_anchor_b: anchor, lower, upper };
    let after = run(bodies, gravity, |bodies| solve(&joint, bodies, BIAS, H));
    let right = slid - after[1].x.dot(along);
    Outcome {
        what: "how much less than it should a bead slides down a groove in 1 s, m",
        printed,
        right,
        allowed: ROUNDING,
    }
}
