use constraint_core::prelude::*;

#[constraint(|a, b| b.angle - self.ratio * a.angle)]
struct Gear {
    /// Turns of the one for one of the other.
    ratio: Scalar,
    phase
}

fn main() {}
