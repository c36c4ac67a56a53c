use constraint_core::{Scalar, Vec2, constraint};

type Metres = Scalar;
type Point = Vec2;

#[constraint(|a, b| {
    let offset: Point = b.position - a.position;
    offset.length() - self.length
})]
struct Rope {
    length: Metres,
}

fn main() {}
