use constraint_core::{Scalar, constraint};

#[constraint(|a, b| self.length - (b.position - a.position))]
struct Joint {
    length: Scalar,
}

fn main() {}
