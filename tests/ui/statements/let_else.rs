use constraint_core::constraint;

#[constraint(|a, b| {
    let d = b.angle else { return 0.0 };
    d - a.angle
})]
struct Joint {}

fn main() {}
