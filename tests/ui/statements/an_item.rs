use constraint_core::constraint;

#[constraint(|a, b| {
    const RATIO: f32 = 2.0;
    b.angle - RATIO * a.angle
})]
struct Joint {}

fn main() {}
