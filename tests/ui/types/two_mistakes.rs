use constraint_core::{Scalar, constraint};

#[constraint(|a, b| (b.positon - a.position, b.angle - self.angel))]
struct Joint {
    angle: Scalar,
}

fn main() {}
