use constraint_core::{Vec2, constraint};

#[constraint(|a, b| b.point(self.anchor) - a.position -)]
struct Joint {
    anchor: Vec2,
}

fn main() {}
