use constraint_core::{Scalar, constraint};

#[constraint(|crank, t| crank.angle - self.speed * t)]
struct Driven {
    speed: Scalar,
}

fn main() {}
