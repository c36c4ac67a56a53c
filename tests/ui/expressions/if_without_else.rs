use constraint_core::{Scalar, constraint};

#[constraint(|a, b| {
    if a.angle > self.length { b.angle - a.angle }
})]
struct Joint {
    length: Scalar,
}

fn main() {}
