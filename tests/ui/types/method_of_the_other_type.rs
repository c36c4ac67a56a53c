use constraint_core::constraint;

#[constraint(|a, b| (b.angle - a.angle).length())]
struct Joint {}

fn main() {}
