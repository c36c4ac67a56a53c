use constraint_core::{Scalar, constraint};

#[constraint(|a, b| b.angle - a.angle - self.damping * b.angular_velocity)]
struct Joint {
    damping: Scalar,
}

fn main() {}
