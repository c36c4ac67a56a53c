use constraint_core::{Scalar, constraint};

#[constraint(|self, a, b| b.angle - a.angle - self.angle)]
struct Joint {
    angle: Scalar,
}

#[constraint(|&self, a, b| b.angle - a.angle - self.angle)]
struct Other {
    angle: Scalar,
}

fn main() {}
