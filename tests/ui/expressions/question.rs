use constraint_core::{Scalar, constraint};

#[constraint(|a, b| b.angle - self.length?)]
struct Joint {
    length: Scalar,
}

fn main() {}
