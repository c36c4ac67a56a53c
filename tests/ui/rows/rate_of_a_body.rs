use constraint_core::constraint;

#[constraint(|a, b| (b.angle - a.angle).at_rate(a.angle).max_force(b.position.x))]
struct Joint {}

fn main() {}
