use constraint_core::constraint;

#[constraint(|a, b| b.angle ^ 2.0 - a.angle)]
struct Joint {}

fn main() {}
