use constraint_core::constraint;

#[constraint(|mut a, b| b.angle - a.angle)]
struct Joint {}

fn main() {}
