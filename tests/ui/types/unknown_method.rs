use constraint_core::{Scalar, constraint};

#[constraint(|a, b| (b.position - a.position).lenght() - self.length)]
struct Joint {
    length: Scalar,
}

fn main() {}
