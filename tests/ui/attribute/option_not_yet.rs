use constraint_core::constraint;

#[constraint(|a, b| b.angle - a.angle, draw = Self::draw)]
struct Joint {}

fn main() {}
