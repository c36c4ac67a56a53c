use constraint_core::constraint;

#[constraint(|a, b| b.angle - lookup(a.angle))]
struct Joint {}

fn main() {}
