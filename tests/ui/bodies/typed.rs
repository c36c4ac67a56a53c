use constraint_core::constraint;

#[constraint(|a: &BodyState, b: &BodyState| b.angle - a.angle)]
struct Joint {}

fn main() {}
