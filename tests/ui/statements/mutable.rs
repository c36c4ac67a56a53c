use constraint_core::{Vec2, constraint};

#[constraint(|a, b| {
    let mut d = b.position - a.position;
    d = d - self.anchor;
    d
})]
struct Joint {
    anchor: Vec2,
}

fn main() {}
