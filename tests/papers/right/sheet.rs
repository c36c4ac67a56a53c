//! C54 … C60: the line page and the first half of the derivation sheet (papers 003 and 004).

use constraint_core::joints::{LinearMotorJoint, RailJoint};
use glam::DVec2;

use super::chipmunk::{gear, normal, pin};
use super::nape::pivot;
use crate::derived::{effective_mass, jacobian, updated, velocities, velocity};
use crate::forms::Prismatic;
use crate::state::{Pair, Random, scalar, vec2};
use crate::table::{Right, sides};

/// A rail, its normal t, its direction n and u = d.
pub struct Rail {
    pub joint: RailJoint,
    pub pair: Pair,
    pub t: DVec2,
    pub n: DVec2,
    pub u: DVec2,
}

impl Rail {
    pub fn random(random: &mut Random) -> Self {
        let pair = Pair::random(random);
        Self::along(pair, DVec2::new(random.positive(), random.number()))
    }

    /// With a direction in the first body's frame.
    pub fn along(pair: Pair, direction: DVec2) -> Self {
        let (local_anchor_a, local_anchor_b) = (vec2(pair.a1), vec2(pair.a2));
        let joint = RailJoint { local_anchor_a, local_direction_a: vec2(direction), local_anchor_b };
        let n = pair.bodies()[0].arm(direction.normalize());
        Self { joint, pair, t: n.perp(), n, u: pair.d }
    }

    /// The linear motor along the rail.
    pub fn motor(&self, speed: f64) -> LinearMotorJoint {
        let RailJoint { local_anchor_a, local_direction_a, local_anchor_b } = self.joint;
        let (speed, max_force) = (scalar(speed), 1e6);
        LinearMotorJoint { local_anchor_a, local_direction_a, local_anchor_b, speed, max_force }
    }
}

/// v + M⁻¹ Jᵀ λ of a sheet's row vector J, written as it is there: the coefficients of λ, body by body.
pub fn solved_velocity(s: &Pair, coefficients: [(DVec2, f64); 2]) -> (DVec2, f64, DVec2, f64) {
    let [(one, turn_one), (two, turn_two)] = coefficients;
    (s.v1 + one / s.m1, s.w1 + turn_one / s.i1, s.v2 + two / s.m2, s.w2 + turn_two / s.i2)
}

pub const ROWS: &[Right] = &[
    Right {
        number: 54,
        place: "003, comment in preStep (l.60)",
        formula: "J = (−tᵀ, −(r₁ + u) × t, tᵀ, r₂ × t), t turning with body 1",
        at: |random| {
            let Rail { joint, pair: s, t, u, .. } = Rail::random(random);
            let printed = (-t, -(s.r1 + u).perp_dot(t), t, s.r2.perp_dot(t));
            sides(printed, jacobian(&joint, &s.bodies()))
        },
    },
    Right {
        number: 55,
        place: "004 (9) l.53, §1.1.3",
        formula: "distance C' = −n · v₁ + ω₁(r₁ × −n) + n · v₂ + ω₂(r₂ × n), and J",
        at: |random| {
            let s = Pair::random(random);
            let ((n, _), Pair { v1, v2, w1, w2, r1, r2, .. }) = (normal(&s), s);
            let v = (-n).dot(v1) + w1 * r1.perp_dot(-n) + n.dot(v2) + w2 * r2.perp_dot(n);
            let j = (-n, -r1.perp_dot(n), n, r2.perp_dot(n));
            sides((v, j), (velocity(&pin(&s), &s.bodies()), jacobian(&pin(&s), &s.bodies())))
        },
    },
    Right {
        number: 56,
        place: "004 §1.1.4, §1.1.5 (12), §1.1.7",
        formula: "distance M⁻¹Jᵀ and K = M₁⁻¹ + M₂⁻¹ + (r₁ × n)²I₁⁻¹ + (r₂ × n)²I₂⁻¹",
        at: |random| {
            let s = Pair::random(random);
            let ((n, _), Pair { m1, m2, i1, i2, r1, r2, .. }, l) = (normal(&s), s, s.lambda[0]);
            let k = 1.0 / m1 + 1.0 / m2 + r1.perp_dot(n).powi(2) / i1 + r2.perp_dot(n).powi(2) / i2;
            let after = solved_velocity(&s, [(-n * l, -r1.perp_dot(n) * l), (n * l, r2.perp_dot(n) * l)]);
            let derived = velocities(&updated(&pin(&s), &s.bodies(), &s.lambda));
            sides((k, after), (effective_mass(&pin(&s), &s.bodies()), derived))
        },
    },
    Right {
        number: 57,
        place: "004 §1.2 (13)-(19), §1.2.7",
        formula: "revolute C', J, K and the solved velocity",
        at: |random| {
            let s = Pair::random(random);
            let (Pair { v1, v2, w1, w2, m1, m2, i1, i2, r1, r2, .. }, l) = (s, s.lambda_xy());
            let v = (v2 + w2 * r2.perp()) - (v1 + w1 * r1.perp());
            let j = [[-1.0, 0.0, r1.y, 1.0, 0.0, -r2.y], [0.0, -1.0, -r1.x, 0.0, 1.0, r2.x]];
            let block = |r: DVec2, i: f64| [r.y * r.y / i, -r.x * r.y / i, -r.x * r.y / i, r.x * r.x / i];
            let (one, two, m) = (block(r1, i1), block(r2, i2), 1.0 / m1 + 1.0 / m2);
            let k = [m + one[0] + two[0], one[1] + two[1], one[2] + two[2], m + one[3] + two[3]];
            let after = solved_velocity(&s, [(-l, -r1.perp_dot(l)), (l, r2.perp_dot(l))]);
            let (joint, bodies) = (pivot(&s), s.bodies());
            let solved = velocities(&updated(&joint, &bodies, &s.lambda));
            let derived =
                (velocity(&joint, &bodies), jacobian(&joint, &bodies), effective_mass(&joint, &bodies), solved);
            sides((v, j, k, after), derived)
        },
    },
    Right {
        number: 58,
        place: "004 §1.3.2 last lines, §1.3.3, (21); §1.4.2, §1.4.3, (23) with n",
        formula: "line C' = −t · v₁ + ω₁(t × (r₁ + u)) + t · v₂ + ω₂(r₂ × t), J, K",
        at: |random| {
            let rail = Rail::random(random);
            let Rail { pair: s, u, .. } = rail;
            let bodies = s.bodies();
            let sheet = |t: DVec2| {
                let (one, two) = (t.perp_dot(s.r1 + u), s.r2.perp_dot(t));
                let fourth = t.dot(s.v2) + s.w2 * two - t.dot(s.v1) - s.w1 * s.r1.perp_dot(t) + s.w1 * t.perp_dot(u);
                let last = (-t).dot(s.v1) + s.w1 * one + t.dot(s.v2) + s.w2 * two;
                let k = 1.0 / s.m1 + one.powi(2) / s.i1 + 1.0 / s.m2 + two.powi(2) / s.i2;
                (fourth, last, (-t, one, t, two), k)
            };
            let (line, motor) = (rail.joint, rail.motor(0.0));
            let (v, along) = (velocity(&line, &bodies), velocity(&motor, &bodies));
            let line = (v.clone(), v, jacobian(&line, &bodies), effective_mass(&line, &bodies));
            let motor = (along.clone(), along, jacobian(&motor, &bodies), effective_mass(&motor, &bodies));
            sides((sheet(rail.t), sheet(rail.n)), (line, motor))
        },
    },
    Right {
        number: 59,
        place: "004 §1.5",
        formula: "angle C' = ω₂ − ω₁, J = (0, −1, 0, 1), K = I₂⁻¹ + I₁⁻¹, the solved velocity",
        at: |random| {
            let s = Pair::random(random);
            let (joint, bodies, l, o) = (gear(1.0, 0.0, 0.0), s.bodies(), s.lambda[0], 0.0);
            let after = solved_velocity(&s, [(DVec2::ZERO, -l), (DVec2::ZERO, l)]);
            let printed = (s.w2 - s.w1, [o, o, -1.0, o, o, 1.0], 1.0 / s.i2 + 1.0 / s.i1, after);
            let solved = velocities(&updated(&joint, &bodies, &s.lambda));
            let derived =
                (velocity(&joint, &bodies), jacobian(&joint, &bodies), effective_mass(&joint, &bodies), solved);
            sides(printed, derived)
        },
    },
    Right {
        number: 60,
        place: "004 §1.6.2-1.6.5, §1.6.7",
        formula: "prismatic C', J, K and the solved velocity, with the angle's sign as it is there",
        at: |random| {
            let Rail { joint, pair: s, t, u, .. } = Rail::random(random);
            let Pair { v1, v2, w1, w2, m1, m2, i1, i2, r1, r2, .. } = s;
            let [l1, l2, _] = s.lambda;
            let (one, two) = (t.perp_dot(r1 + u), r2.perp_dot(t));
            let v = [t.dot(v2) + w2 * two - t.dot(v1) - w1 * r1.perp_dot(t) + w1 * t.perp_dot(u), w1 - w2];
            let j = ((-t, one, t, two), [0.0, 0.0, 1.0, 0.0, 0.0, -1.0]);
            let k12 = one / i1 - two / i2;
            let k = [1.0 / m1 + one * one / i1 + 1.0 / m2 + two * two / i2, k12, k12, 1.0 / i1 + 1.0 / i2];
            let after = solved_velocity(&s, [(-t * l1, one * l1 + l2), (t * l1, two * l1 - l2)]);
            let RailJoint { local_anchor_a, local_direction_a, local_anchor_b } = joint;
            let reference_angle = scalar(s.phi);
            let joint = Prismatic { local_anchor_a, local_direction_a, local_anchor_b, reference_angle };
            let (bodies, solved) = (s.bodies(), velocities(&updated(&joint, &s.bodies(), &s.lambda)));
            let derived =
                (velocity(&joint, &bodies), jacobian(&joint, &bodies), effective_mass(&joint, &bodies), solved);
            sides((v, j, k, after), derived)
        },
    },
];
