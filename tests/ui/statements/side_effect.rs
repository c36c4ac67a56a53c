use constraint_core::constraint;

#[constraint(|a, b| {
    a.position.length();
    b.angle - a.angle
})]
struct Joint {}

fn main() {}
