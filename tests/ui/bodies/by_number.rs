use constraint_core::constraint;

#[constraint(|bodies| bodies[1].position - bodies[0].position)]
struct All {}

#[constraint(|a, b| bodies[1].angle - a.angle)]
struct Both {}

fn main() {}
