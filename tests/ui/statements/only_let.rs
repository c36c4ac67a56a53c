use constraint_core::constraint;

#[constraint(|a, b| {
    let d = b.position - a.position;
})]
struct Joint {}

fn main() {}
