use constraint_core::constraint;

#[constraint(|a, b| b.angle - 2 * a.angle)]
struct Joint {}

fn main() {}
