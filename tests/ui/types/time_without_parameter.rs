use constraint_core::{Scalar, constraint};

#[constraint(|a, b| b.angle - a.angle - self.speed * time)]
struct Joint {
    speed: Scalar,
}

fn main() {}
