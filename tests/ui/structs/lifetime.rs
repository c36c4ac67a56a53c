use constraint_core::constraint;

#[constraint(|a, b| b.angle - a.angle)]
struct Joint<'a> {
    name: &'a str,
}

fn main() {}
