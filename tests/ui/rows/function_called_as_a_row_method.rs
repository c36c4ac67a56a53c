use constraint_core::{Scalar, constraint};

fn spring(length: Scalar) -> Scalar {
    2.0 * length
}

#[constraint(|a, b| b.position.distance(a.position) - spring(self.length))]
struct Joint {
    length: Scalar,
}

fn main() {}
