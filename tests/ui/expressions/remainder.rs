use constraint_core::constraint;

#[constraint(|a, b| (b.angle - a.angle) % std::f32::consts::TAU)]
struct Joint {}

fn main() {}
