use constraint_core::constraint;

#[constraint(|a, type| type.angle - a.angle)]
struct Joint {}

fn main() {}
