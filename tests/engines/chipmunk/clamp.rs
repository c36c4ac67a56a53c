//! What Chipmunk lets an error ask for and an impulse reach.
//!
//! Written so that infinities and NaN go the way they go in the engine: `f64::clamp` would keep the NaN of 0 · ∞, where the
//! engine takes the lower bound.

use crate::oracle::Joint;

/// What every constraint of Chipmunk has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// N, or N·m.
    pub(super) max_force: f64,
    /// How fast an error is taken out at most: m/s, or rad/s.
    max_bias: f64,
    /// What is left of an error after a second.
    error_bias: f64,
}

impl Reach {
    pub(super) fn new(joint: &Joint) -> Self {
        let error_bias = if joint.has("error_bias") { joint.number("error_bias") } else { 0.9_f64.powf(60.0) };
        Self { max_force: joint.upper("max_force"), max_bias: joint.upper("max_bias"), error_bias }
    }

    /// The velocity that takes an error out.
    pub(super) fn bias(&self, error: f64, dt: f64) -> f64 {
        clamp(-self.share(dt) * error / dt, -self.max_bias, self.max_bias)
    }

    /// The velocity that takes an error in the plane out.
    pub(super) fn bias_vector(&self, error: [f64; 2], dt: f64) -> [f64; 2] {
        let rate = -self.share(dt) / dt;
        clamp_length(error.map(|it| it * rate), self.max_bias)
    }

    /// How much of an error is taken out in a step.
    fn share(&self, dt: f64) -> f64 {
        1.0 - self.error_bias.powf(dt)
    }
}

/// The nearest value in `lower..=upper`; `lower` for NaN.
#[allow(clippy::manual_clamp)] // see the head of the file
pub(super) fn clamp(value: f64, lower: f64, upper: f64) -> f64 {
    let raised = if value > lower { value } else { lower };
    if raised < upper { raised } else { upper }
}

/// The vector, shortened to `length` if it is longer.
pub(super) fn clamp_length(vector: [f64; 2], length: f64) -> [f64; 2] {
    let square = dot(vector, vector);
    if square > length * length { vector.map(|it| it * (length / square.sqrt())) } else { vector }
}

pub(super) fn dot(u: [f64; 2], v: [f64; 2]) -> f64 {
    u[0] * v[0] + u[1] * v[1]
}
