use constraint_core::constraint;

#[constraint(|a, b| b.angle - a.angle)]
struct Joint<const N: usize> {
    table: [f32; N],
}

fn main() {}
