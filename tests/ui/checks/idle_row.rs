use constraint_core::{Scalar, constraint};

#[constraint(|a, b| (
    b.angle - a.angle,
    (b.position.x - a.position.x).signum() * self.length,
))]
struct Joint {
    length: Scalar,
}

#[constraint(|a, b| {
    let n = (b.position - a.position).normalize();
    n.length() - 1.0
})]
struct UnitLength {}

fn main() {}
