use constraint_core::{Scalar, constraint};

#[constraint(|a, b| b.angular_velocity - self.ratio * a.angular_velocity)]
struct Joint {
    ratio: Scalar,
}

fn main() {}
