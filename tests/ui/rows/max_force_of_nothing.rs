use constraint_core::{Scalar, constraint};

#[constraint(|a, b| (b.angle - a.angle, max_force(self.force)))]
struct Alone {
    force: Scalar,
}

#[constraint(|a, b| (b.angle - a.angle, a.max_force(self.force)))]
struct OfABody {
    force: Scalar,
}

#[constraint(|a, b| (b.angle - a.angle).max_force())]
struct Empty {}

fn main() {}
