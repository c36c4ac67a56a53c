use constraint_core::constraint;

#[constraint(|a, b| b.angle.max::<f32>(a.angle))]
struct Joint {}

fn main() {}
