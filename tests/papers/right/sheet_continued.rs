//! C61 … C68: the second half of the derivation sheet (paper 004).

use constraint_core::Softness;
use constraint_core::joints::{GroundPulleyJoint, MouseJoint, SoftDistanceJoint};
use glam::DVec2;

use super::chipmunk::normal;
use super::sheet::solved_velocity;
use crate::derived::{Solver, effective_mass, jacobian, position, updated, velocities, velocity};
use crate::forms::{MotoredRevolute, WeldBySignOfC, WeldBySignOfJ};
use crate::state::{Body, Pair, Random, scalar, vec2};
use crate::table::{Right, Sides, sides};

pub fn weld_by_c(s: &Pair) -> WeldBySignOfC {
    let (local_anchor_a, local_anchor_b) = (vec2(s.a1), vec2(s.a2));
    WeldBySignOfC { local_anchor_a, local_anchor_b, reference_angle: scalar(s.phi) }
}

pub fn weld_by_j(s: &Pair) -> WeldBySignOfJ {
    let (local_anchor_a, local_anchor_b) = (vec2(s.a1), vec2(s.a2));
    WeldBySignOfJ { local_anchor_a, local_anchor_b, reference_angle: scalar(s.phi) }
}

pub fn motored(s: &Pair) -> MotoredRevolute {
    let (local_anchor_a, local_anchor_b) = (vec2(s.a1), vec2(s.a2));
    MotoredRevolute { local_anchor_a, local_anchor_b, speed: 0.0, max_torque: 1e6 }
}

/// A point of a body at a point of the world. How soft it is does not matter to C, V, J and K.
pub fn mouse(local: DVec2, target: DVec2) -> MouseJoint {
    let softness = Softness::new(scalar(5.0), scalar(1.0));
    MouseJoint { local_anchor: vec2(local), target: vec2(target), softness, max_force: 1e6 }
}

/// The pulley of §1.8 with a constant `length`, and u₁ and u₂ there: from the fixed points to the anchors.
pub fn pulley(random: &mut Random, s: &Pair, length: f64) -> (GroundPulleyJoint, DVec2, DVec2) {
    let (g1, g2) = (random.vector(), random.vector());
    let joint = GroundPulleyJoint {
        ground_a: vec2(g1),
        ground_b: vec2(g2),
        local_anchor_a: vec2(s.a1),
        local_anchor_b: vec2(s.a2),
        ratio: scalar(s.ratio),
        length: scalar(length),
    };
    (joint, s.x1 + s.r1 - g1, s.x2 + s.r2 - g2)
}

/// Two iterations of a soft row against `(JM⁻¹Jᵀ + γ) P_d = −(J v + γ P + bias)`.
///
/// By frequency and damping ratio, γ is K/(hω(2ζ + hω)) and the bias is C ω/(2ζ + hω).
fn soft(random: &mut Random) -> Sides {
    let s = Pair::random(random);
    let (hertz, zeta, h) = (random.positive(), random.positive(), 1.0 / 64.0);
    let softness = Softness::new(scalar(hertz), scalar(zeta));
    let (local_anchor_a, local_anchor_b, rest_length) = (vec2(s.a1), vec2(s.a2), scalar(1.0));
    let joint = SoftDistanceJoint { local_anchor_a, local_anchor_b, rest_length, softness };
    let (_, m_n) = normal(&s);
    let (omega, k, c) = (std::f64::consts::TAU * hertz, 1.0 / m_n, s.d.length() - 1.0);
    let (gamma, bias) = (k / (h * omega * (2.0 * zeta + h * omega)), c * omega / (2.0 * zeta + h * omega));

    let mut bodies = s.bodies();
    let mut solver = Solver::new(&joint, &bodies, h);
    let rate = |bodies: &[Body]| velocity(&joint, bodies)[0];
    let first = -(rate(&bodies) + bias) / (k + gamma);
    solver.solve(0.0, &mut bodies);
    let derived_first = solver.lambda[0];
    bodies[1].v += random.vector(); // another joint damages the velocity
    let second = -(rate(&bodies) + gamma * first + bias) / (k + gamma);
    solver.solve(0.0, &mut bodies);
    // What the equation says of the new velocity: J v + γ λ + bias = 0.
    let left = rate(&bodies) + gamma * (first + second) + bias;
    sides([first, second, 0.0], [derived_first, solver.lambda[0] - derived_first, left])
}

pub const ROWS: &[Right] = &[
    Right {
        number: 61,
        place: "004 §1.7.2 (l.293)",
        formula: "weld C' = ((v₁ + ω₁ × r₁) − (v₂ + ω₂ × r₂), ω₁ − ω₂)",
        at: |random| {
            let s = Pair::random(random);
            let Pair { v1, v2, w1, w2, r1, r2, .. } = s;
            let printed = ((v1 + w1 * r1.perp()) - (v2 + w2 * r2.perp()), w1 - w2);
            sides(printed, velocity(&weld_by_c(&s), &s.bodies()))
        },
    },
    Right {
        number: 62,
        place: "004 §1.7.5, block (1,2)",
        formula: "weld K's block −[r₁]ₓI₁⁻¹ − [r₂]ₓI₂⁻¹ of the printed J",
        at: |random| {
            let s = Pair::random(random);
            let k = effective_mass(&weld_by_j(&s), &s.bodies());
            sides(-s.r1.perp() / s.i1 - s.r2.perp() / s.i2, [k[2], k[5]])
        },
    },
    Right {
        number: 63,
        place: "004 §1.7.4, §1.7.7",
        formula: "weld M⁻¹Jᵀ and the solved velocity of the printed J",
        at: |random| {
            let s = Pair::random(random);
            let ([l1, l2, l3], l, Pair { r1, r2, .. }) = (s.lambda, s.lambda_xy(), s);
            let turns = (l1 * r1.y - l2 * r1.x + l3, l2 * r2.x - l1 * r2.y - l3);
            let after = solved_velocity(&s, [(-l, turns.0), (l, turns.1)]);
            sides(after, velocities(&updated(&weld_by_j(&s), &s.bodies(), &s.lambda)))
        },
    },
    Right {
        number: 64,
        place: "004 §1.8.2-1.8.5",
        formula: "pulley C' = −r n₁ · (v₁ + ω₁ × r₁) − n₂ · (v₂ + ω₂ × r₂), J, K",
        at: |random| {
            let s = Pair::random(random);
            let (joint, u1, u2) = pulley(random, &s, 1.0);
            let (n1, n2, r) = (u1 / u1.length(), u2 / u2.length(), s.ratio);
            let (c1, c2) = (s.r1.perp_dot(n1), s.r2.perp_dot(n2));
            let v = -r * n1.dot(s.v1 + s.w1 * s.r1.perp()) - n2.dot(s.v2 + s.w2 * s.r2.perp());
            let j = (-r * n1, -r * c1, -n2, -c2);
            let k = r * r / s.m1 + 1.0 / s.m2 + r * r / s.i1 * c1 * c1 + c2 * c2 / s.i2;
            let bodies = s.bodies();
            let derived = (velocity(&joint, &bodies), jacobian(&joint, &bodies), effective_mass(&joint, &bodies));
            sides((v, j, k), derived)
        },
    },
    Right {
        number: 65,
        place: "004 §1.9.3-1.9.5",
        formula: "motored revolute J and K, nine entries",
        at: |random| {
            let s = Pair::random(random);
            let Pair { m1, m2, i1, i2, r1, r2, .. } = s;
            let j = [
                [-1.0, 0.0, r1.y, 1.0, 0.0, -r2.y],
                [0.0, -1.0, -r1.x, 0.0, 1.0, r2.x],
                [0.0, 0.0, -1.0, 0.0, 0.0, 1.0],
            ];
            let m = 1.0 / m1 + 1.0 / m2;
            let k12 = -r1.y * r1.x / i1 - r2.y * r2.x / i2;
            let (k13, k23) = (-r1.y / i1 - r2.y / i2, r1.x / i1 + r2.x / i2);
            let k = [
                [m + r1.y * r1.y / i1 + r2.y * r2.y / i2, k12, k13],
                [k12, m + r1.x * r1.x / i1 + r2.x * r2.x / i2, k23],
                [k13, k23, 1.0 / i1 + 1.0 / i2],
            ];
            sides((j, k), (jacobian(&motored(&s), &s.bodies()), effective_mass(&motored(&s), &s.bodies())))
        },
    },
    Right {
        number: 66,
        place: "004 §1.9.6",
        formula: "motored revolute: the solved velocity",
        at: |random| {
            let s = Pair::random(random);
            let ([l1, l2, l3], l, Pair { r1, r2, .. }) = (s.lambda, s.lambda_xy(), s);
            let turns = (-(r1.x * l2 - r1.y * l1) - l3, (r2.x * l2 - r2.y * l1) + l3);
            let after = solved_velocity(&s, [(-l, turns.0), (l, turns.1)]);
            sides(after, velocities(&updated(&motored(&s), &s.bodies(), &s.lambda)))
        },
    },
    Right {
        number: 67,
        place: "004 (25)-§1.10.6, for C = p + r − m",
        formula: "mouse C' = v + ω × r, J = (I₂, [r]ₓ), K and the solved velocity",
        at: |random| {
            let (body, local, target) = (Body::random(random), random.vector(), random.vector());
            let joint = mouse(local, target);
            let (r, l1, l2) = (body.arm(local), random.number(), random.number());
            let j = [[1.0, 0.0, -r.y], [0.0, 1.0, r.x]];
            let (m, i) = (1.0 / body.m, 1.0 / body.i);
            let k = [m + i * r.y * r.y, -i * r.x * r.y, -i * r.x * r.y, m + i * r.x * r.x];
            let after = (body.v + m * DVec2::new(l1, l2), body.w + i * (l2 * r.x - l1 * r.y));
            let values = (body.x + r - target, body.v + body.w * r.perp());
            let rates = (position(&joint, &[body]), velocity(&joint, &[body]));
            let solved = velocities(&updated(&joint, &[body], &[l1, l2]));
            let derived = (rates, jacobian(&joint, &[body]), effective_mass(&joint, &[body]), solved);
            sides((values, j, k, after), derived)
        },
    },
    Right {
        number: 68,
        place: "004 §2 (l.455, l.471)",
        formula: "(JM⁻¹Jᵀ + softness) P_d = −(J v + softness P + bias), from P = 0 and from there",
        at: soft,
    },
];
