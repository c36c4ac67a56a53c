use constraint_core::constraint;

#[constraint(|a, b| b.angle - self.table)]
struct Joint {
    table: Vec<f32>,
}

#[constraint(|a, b| b.angle * self.teeth - if self.meshes { a.angle } else { 0.0 })]
struct Gear {
    teeth: u32,
    meshes: bool,
}

fn main() {}
