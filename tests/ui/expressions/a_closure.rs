use constraint_core::constraint;

#[constraint(|a, b| {
    let twice = |x| x * 2.0;
    twice(b.angle) - a.angle
})]
struct Joint {}

fn main() {}
