use constraint_core::constraint;

#[constraint(|a, b| b.angle - a.angle, allow(dependent_row, everything), allow)]
struct Joint {}

fn main() {}
