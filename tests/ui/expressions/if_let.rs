use constraint_core::constraint;

#[constraint(|a, b| if let Some(length) = self.length { length } else { b.angle - a.angle })]
struct Joint {
    length: Option<f32>,
}

fn main() {}
