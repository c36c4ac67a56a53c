//! E68 … E79: the derivation sheet's motors, weld, pulley, mouse and forces.

use glam::{DMat3, DVec2, DVec3};

use super::{BIAS, H, ROUNDING, impulse_for, left};
use crate::derived::{effective_mass, impulse, position, solved, updated, velocity};
use crate::forms::MotoredRevolute;
use crate::right::chipmunk::pin;
use crate::right::sheet::Rail;
use crate::right::sheet_continued::{self, pulley, weld_by_c, weld_by_j};
use crate::state::{Body, Pair, Random, double, scalar, vec2};
use crate::table::Outcome;

/// A motor that was told a speed of 2 m/s.
pub fn linear_motor() -> Outcome {
    let rail = Rail::random(&mut Random::new(17));
    let (speed, bodies) = (2.0, rail.pair.bodies());
    let (motor, brake) = (rail.motor(speed), rail.motor(0.0));
    let lambda = impulse_for(&brake, &bodies, &velocity(&brake, &bodies));
    let printed = velocity(&brake, &updated(&brake, &bodies, &lambda))[0] - speed;
    let right = velocity(&motor, &solved(&motor, &bodies, 0.0, 1.0).1)[0];
    Outcome { what: "how far a linear motor is from its speed of 2 m/s, m/s", printed, right, allowed: ROUNDING }
}

/// A motor that was told a rate of 2 rad/s.
pub fn motored_revolute() -> Outcome {
    let (s, rate) = (Pair::random(&mut Random::new(19)), 2.0);
    let motored = |speed: f64| {
        let (local_anchor_a, local_anchor_b) = (vec2(s.a1), vec2(s.a2));
        MotoredRevolute { local_anchor_a, local_anchor_b, speed: scalar(speed), max_torque: 1e6 }
    };
    let run = |joint: &MotoredRevolute| {
        let mut bodies = s.bodies().to_vec();
        // The motor's row and the pivot's block are solved by turns.
        for _ in 0..200 {
            bodies = solved(joint, &bodies, 0.0, 1.0).1;
        }
        bodies[1].w - bodies[0].w - rate
    };
    let what = "how far a motored hinge is from its rate of 2 rad/s, rad/s";
    Outcome { what, printed: run(&motored(0.0)), right: run(&motored(rate)), allowed: 1e-9 }
}

fn matrix(k: &[f64]) -> DMat3 {
    DMat3::from_cols_slice(k).transpose()
}

/// −K⁻¹ V.
fn weld_impulse(k: &[f64], v: &[f64]) -> [f64; 3] {
    (matrix(k).inverse() * -DVec3::from_slice(v)).to_array()
}

/// C' after one solve with the printed J over C' before, row by row: (2, 2, 0) where it should be (0, 0, 0).
pub fn weld_rows() -> [f64; 3] {
    let s = Pair::random(&mut Random::new(23));
    let (c, j, bodies) = (weld_by_c(&s), weld_by_j(&s), s.bodies());
    // `j` has the printed J; its K is J M⁻¹ Jᵀ.
    let before = velocity(&c, &bodies);
    let lambda = weld_impulse(&effective_mass(&j, &bodies), &before);
    let after = velocity(&c, &updated(&j, &bodies, &lambda));
    [after[0] / before[0], after[1] / before[1], after[2] / before[2]]
}

pub fn weld_jacobian() -> Outcome {
    let s = Pair::random(&mut Random::new(23));
    let (joint, bodies) = (weld_by_c(&s), s.bodies());
    let lambda = weld_impulse(&effective_mass(&joint, &bodies), &velocity(&joint, &bodies));
    let what = "the velocity error of a weld's anchors after one solve, over that before";
    Outcome { what, printed: weld_rows()[0], right: left(&joint, &bodies, &lambda), allowed: ROUNDING }
}

/// λ = −K⁻¹ V with the printed third column.
pub fn weld_mass() -> Outcome {
    let s = Pair::random(&mut Random::new(23));
    let (joint, bodies) = (weld_by_j(&s), s.bodies());
    let (k, v) = (effective_mass(&joint, &bodies), velocity(&joint, &bodies));
    let mut printed = k.clone();
    printed[2] = s.r1.y / s.i1 - s.r2.y / s.i2;
    printed[5] = s.r2.x / s.i2 - s.r1.x / s.i1;
    let share = |k: &[f64]| left(&joint, &bodies, &weld_impulse(k, &v));
    let what = "share of the velocity error that one solve leaves";
    Outcome { what, printed: share(&printed), right: share(&k), allowed: ROUNDING }
}

/// C of a pulley whose constant has just been taken from where its bodies are.
pub fn pulley_length() -> Outcome {
    let s = Pair::random(&mut Random::new(29));
    let mut random = Random::new(31);
    let (joint, u1, u2) = pulley(&mut random, &s, 0.0);
    let anchor = DVec2::new(double(joint.ground_b.x), double(joint.ground_b.y));
    let point = u2 + anchor;
    let c = position(&joint, &s.bodies())[0];
    let printed = s.ratio * u1.length() + (point + anchor).length() + c;
    let right = s.ratio * u1.length() + (point - anchor).length() + c;
    Outcome { what: "C of a pulley that has just been made, m", printed, right, allowed: ROUNDING }
}

/// A second of dragging a body by a point 0.5 m from its centre.
pub fn mouse() -> Outcome {
    let (local, target) = (DVec2::new(0.5, 0.0), DVec2::new(1.0, 1.0));
    let joint = sheet_continued::mouse(local, target);
    let run = |c: &dyn Fn(&Body) -> DVec2| {
        let mut body = Body::at(0.0, 0.0);
        for _ in 0..64 {
            let wanted = body.velocity_at(local) + BIAS * c(&body);
            let lambda = impulse_for(&joint, &[body], &wanted.to_array());
            body = updated(&joint, &[body], &lambda)[0];
            body.advance(H);
        }
        body.point(local).distance(target)
    };
    let printed = run(&|body| body.x - target);
    let right = run(&|body| DVec2::from_slice(&position(&joint, &[*body])));
    let what = "distance of the dragged point from the cursor after 1 s, m";
    // 1 − k_erp a step, and the turning of the body within a step.
    Outcome { what, printed, right, allowed: 0.01 }
}

/// The force in a rod that holds a body against gravity for a step, from the change of velocity that it makes.
pub fn force() -> Outcome {
    let (gravity, mass) = (9.81, 2.0);
    let mut hanging = Body { m: mass, ..Body::at(0.0, -1.0) };
    hanging.v.y -= gravity * H;
    let s = Pair::of(Body::fixed(0.0, 0.0), hanging, DVec2::ZERO, DVec2::ZERO);
    let (lambda, after) = solved(&pin(&s), &s.bodies(), 0.0, H);
    let weight = gravity * mass;
    let printed = (mass * (after[1].v - hanging.v)).length() - weight;
    let applied = impulse(&pin(&s), &s.bodies(), &lambda);
    let right = DVec2::new(applied[3], applied[4]).length() / H - weight;
    let what = "how far the force is off that holds a body of 2 kg, N";
    Outcome { what, printed, right, allowed: ROUNDING * weight }
}
