use constraint_core::constraint;

#[constraint(|a, b| a)]
struct Joint {}

fn main() {}
