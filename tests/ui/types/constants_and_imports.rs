use std::f32::consts;

use constraint_core::{Rot2, Scalar, Softness, Time, Vec2, constraint};

// One mistake, and every import is used.
#[constraint(|a, b, t: Time| {
    let turn: Rot2 = a.rotation;
    let d: Vec2 = turn * Vec2::X;
    let s: Scalar = b.angle - consts::PI;
    (s.soft(Softness::new(1.0, 1.0)), d.dot(b.position) - t, d.lenght())
})]
struct Joint {}

fn main() {}
