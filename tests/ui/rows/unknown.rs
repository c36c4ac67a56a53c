use constraint_core::constraint;

#[constraint(|a, b| (b.angle - a.angle).witin(0.0..=1.0))]
struct Joint {}

fn main() {}
