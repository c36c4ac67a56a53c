use constraint_core::constraint;

#[constraint(|a, b| b.angle - a.angle)]
struct Joint(f32, f32);

fn main() {}
