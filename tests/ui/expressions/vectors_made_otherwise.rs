use constraint_core::{Scalar, constraint};

#[constraint(|a, b| vec2(b.position.x, 1.0) - a.position)]
struct Joint {}

#[constraint(|a, b| b.position - a.position - Vec2 { x: self.length, y: 0.0 })]
struct Other {
    length: Scalar,
}

fn main() {}
