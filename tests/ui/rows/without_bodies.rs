use constraint_core::{Scalar, constraint};

#[constraint(|a, b| self.length)]
struct Joint {
    length: Scalar,
}

fn main() {}
