use constraint_core::{Scalar, constraint};

#[constraint(|a, b| (b.position - a.position).length(2.0) - self.length)]
struct Joint {
    length: Scalar,
}

fn main() {}
