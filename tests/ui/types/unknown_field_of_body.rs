use constraint_core::constraint;

#[constraint(|a, b| b.positon - a.position)]
struct Joint {}

fn main() {}
