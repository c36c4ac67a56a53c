use constraint_core::constraint;

#[constraint(|a, b| a.position b.position)]
struct Joint {}

fn main() {}
