use constraint_core::{Vec2, constraint};

#[constraint(|a, b| {
    let d = b.position() - a.point;
    let e = b.position - a.position;
    (d, e.length, e.x(), e.dot)
})]
struct Joint {
    axis: Vec2,
}

fn main() {}
