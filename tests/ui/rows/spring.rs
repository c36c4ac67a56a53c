use constraint_core::{Scalar, constraint};

#[constraint(|a, b| (b.angle - a.angle).spring(self.stiffness, self.damping))]
struct Joint {
    stiffness: Scalar,
    damping: Scalar,
}

fn main() {}
