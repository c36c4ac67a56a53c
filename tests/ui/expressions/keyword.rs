use constraint_core::{Scalar, constraint};

#[constraint(|a, b| b.angle - a.angle * self.type)]
struct Joint {
    r#type: Scalar,
}

fn main() {}
