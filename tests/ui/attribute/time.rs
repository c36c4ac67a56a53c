use constraint_core::{Scalar, constraint};

#[constraint(|t: Time, crank| crank.angle - self.length * t)]
struct Joint {
    length: Scalar,
}

fn main() {}
