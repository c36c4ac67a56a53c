//! Numbers of double precision: a mistake on each type, and right with the feature `f64`, where `tests/lints.rs` compiles them.

use constraint_core::constraint;

#[constraint(|a, b| {
    let turned: f64 = b.angle - self.ratio * a.angle;
    (turned - self.phase).within(-self.slack..=self.slack)
})]
pub(crate) struct Gear {
    ratio: f64,
    phase: core::primitive::f64,
    slack: constraint_core::Scalar,
    // Not in the closure.
    wear: f32,
}

pub(crate) fn main() {
    let gear = Gear { ratio: 1.0, phase: 0.0, slack: 0.0, wear: 0.0 };
    let state = constraint_core::BodyState::default();
    let _ = (gear.rows(&state, &state), gear.wear);
}
