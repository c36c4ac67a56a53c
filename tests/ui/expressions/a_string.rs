use constraint_core::constraint;

#[constraint(|a, b| b.angle - "1.0")]
struct Joint {}

fn main() {}
