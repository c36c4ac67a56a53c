#![deny(warnings)]
use constraint_core::{Scalar, Vec2, constraint};

#[constraint(|a, b| {
    let k = b.point(self.b) - a.point(self.a);
    (k.dot(self.k) - self.c, (b.angle - a.angle - self.lambda).within(self.lower..=self.h))
})]
pub struct Joint {
    pub a: Vec2,
    pub b: Vec2,
    pub k: Vec2,
    pub c: Scalar,
    pub h: Scalar,
    pub lower: Scalar,
    pub lambda: Scalar,
}

fn main() {}
