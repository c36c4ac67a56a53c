use constraint_core::constraint;

#[constraint(|a, b| b.angle - self.table)]
struct Joint {
    table: Vec<f32>,
}

fn main() {}
