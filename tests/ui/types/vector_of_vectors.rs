use constraint_core::{Vec2, constraint};

#[constraint(|a, b| Vec2::new(a.position, b.position))]
struct Joint {}

fn main() {}
