use constraint_core::constraint;

#[constraint(|a, b| b.angle - a.angle, validat = Self::check)]
struct Joint {}

fn main() {}
