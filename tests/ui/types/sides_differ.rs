use constraint_core::constraint;

#[constraint(|a, b| if a.angle > 0.0 { b.angle } else { b.position })]
struct Joint {}

fn main() {}
