use constraint_core::constraint;

#[constraint(|a, b| a.rotation * b.rotation.inverse())]
struct Joint {}

fn main() {}
