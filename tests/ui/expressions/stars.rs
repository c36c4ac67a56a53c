use constraint_core::constraint;

#[constraint(|a, b| (b.angle - a.angle) ** 2)]
struct Joint {}

fn main() {}
