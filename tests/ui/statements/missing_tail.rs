use constraint_core::{Scalar, constraint};

#[constraint(|a, b| {
    let d = b.position - a.position;
    d.length() - self.length;
})]
struct Joint {
    length: Scalar,
}

fn main() {}
