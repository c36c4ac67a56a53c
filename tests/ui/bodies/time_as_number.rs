use constraint_core::{Scalar, constraint};

#[constraint(|crank, t: Scalar| crank.angle - self.speed * t)]
struct Driven {
    speed: Scalar,
}

fn main() {}
