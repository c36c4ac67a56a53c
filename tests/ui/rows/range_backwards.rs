use constraint_core::{Scalar, constraint};

#[constraint(|a, b| (
    (b.angle - a.angle).within(2.0..=1.0),
    b.position.x.within(self.lower..=self.upper),
    b.position.y.within(0.5..=-0.5),
    a.position.y.within(f32::NEG_INFINITY..=f32::INFINITY),
))]
struct Joint {
    lower: Scalar,
    upper: Scalar,
}

fn main() {}
