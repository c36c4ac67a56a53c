use constraint_core::constraint;

#[constraint(|a, b| (b.position - a.position).within(0.0..=1.0))]
struct Joint {}

fn main() {}
