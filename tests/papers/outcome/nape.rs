//! E12 … E24: the angle joint's listing, the line joint, the pivot's listing.

use constraint_core::joints::AngleJoint;
use glam::DVec2;

use super::{H, ROUNDING, impulse_for, left, speed};
use crate::derived::{effective_mass, solved, updated, velocity};
use crate::right::nape::{Line, pivot};
use crate::state::{Body, Pair, Random, advance, scalar};
use crate::table::Outcome;

/// Two bodies that turn freely, far from a limit, with the listing's impulse accumulated over the steps.
pub fn inactive_limit() -> Outcome {
    let (lower, upper, ratio, weight) = (-100.0, 100.0, 1.0, 0.0);
    let mut bodies = [Body { w: -2.0, ..Body::at(0.0, 0.0) }, Body { w: -1.0, ..Body::at(1.0, 0.0) }];
    let joint = AngleJoint { ratio: scalar(ratio), lower, upper };
    let (mut printed, mut right) = (0.0_f64, 0.0);
    for _ in 0..64 {
        let [v1, v2] = [bodies[0].w, bodies[1].w];
        for _ in 0..10 {
            let error = weight * (ratio * v2) - v1;
            let eff = 1.0 / bodies[0].i + ratio * ratio / bodies[1].i;
            printed = (printed - error / eff).min(0.0);
        }
        right += solved(&joint, &bodies, 0.0, H).0[0];
        advance(&mut bodies, H);
    }
    let what = "impulse that a limit accumulates in 1 s without being reached, N·m·s";
    Outcome { what, printed, right, allowed: 0.0 }
}

/// The listing's K of a limit that is not reached.
pub fn inactive_mass() -> Outcome {
    let s = Pair::random(&mut Random::new(3));
    let joint = crate::right::nape::angle_stop(&s, 0.0);
    let printed = 1.0 / s.i1 + s.ratio * s.ratio / s.i2;
    let right = effective_mass(&joint, &s.bodies())[0];
    Outcome { what: "K of a limit that is switched off, 1/(kg·m²)", printed, right, allowed: 0.0 }
}

const LEFT: &str = "share of the velocity error that one solve leaves";

/// The line joint at an active limit.
fn line() -> Line {
    Line::weighted(&mut Random::new(5), 1.0)
}

/// What the right impulse leaves.
fn right(line: &Line) -> f64 {
    let bodies = line.pair.bodies();
    left(&line.joint, &bodies, &impulse_for(&line.joint, &bodies, &velocity(&line.joint, &bodies)))
}

/// V from d₁ and c₁ as printed.
pub fn line_velocity() -> Outcome {
    let line = line();
    let Line { ref joint, pair: s, n, d2, c2, .. } = line;
    let (d1, c1) = (n.dot(s.d - s.r1), n.perp_dot(s.d - s.r1));
    let dv = s.v2 - s.v1;
    let v = [n.perp_dot(dv) + s.w2 * d2 - s.w1 * d1, n.dot(dv) - s.w2 * c2 + s.w1 * c1];
    let printed = left(joint, &s.bodies(), &impulse_for(joint, &s.bodies(), &v));
    Outcome { what: LEFT, printed, right: right(&line), allowed: ROUNDING }
}

/// The bodies after an impulse on them, one after the other: linear and angular.
fn pushed(s: &Pair, impulses: [(DVec2, f64); 2]) -> [Body; 2] {
    let mut bodies = s.bodies();
    for (body, (linear, angular)) in bodies.iter_mut().zip(impulses) {
        body.v += linear / body.m;
        body.w += angular / body.i;
    }
    bodies
}

/// The right λ, applied by printed impulses; w is 1.
fn line_pushed(impulses: impl Fn(&Line, f64, f64) -> [(DVec2, f64); 2]) -> (Line, [Body; 2]) {
    let line = line();
    let bodies = line.pair.bodies();
    let lambda = impulse_for(&line.joint, &bodies, &velocity(&line.joint, &bodies));
    let after = pushed(&line.pair, impulses(&line, lambda[0], lambda[1]));
    (line, after)
}

fn left_of(line: &Line, after: &[Body]) -> f64 {
    speed(&line.joint, after) / speed(&line.joint, &line.pair.bodies())
}

/// Jᵀλ with the printed J.
pub fn line_jacobian() -> Outcome {
    let (line, after) = line_pushed(|line, x, y| {
        let gamma = line.n.perp() * x + line.n * y;
        [(-gamma, -line.d1 * x + line.c1 * y), (gamma, line.d2 * x + line.c2 * y)]
    });
    Outcome { what: LEFT, printed: left_of(&line, &after), right: right(&line), allowed: ROUNDING }
}

/// The printed γ.
pub fn line_gamma() -> Outcome {
    let (line, after) = line_pushed(|line, x, y| {
        let n = line.n;
        let gamma = DVec2::new(n.x * y - n.y * x, n.x * x - n.y * y);
        [(-gamma, line.c1 * y - line.d1 * x), (gamma, line.d2 * x - line.c2 * y)]
    });
    Outcome { what: LEFT, printed: left_of(&line, &after), right: right(&line), allowed: ROUNDING }
}

fn angular_momentum(bodies: &[Body]) -> f64 {
    bodies.iter().map(|body| body.m * body.x.perp_dot(body.v) + body.i * body.w).sum()
}

/// The printed angular impulse on the second body.
pub fn line_impulse() -> Outcome {
    let (line, after) = line_pushed(|line, x, y| {
        let gamma = line.n.perp() * x + line.n * y;
        [(-gamma, line.c1 * y - line.d1 * x), (gamma, line.d2 * x - line.c1 * y)]
    });
    let before = line.pair.bodies();
    let lambda = impulse_for(&line.joint, &before, &velocity(&line.joint, &before));
    let right = angular_momentum(&updated(&line.joint, &before, &lambda)) - angular_momentum(&before);
    let printed = angular_momentum(&after) - angular_momentum(&before);
    Outcome { what: "angular momentum that one solve creates, kg·m²/s", printed, right, allowed: ROUNDING }
}

/// Ten iterations of the pivot's listing.
pub fn user_pivot() -> Outcome {
    let s = Pair::random(&mut Random::new(7));
    let joint = pivot(&s);
    let iterate = |v: &dyn Fn(&[Body]) -> Vec<f64>| {
        let mut bodies = s.bodies().to_vec();
        for _ in 0..10 {
            bodies = updated(&joint, &bodies, &impulse_for(&joint, &bodies, &v(&bodies)));
        }
        speed(&joint, &bodies) / speed(&joint, &s.bodies())
    };
    let printed = iterate(&|bodies| {
        let [one, two] = bodies else { unreachable!("a pair") };
        let (v1, v2) = (one.v, two.v);
        vec![(v2.x - s.r2.y * two.w) - (v1.x - s.r1.y * one.w), (v2.y + s.r2.x * two.w) - (v1.x + s.r1.x * one.w)]
    });
    let right = iterate(&|bodies| velocity(&joint, bodies));
    Outcome { what: "share of the velocity error that ten iterations leave", printed, right, allowed: ROUNDING }
}
