use constraint_core::{Vec2, constraint};

#[constraint(|a, b| {
    let d = b.position - a.position;
    (d * self.axis, d / self.axis, d * a.rotation, d - self.axis.x, d < self.axis)
})]
struct Joint {
    axis: Vec2,
}

fn main() {}
