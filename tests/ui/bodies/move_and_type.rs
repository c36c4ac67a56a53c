use constraint_core::constraint;

#[constraint(move |a, b| -> f32 { b.angle - a.angle })]
struct Joint {}

fn main() {}
