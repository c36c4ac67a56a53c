use constraint_core::constraint;

#[constraint(|a, b| {
    if a.angle > 1.0 { return a.angle; }
    b.angle - a.angle
})]
struct Joint {}

fn main() {}
