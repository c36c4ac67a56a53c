use constraint_core::constraint;

#[constraint(|a, b| {})]
struct Joint {}

fn main() {}
