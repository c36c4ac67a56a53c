use constraint_core::constraint;

#[constraint(|a, b| if a.angle { b.angle } else { a.angle })]
struct Joint {}

fn main() {}
