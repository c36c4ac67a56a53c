use constraint_core::constraint;

#[constraint(|a, b| b.position[0] - a.position[0])]
struct Joint {}

fn main() {}
