use constraint_core::constraint;

#[constraint(|a, b| {
    let d = b.position - a.position;
    (
        (-1.0 - d.length_squared()).sqrt(),
        (b.angle - a.angle) / (d.x - d.x),
    )
})]
struct Joint {}

fn main() {}
