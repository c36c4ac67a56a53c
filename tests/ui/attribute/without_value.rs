use constraint_core::{Vec2, constraint};

#[constraint(|a, b|)]
struct Joint {
    anchor: Vec2,
}

fn main() {}
