use constraint_core::constraint;

#[constraint(|a, b| vec![b.angle - a.angle])]
struct Joint {}

fn main() {}
