use constraint_core::constraint;

#[constraint(|a, b| b.angle - a.angle * self.teeth as f32)]
struct Joint {
    teeth: u32,
}

fn main() {}
