use constraint_core::{Scalar, constraint};

#[constraint(|a, b| b.angle - self.ratio * a.angle)]
struct Joint {
    #[cfg(any())]
    ratio: Scalar,
}

fn main() {}
