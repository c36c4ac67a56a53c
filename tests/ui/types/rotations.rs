use constraint_core::{Vec2, constraint};

#[constraint(|a, b| (b.rotation - a.rotation).sin)]
struct Joint {}

#[constraint(|a, b| a.rotation.rotate(self.axis).dot(b.position - a.position))]
struct Other {
    axis: Vec2,
}

#[constraint(|a, b| a.rotation.angle() - b.angle)]
struct Turn {}

fn main() {}
