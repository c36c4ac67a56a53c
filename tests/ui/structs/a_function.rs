use constraint_core::constraint;

#[constraint(|a, b| b.angle - a.angle)]
fn joint() {}

fn main() {}
