use constraint_core::{Scalar, constraint};

#[constraint()]
struct Joint {
    length: Scalar,
}

fn main() {}
