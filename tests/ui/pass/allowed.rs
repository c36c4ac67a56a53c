#![deny(warnings)]
use constraint_core::{Scalar, Vec2, constraint};

#[constraint(
    |a, b, unheld| {
        let d = b.point(self.anchor) - a.position;
        (d, d.x, d.length().within(-1.0..), self.length * d.x.signum(), unheld.angle - unheld.angle)
    },
    allow(dependent_rows, idle_limit),
    allow(idle_row, idle_body),
)]
pub struct Joint {
    pub anchor: Vec2,
    pub length: Scalar,
}

#[constraint(|a| (-1.0 - a.angle * a.angle).sqrt(), allow(never_finite))]
pub struct Nowhere {}

fn main() {}
