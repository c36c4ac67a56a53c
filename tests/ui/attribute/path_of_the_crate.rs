use constraint_core::constraint;

#[constraint(|a, b| b.angle - a.angle, crate = "constraint_core")]
struct Quoted {}

#[constraint(|a, b| b.angle - a.angle, crate)]
struct Missing {}

#[constraint(|a, b| b.angle - a.angle, crate = )]
struct Empty {}

#[constraint(|a, b| b.angle - a.angle, crate = constraint_core, crate = constraint_core)]
struct Twice {}

#[constraint(|a, b| b.angle - a.angle, crate = engine::constraint_core)]
struct Unknown {}

fn main() {}
