use constraint_core::{Vec2, constraint};

#[constraint(|a, b| (b.position - a.position).length() + self.anchor)]
struct Joint {
    anchor: Vec2,
}

fn main() {}
