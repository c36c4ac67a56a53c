use constraint_core::{Scalar, constraint};

#[constraint(|crank, t: Time| crank.angle - self.length * t)]
struct Joint {
    length: Scalar,
}

fn main() {}
