use constraint_core::constraint;

#[constraint(|a, b| b.angle - 2u32 * a.angle - 1_000_i64)]
struct Joint {}

fn main() {}
