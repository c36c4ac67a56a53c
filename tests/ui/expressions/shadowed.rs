use constraint_core::constraint;

#[constraint(|a, b| {
    let a = a.position;
    let d = b.position - a;
    d.length() - a.angle
})]
struct Joint {}

fn main() {}
