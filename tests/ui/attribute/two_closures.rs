use constraint_core::constraint;

#[constraint(|a, b| b.angle - a.angle, |a, b| b.position - a.position)]
struct Joint {}

fn main() {}
