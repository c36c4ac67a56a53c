use constraint_core::{Scalar, constraint};

#[constraint(|a, b| b.angle - self.ratio * a.angle)]
struct Joint {
    #[cfg(any())]
    ratio: Scalar,
}

fn main() {
    let joint = Joint {};
    let state = constraint_core::BodyState::default();
    let _ = joint.rows(&state, &state);
}
