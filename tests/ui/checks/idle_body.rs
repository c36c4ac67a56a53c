use constraint_core::constraint;

#[constraint(|a, b, c| (b.position + c.position - a.position - c.position).length() - 1.0)]
struct Joint {}

fn main() {}
