#![deny(warnings)]
use constraint_core::{Scalar, Time, Vec2, constraint};

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

/// Bodies, parameters and values named as generated functions are.
#[constraint(|common_values, joint| {
    let values = joint.point(self.zip) - common_values.point(self.common);
    (values.length() - self.poses, joint.angle - common_values.angle)
})]
pub struct Named {
    pub common: Vec2,
    pub zip: Vec2,
    pub poses: Scalar,
}

/// Points that depend on the time, each in a value of its own, or in one that others have as well.
#[constraint(|a, b, t: Time| {
    let crank = self.crank * (self.rate * t).sin();
    (b.point(self.crank * t) - a.point(crank), (b.point(crank) - a.point(self.crank)).length())
})]
pub struct Shaken {
    pub crank: Vec2,
    pub rate: Scalar,
}

fn main() {}
