//! What the attribute writes needs nothing of the prelude, which the user's module may do without.

#![no_implicit_prelude]
#![deny(warnings)]

use ::constraint_core::{BodyState, Canvas, Scalar, Softness, Vec2, constraint};
use ::core::result::Result::{Err, Ok};

#[constraint(|a, b| b.point(self.anchor) - a.position)]
pub struct Pivot {
    pub anchor: Vec2,
}

#[constraint(
    |a, b| {
        let length: Scalar = self.length * 2.0;
        let distance = b.point(self.anchor).distance(a.position) - length;
        (distance.within(0.0..=1.0), distance.soft(Softness::new(1.0, 2.0)).max_force(self.length))
    },
    validate = |rope: &Rope| if rope.length > 0.0 { Ok(()) } else { Err("no length") },
    update = |rope: &mut Rope, _: &BodyState, _: &BodyState| rope.length += 1.0,
    draw = |_: &Rope, _: &BodyState, _: &BodyState, canvas: &mut dyn Canvas| canvas.point(Vec2::ZERO),
)]
pub struct Rope {
    pub anchor: Vec2,
    pub length: Scalar,
}

fn main() {}
