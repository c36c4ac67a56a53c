use constraint_core::{Scalar, constraint};

#[constraint(|| self.length)]
struct Joint {
    length: Scalar,
}

fn main() {}
