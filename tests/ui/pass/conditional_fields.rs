//! Fields that other builds leave out.

use constraint_core::{BodyState, Scalar, constraint};

#[constraint(|a, b| b.angle - self.ratio * a.angle - self.phase)]
struct Gear {
    #[cfg(all())]
    ratio: Scalar,
    #[cfg(any())]
    phase: f64,
    #[cfg(not(any()))]
    phase: f32,
}

fn main() {
    let gear = Gear { ratio: 2.0, phase: 0.0 };
    let state = BodyState::default();
    let _ = gear.rows(&state, &state);
}
