//! E39 … E42: springs that push when they are stretched. 320 steps of symplectic Euler, without damping.

use constraint_core::joints::{DampedRotarySpring, DampedSpring};
use glam::DVec2;

use super::H;
use crate::derived::solved;
use crate::state::{Body, scalar, vec2};
use crate::table::Outcome;

const STEPS: u32 = 320;
const STIFFNESS: f64 = 8.0;
/// Symplectic Euler swings wider than it starts by about hω/2, which is 3 %.
const WIDER: f64 = 1.05;

/// The farthest that two bodies get from rest; `impulse` is what the second one gets, the first one its opposite.
fn farthest(
    mut bodies: [Body; 2],
    from_rest: impl Fn(&[Body]) -> f64,
    impulse: impl Fn(&[Body]) -> (DVec2, f64),
) -> f64 {
    let mut farthest = 0.0_f64;
    for _ in 0..STEPS {
        let (linear, angular) = impulse(&bodies);
        for (body, sign) in bodies.iter_mut().zip([-1.0, 1.0]) {
            body.v += sign * linear / body.m;
            body.w += sign * angular / body.i;
            body.advance(H);
        }
        farthest = farthest.max(from_rest(&bodies).abs());
    }
    farthest
}

/// The impulse that the second of two bodies got.
fn on_second(before: &[Body], after: &[Body]) -> (DVec2, f64) {
    let (before, after) = (before[1], after[1]);
    (after.m * (after.v - before.v), after.i * (after.w - before.w))
}

/// A spring of 1 m, stretched by 0.25 m.
pub fn linear() -> Outcome {
    let stretch = 0.25;
    let bodies = [Body::at(0.0, 0.0), Body::at(1.0 + stretch, 0.0)];
    let apart = |bodies: &[Body]| bodies[1].x - bodies[0].x;
    let from_rest = |bodies: &[Body]| apart(bodies).length() - 1.0;
    let printed =
        farthest(bodies, from_rest, |bodies| (STIFFNESS * from_rest(bodies) * H * apart(bodies).normalize(), 0.0));
    let (anchor, stiffness) = (vec2(DVec2::ZERO), scalar(STIFFNESS));
    let (local_anchor_a, local_anchor_b, rest_length, damping) = (anchor, anchor, 1.0, 0.0);
    let spring = DampedSpring { local_anchor_a, local_anchor_b, rest_length, stiffness, damping };
    let right = farthest(bodies, from_rest, |bodies| on_second(bodies, &solved(&spring, bodies, 0.0, H).1));
    let what = "farthest that a spring stretched by 0.25 m gets from rest in 5 s, m";
    Outcome { what, printed, right, allowed: WIDER * stretch }
}

const REST: f64 = 0.5;

fn from_rest(bodies: &[Body]) -> f64 {
    bodies[1].angle - bodies[0].angle - REST
}

fn rotary_outcome(what: &'static str, start: f64, printed: impl Fn(f64) -> f64) -> Outcome {
    let bodies = [Body::at(0.0, 0.0), Body { angle: start, ..Body::at(1.0, 0.0) }];
    let printed =
        farthest(bodies, from_rest, |bodies| (DVec2::ZERO, STIFFNESS * H * printed(bodies[1].angle - bodies[0].angle)));
    let spring = DampedRotarySpring { rest_angle: scalar(REST), stiffness: scalar(STIFFNESS), damping: 0.0 };
    let right = farthest(bodies, from_rest, |bodies| on_second(bodies, &solved(&spring, bodies, 0.0, H).1));
    Outcome { what, printed, right, allowed: WIDER * (start - REST).abs() }
}

pub fn rotary() -> Outcome {
    let what = "farthest that a rotary spring wound up by 0.25 rad gets from rest in 5 s, rad";
    rotary_outcome(what, REST + 0.25, |angle| angle - REST)
}

/// With the sign repaired: beyond −θ, |φ| − θ drives φ away.
pub fn absolute() -> Outcome {
    let what = "farthest that a rotary spring at −0.6 rad gets from rest at 0.5 rad in 5 s, rad";
    rotary_outcome(what, -0.6, |angle| -(angle.abs() - REST))
}
