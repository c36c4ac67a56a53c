//! E61 … E68: distance, line and linear motor of the derivation sheet (paper 004).

use constraint_core::joints::LinearMotorJoint;
use glam::DVec2;

use crate::derived::{solved, velocity};
use crate::outcome::{H, sheet, solve};
use crate::right::chipmunk::{normal, pin};
use crate::right::sheet::Rail;
use crate::state::{Pair, Random, scalar};
use crate::table::{Readings, Wrong, readings};

/// λ of a linear motor that is as strong as it needs to be, or not.
fn linear_motor(random: &mut Random) -> Readings {
    let rail = Rail::random(random);
    let Rail { pair: s, n, u, .. } = rail;
    let (target, most) = (1.0 + random.positive(), 64.0 * random.positive());
    let (one, two) = (n.perp_dot(s.r1 + u), s.r2.perp_dot(n));
    let v = (-n).dot(s.v1) + s.w1 * one + n.dot(s.v2) + s.w2 * two;
    let k = 1.0 / s.m1 + one * one / s.i1 + 1.0 / s.m2 + two * two / s.i2;
    let motor = LinearMotorJoint { max_force: scalar(most), ..rail.motor(target) };
    let correct = (-(v - target) / k).clamp(-most * H, most * H);
    readings(-v / k, correct, solved(&motor, &s.bodies(), 0.0, H).0)
}

pub const ROWS: &[Wrong] = &[
    Wrong {
        number: 61,
        place: "004 (6) l.47, distance, first fraction",
        printed: "C' = u/(u √(u²)) · u'",
        correct: "C' = u/√(u²) · u'",
        at: |random| {
            let s = Pair::random(random);
            let (u, du) = (s.d, s.rv());
            // Divided by its components, or by its length.
            let (components, length) = ((u / (u * u.length())).dot(du), (u / (u.length() * u.length())).dot(du));
            readings(components, u.dot(du) / u.dot(u).sqrt(), velocity(&pin(&s), &s.bodies())).or(length)
        },
        outcome: solve::fraction,
    },
    Wrong {
        number: 62,
        place: "004 (7) l.49, distance, sign of v₂",
        printed: "C' = n · (−v₁ − (ω₁ × r₁) − v₂ + (ω₂ × r₂))",
        correct: "C' = n · (−v₁ − (ω₁ × r₁) + v₂ + (ω₂ × r₂))",
        at: |random| {
            let s = Pair::random(random);
            let (n, _) = normal(&s);
            let v = |v2: DVec2| n.dot(-s.v1 - s.w1 * s.r1.perp() + v2 + s.w2 * s.r2.perp());
            readings(v(-s.v2), v(s.v2), velocity(&pin(&s), &s.bodies()))
        },
        outcome: solve::sign_of_v2,
    },
    Wrong {
        number: 63,
        place: "004 (8) l.51, distance, term of v₂",
        printed: "C' = −n · v₁ − n · (ω₁ × r₁) + v₂ + n · (ω₂ × r₂)",
        correct: "C' = −n · v₁ − n · (ω₁ × r₁) + n · v₂ + n · (ω₂ × r₂)",
        at: |random| {
            let s = Pair::random(random);
            let (n, _) = normal(&s);
            let v = |v2: f64| -n.dot(s.v1) - n.dot(s.w1 * s.r1.perp()) + v2 + n.dot(s.w2 * s.r2.perp());
            readings([v(s.v2.x), v(s.v2.y)], v(n.dot(s.v2)), velocity(&pin(&s), &s.bodies()))
                .or(v(s.v2.x))
                .or(v(s.v2.y))
                .or(v(s.v2.length()))
        },
        outcome: solve::factor_n,
    },
    Wrong {
        number: 66,
        place: "004 §1.3.2 (l.141), §1.4.2 (l.187), line and linear motor, third term",
        printed: "C' = t · (v₂ + (ω₂ × r₂) − v₁ − (ω₁ × r₁)) + (ω₁ × t)",
        correct: "C' = t · (v₂ + (ω₂ × r₂) − v₁ − (ω₁ × r₁)) + u · (ω₁ × t)",
        at: |random| {
            let rail = Rail::random(random);
            let Rail { pair: s, t, n, u, .. } = rail;
            let v = |t: DVec2, third: f64| t.dot(s.rv()) + third;
            let turned = s.w1 * t.perp();
            let (line, motor) = (velocity(&rail.joint, &s.bodies()), velocity(&rail.motor(0.0), &s.bodies()));
            let correct = [v(t, u.dot(turned)), v(n, u.dot(s.w1 * n.perp()))];
            readings([v(t, turned.x), v(n, (s.w1 * n.perp()).x)], correct, (line, motor))
                .or([v(t, turned.y), v(n, (s.w1 * n.perp()).y)])
                .or([v(t, 0.0), v(n, 0.0)])
        },
        outcome: solve::factor_u,
    },
    Wrong {
        number: 68,
        place: "004 §1.4, linear motor",
        printed: "λ = −C'/M_eff: no speed anywhere",
        correct: "λ = −(C' − v_target)/(J M⁻¹ Jᵀ), |λ| ≤ F_max Δt",
        at: linear_motor,
        outcome: sheet::linear_motor,
    },
];
