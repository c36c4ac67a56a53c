use constraint_core::constraint;

#[constraint(|a, b| b.angle - a.angle)]
union Joint {
    stiff: f32,
    soft: f32,
}

fn main() {}
