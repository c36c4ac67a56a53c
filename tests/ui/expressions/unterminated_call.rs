use constraint_core::{Scalar, Vec2, constraint};

#[constraint(|a, b| {
    let d = b.point(self.anchor) - a.position;
    d.length(
})]
struct Joint {
    anchor: Vec2,
}

fn main() {}
