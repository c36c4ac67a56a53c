//! The bead's own scene, and its exact motion: the wire turns about its centre, the bead slides without friction.
//!
//! With the wire's angle θ and the bead's parameter φ, the bead stands at R(θ) u(φ), u = (p cos φ, q sin φ), and
//! T = ½ (I + m u²) θ̇² + m p q θ̇ φ̇ + ½ m u'² φ̇². Lagrange's equations in (θ, φ), integrated by Runge–Kutta in steps so
//! small that their error is lost beside any of the world's. No constraint, no multiplier, no code in common with it.

use constraint_core::joints::PivotJoint;
use constraint_core::prelude::*;

use crate::bead::BeadOnWire;
use crate::mechanism::{DT, Mechanism, Result, Run, scalar};
use crate::oracle::{MassAndInertia, Motion, State};

pub const HALF_WIDTH: f64 = 1.0;
pub const HALF_HEIGHT: f64 = 0.55;
pub const DURATION: f64 = 8.0;
pub const WIRE: MassAndInertia = MassAndInertia { mass: 1.0, inertia: 0.6 };
/// The bead's moment of inertia means nothing: nothing turns it.
pub const BEAD: MassAndInertia = MassAndInertia { mass: 0.4, inertia: 0.001 };

const GRAVITY: f64 = 9.81;
/// θ, φ and their rates at time zero.
const START: [f64; 4] = [0.35, 2.4, 0.0, 0.0];

/// The scene at time zero.
pub fn build(substeps: u32) -> Result<Mechanism> {
    let mut mechanism = Mechanism::new([0.0, -GRAVITY], substeps)?;
    let [wire, bead] = states(START);
    let (wire, bead) = (mechanism.add_body(WIRE, wire)?, mechanism.add_body(BEAD, bead)?);
    mechanism.join([mechanism.ground, wire], PivotJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO })?;
    mechanism.join(
        [wire, bead],
        BeadOnWire { aspect: scalar(HALF_WIDTH / HALF_HEIGHT), half_height: scalar(HALF_HEIGHT) },
    )?;
    Ok(mechanism)
}

/// Runs the scene beside its exact motion.
pub fn run(substeps: u32, motion: &Motion, horizon: f64) -> Result<Run> {
    Run::record(build(substeps)?, substeps, motion, horizon)
}

/// The exact motion, a sample every tenth of a second.
pub fn exact() -> Motion {
    const STEPS: u32 = 256; // per 1/60 s: the error per step is about (ω h)⁵ = 1e-16
    let h = DT / f64::from(STEPS);
    let mut q = START;
    let (mut t, mut samples) = (vec![0.0], vec![states(q).to_vec()]);
    let mut frame = 0;
    while t[t.len() - 1] < DURATION - DT {
        for _ in 0..6 * STEPS {
            q = runge_kutta(q, h);
        }
        frame += 6;
        t.push(f64::from(frame) * DT);
        samples.push(states(q).to_vec());
    }
    Motion { t, states: samples }
}

fn runge_kutta(q: [f64; 4], h: f64) -> [f64; 4] {
    let along = |slope: [f64; 4], h: f64| -> [f64; 4] { std::array::from_fn(|i| q[i] + h * slope[i]) };
    let k1 = rates(q);
    let k2 = rates(along(k1, 0.5 * h));
    let k3 = rates(along(k2, 0.5 * h));
    let k4 = rates(along(k3, h));
    std::array::from_fn(|i| q[i] + h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]))
}

/// Lagrange's equations, solved for the accelerations.
fn rates([theta, phi, theta_rate, phi_rate]: [f64; 4]) -> [f64; 4] {
    let m = BEAD.mass;
    let ((sin, cos), (u, du)) = (theta.sin_cos(), ellipse(phi));
    let ddu = [-u[0], -u[1]];
    let dot = |a: [f64; 2], b: [f64; 2]| a[0] * b[0] + a[1] * b[1];

    let coupling = m * HALF_WIDTH * HALF_HEIGHT;
    let (inertia, mass) = (WIRE.inertia + m * dot(u, u), m * dot(du, du));
    let torque = -m * GRAVITY * (cos * u[0] - sin * u[1]) - 2.0 * m * dot(u, du) * phi_rate * theta_rate;
    let force = -m * GRAVITY * (sin * du[0] + cos * du[1]) + m * dot(u, du) * theta_rate * theta_rate
        - m * dot(du, ddu) * phi_rate * phi_rate;

    let determinant = inertia * mass - coupling * coupling;
    let theta_acceleration = (mass * torque - coupling * force) / determinant;
    let phi_acceleration = (inertia * force - coupling * torque) / determinant;
    [theta_rate, phi_rate, theta_acceleration, phi_acceleration]
}

/// The states of the wire and of the bead.
fn states([theta, phi, theta_rate, phi_rate]: [f64; 4]) -> [State; 2] {
    let ((sin, cos), (u, du)) = (theta.sin_cos(), ellipse(phi));
    let rotate = |[x, y]: [f64; 2]| [cos * x - sin * y, sin * x + cos * y];
    let [x, y] = rotate(u);
    let [vx, vy] = rotate([du[0] * phi_rate - u[1] * theta_rate, du[1] * phi_rate + u[0] * theta_rate]);
    [[0.0, 0.0, theta, 0.0, 0.0, theta_rate], [x, y, 0.0, vx, vy, 0.0]]
}

/// u(φ) and u'(φ).
fn ellipse(phi: f64) -> ([f64; 2], [f64; 2]) {
    let (sin, cos) = phi.sin_cos();
    ([HALF_WIDTH * cos, HALF_HEIGHT * sin], [-HALF_WIDTH * sin, HALF_HEIGHT * cos])
}
