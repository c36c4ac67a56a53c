use constraint_core::constraint;

#[constraint(|a, b| a.rotation.inverse() * (b.position - a.position).dot())]
struct Joint {}

fn main() {}
