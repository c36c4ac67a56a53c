use constraint_core::constraint;

#[constraint(|a, a| a.angle)]
struct Joint {}

fn main() {}
