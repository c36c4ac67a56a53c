use constraint_core::{Scalar, constraint};

#[constraint(|a, b| (
    (b.position - a.position).length().within(-1.0..),
    (b.angle - a.angle).sin().within(-1.5..=1.5),
    (b.angle - a.angle).cos().abs().within(..=self.most.abs() + 1.0),
))]
struct Joint {
    most: Scalar,
}

fn main() {}
