use constraint_core::{Scalar, constraint};

#[constraint(|a, b| sqrt((b.position - a.position).length_squared()) - self.length)]
struct Joint {
    length: Scalar,
}

#[constraint(|a, b| f32::max(b.angle - a.angle, self.least))]
struct Other {
    least: Scalar,
}

fn main() {}
