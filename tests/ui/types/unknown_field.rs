use constraint_core::{Vec2, constraint};

#[constraint(|a, b| b.point(self.local_anchr) - a.position)]
struct Joint {
    local_anchor: Vec2,
}

fn main() {}
