use constraint_core::constraint;

#[constraint(b.position - a.position)]
struct Joint {}

fn main() {}
