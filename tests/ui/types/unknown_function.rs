use constraint_core::constraint;

#[constraint(|a, b| b.angle - lookup(a.angle))]
struct Joint {}

#[constraint(|a, b| Ok(b.angle - a.angle))]
struct Fallible {}

#[constraint(|a, b| Some(b.angle - a.angle))]
struct Optional {}

fn main() {}
