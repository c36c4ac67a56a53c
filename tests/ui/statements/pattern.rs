use constraint_core::constraint;

#[constraint(|a, b| {
    let (x, y) = (b.angle, a.angle);
    x - y
})]
struct Joint {}

fn main() {}
