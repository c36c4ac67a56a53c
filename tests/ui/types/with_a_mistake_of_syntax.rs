use constraint_core::constraint;

#[constraint(|a, b| (b.positon - a.position, b.angle as f32))]
struct Joint {}

fn main() {}
