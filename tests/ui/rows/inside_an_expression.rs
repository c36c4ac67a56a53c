use constraint_core::{Scalar, constraint};

#[constraint(|a, b| (b.angle - a.angle).within(0.0..=1.0) - self.length)]
struct Joint {
    length: Scalar,
}

fn main() {}
