use constraint_core::{Scalar, constraint};

#[constraint(|a, b| (b.angle - a.angle).motor(self.speed))]
struct Joint {
    speed: Scalar,
}

fn main() {}
