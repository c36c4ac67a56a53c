// rustc's words on a function that the joint cannot call stand on its name.
use constraint_core::{BodyState, constraint};

#[constraint(
    |a, b| b.angle - a.angle,
    validate = Self::check,
    update = Self::advance,
    draw = Self::sketch,
)]
struct Joint {}

impl Joint {
    fn check(&self) -> bool {
        true
    }

    fn advance(&mut self) {}

    fn sketch(&self, _: &BodyState, _: &BodyState) {}
}

#[constraint(|a, b| b.angle - a.angle, validate = "Self::check")]
struct Other {}

fn main() {}
