use constraint_core::constraint;

#[constraint(|a, b| c.angle - a.angle - b.angle)]
struct Joint {}

fn main() {}
