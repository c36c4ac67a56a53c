//! What becomes of a solver that believes the papers: small scenes, run by the printed rule and by generated code.
//!
//! Every scene measures an error, so that small is right. Repairs of what could not be computed at all (a vector where a
//! number is meant, a missing parenthesis) are the least that make it run, and are named with the scene.

pub mod drift;
pub mod nape;
pub mod rotary;
pub mod sheet;
pub mod solve;
pub mod spring;

use constraint_core::Constraint;

use crate::derived::{effective_mass, updated, velocity};
use crate::state::Body;

/// A step, s.
pub const H: f64 = 1.0 / 64.0;
/// Chipmunk's `k_erp` over the step: the rate at which errors are taken out, 1/s.
pub const BIAS: f64 = 0.125 / H;
/// Rounding of a solve at numbers of order one, with room for the condition of K.
pub const ROUNDING: f64 = 1e-12;

/// |V|.
pub fn speed(joint: &impl Constraint, bodies: &[Body]) -> f64 {
    velocity(joint, bodies).iter().map(|v| v * v).sum::<f64>().sqrt()
}

/// How much of the rows' velocity error is left after an impulse λ: 0 is right, 1 is nothing done, above 1 is worse.
pub fn left(joint: &impl Constraint, bodies: &[Body], lambda: &[f64]) -> f64 {
    speed(joint, &updated(joint, bodies, lambda)) / speed(joint, bodies)
}

/// The impulse −K⁻¹ v by the generated K, of a joint of one or two rows.
pub fn impulse_for(joint: &impl Constraint, bodies: &[Body], v: &[f64]) -> Vec<f64> {
    let k = effective_mass(joint, bodies);
    match *v {
        [v] => vec![-v / k[0]],
        [v1, v2] => {
            let determinant = k[0] * k[3] - k[1] * k[2];
            vec![-(k[3] * v1 - k[1] * v2) / determinant, -(k[0] * v2 - k[2] * v1) / determinant]
        }
        _ => panic!("a joint of {} rows", v.len()),
    }
}
