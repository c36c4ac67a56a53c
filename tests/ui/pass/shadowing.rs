#![deny(warnings)]
use constraint_core::{Scalar, constraint};

#[constraint(|a, b| {
    let angle = b.angle;
    let angle = {
        let a = a.angle;
        angle - a
    };
    let a = a.position;
    let b = b.position;
    (angle, a.distance(b) - self.length)
})]
pub struct Joint {
    pub length: Scalar,
}

fn main() {}
