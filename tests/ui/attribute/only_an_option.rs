use constraint_core::{Scalar, constraint};

#[constraint(validate = Self::check)]
struct Joint {
    length: Scalar,
}

fn main() {}
