use constraint_core::{Scalar, constraint};

#[constraint(|a, b| (b.position - a.position).spring(self.stiffness, 1.0))]
struct Bungee {
    stiffness: Scalar,
}

#[constraint(|a, b| a.position.distance(b.position).spring(self.stiffness))]
struct Undamped {
    stiffness: Scalar,
}

fn main() {}
