use constraint_core::constraint;

#[constraint(|a, b| {
    let d: String = b.position - a.position;
    d
})]
struct Joint {}

fn main() {}
