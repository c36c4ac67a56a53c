use constraint_core::{Scalar, constraint};

#[constraint(|a, b| {
    let d: Scalar = b.position - a.position;
    d
})]
struct Joint {}

fn main() {}
