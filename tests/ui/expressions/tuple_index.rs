use constraint_core::constraint;

#[constraint(|a, b| {
    let pair = (b.angle, a.angle);
    pair.0 - pair.1
})]
struct Joint {}

fn main() {}
