use constraint_core::constraint;

#[constraint(|a, b| b.angle - a.angle;)]
struct Joint {}

fn main() {}
