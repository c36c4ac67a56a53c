//! E70 … E80: weld, pulley, motor, mouse and soft constraints of the derivation sheet (paper 004).

use glam::DVec2;

use crate::derived::{effective_mass, impulse, jacobian, position, solved, updated, velocity};
use crate::forms::MotoredRevolute;
use crate::outcome::{H, drift, sheet as outcome};
use crate::right::chipmunk::pin;
use crate::right::nape::pivot;
use crate::right::sheet_continued::{self, motored, pulley, weld_by_c, weld_by_j};
use crate::state::{Body, Pair, Random, double, scalar};
use crate::table::{Readings, Wrong, readings};

fn weld_mass(random: &mut Random) -> Readings {
    let s = Pair::random(random);
    let Pair { m1, m2, i1, i2, r1, r2, .. } = s;
    let m = 1.0 / m1 + 1.0 / m2;
    let k11 = m + r1.y * r1.y / i1 + r2.y * r2.y / i2;
    let k12 = -r1.y * r1.x / i1 - r2.y * r2.x / i2;
    let k22 = m + r1.x * r1.x / i1 + r2.x * r2.x / i2;
    let (k31, k32) = (r1.y / i1 + r2.y / i2, -r1.x / i1 - r2.x / i2);
    let k = |k13: f64, k23: f64| [[k11, k12, k13], [k12, k22, k23], [k31, k32, 1.0 / i1 + 1.0 / i2]];
    let printed = k(r1.y / i1 - r2.y / i2, r2.x / i2 - r1.x / i1);
    readings(printed, k(k31, k32), effective_mass(&weld_by_j(&s), &s.bodies()))
}

fn mouse(random: &mut Random) -> Readings {
    let (body, local, target) = (Body::random(random), random.vector(), random.vector());
    let joint = sheet_continued::mouse(local, target);
    let r = body.arm(local);
    readings(body.x - target, body.x + r - target, position(&joint, &[body]))
}

/// The force of a step from the change of velocity in it.
fn force(random: &mut Random) -> Readings {
    let s = Pair::random(random);
    let change = updated(&pivot(&s), &s.bodies(), &s.lambda)[1].v - s.v2;
    let impulse = impulse(&pivot(&s), &s.bodies(), &s.lambda);
    readings(s.m2 * change, s.m2 * change / H, DVec2::new(impulse[3], impulse[4]) / H)
}

/// What a solve leaves of J v is −bias.
fn baumgarte(random: &mut Random) -> Readings {
    let (s, rate) = (Pair::random(random), random.positive());
    let (_, after) = solved(&pin(&s), &s.bodies(), rate, H);
    let derived = -velocity(&pin(&s), &after)[0];
    let (c, dc) = (s.d.length() - 1.0, s.d.normalize().dot(s.rv()));
    // `biasFactor` as the number that it should be, and as a share β of the error.
    readings(rate * dc, rate * c, derived).or(rate * H * dc)
}

pub const ROWS: &[Wrong] = &[
    Wrong {
        number: 70,
        place: "004 §1.7.3 (l.297) against §1.7.1, weld, J",
        printed: "(−I₂, −[r₁]ₓ, I₂, [r₂]ₓ) for C = (p₁ + r₁) − (p₂ + r₂)",
        correct: "(I₂, [r₁]ₓ, −I₂, −[r₂]ₓ)",
        at: |random| {
            let s = Pair::random(random);
            let Pair { r1, r2, .. } = s;
            let j = |sign: f64| {
                let x = [-1.0, 0.0, r1.y, 1.0, 0.0, -r2.y];
                let y = [0.0, -1.0, -r1.x, 0.0, 1.0, r2.x];
                (x.map(|v| sign * v), y.map(|v| sign * v), [0.0, 0.0, 1.0, 0.0, 0.0, -1.0])
            };
            readings(j(1.0), j(-1.0), jacobian(&weld_by_c(&s), &s.bodies()))
        },
        outcome: outcome::weld_jacobian,
    },
    Wrong {
        number: 71,
        place: "004 §1.7.5 (l.305), weld, K₁₃ and K₂₃ of the printed J",
        printed: "K₁₃ = r₁y/I₁ − r₂y/I₂, K₂₃ = r₂x/I₂ − r₁x/I₁",
        correct: "K₁₃ = r₁y/I₁ + r₂y/I₂, K₂₃ = −r₁x/I₁ − r₂x/I₂",
        at: weld_mass,
        outcome: outcome::weld_mass,
    },
    Wrong {
        number: 74,
        place: "004 §1.8 (l.323), pulley, initial length",
        printed: "C_i = r|r₁ − a₁| + |r₂ + a₂|",
        correct: "C_i = r|r₁ − a₁| + |r₂ − a₂|",
        at: |random| {
            let s = Pair::random(random);
            let (joint, u1, u2) = pulley(random, &s, 0.0);
            let a2 = DVec2::new(double(joint.ground_b.x), double(joint.ground_b.y));
            let length = |second: DVec2| s.ratio * u1.length() + second.length();
            readings(length(u2 + a2 + a2), length(u2), -position(&joint, &s.bodies())[0])
        },
        outcome: outcome::pulley_length,
    },
    Wrong {
        number: 76,
        place: "004 §1.9.1-1.9.2, motored revolute",
        printed: "C' = ω₂ − ω₁",
        correct: "V = ω₂ − ω₁ − ω_target, |λ₃| ≤ T_max Δt",
        at: |random| {
            let (s, target) = (Pair::random(random), random.positive());
            let joint = MotoredRevolute { speed: scalar(target), ..motored(&s) };
            readings(s.w2 - s.w1, s.w2 - s.w1 - target, velocity(&joint, &s.bodies())[2])
        },
        outcome: outcome::motored_revolute,
    },
    Wrong {
        number: 77,
        place: "004 §1.10.1 (l.399) against (24), mouse, C",
        printed: "C = p − m",
        correct: "C = (p + r) − m",
        at: mouse,
        outcome: outcome::mouse,
    },
    Wrong {
        number: 79,
        place: "004 (27), (28) l.433-435, acceleration and force",
        printed: "a = v₂ − v₁, F = m(v₂ − v₁)",
        correct: "a = (v₂ − v₁)/h, F = m(v₂ − v₁)/h",
        at: force,
        outcome: outcome::force,
    },
    Wrong {
        number: 80,
        place: "004 §2 (l.443), Baumgarte's bias",
        printed: "bias = biasFactor * C'",
        correct: "bias = (β/h) * C, 0 < β ≤ 1",
        at: baumgarte,
        outcome: drift::baumgarte,
    },
];
