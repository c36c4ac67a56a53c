use constraint_core::{Rot2, Scalar, Vec2, constraint};

mod frame {
    use constraint_core::Vec2;

    pub const OFFSET: Vec2 = Vec2::Y;
}

const ARM: Vec2 = Vec2::X;
const QUARTER: Rot2 = Rot2 { cos: 0.0, sin: 1.0 };

#[constraint(|a, b| {
    let arm = ARM;
    b.position - a.point(arm)
})]
struct Argument {}

#[constraint(|a, b| b.position - a.position - frame::OFFSET)]
struct Term {}

#[constraint(|a, b| ARM.dot(b.position - a.position))]
struct Receiver {}

#[constraint(|a, b| b.position.x - a.position.x - ARM.x)]
struct Component {}

#[constraint(|a, b| b.position - a.position - QUARTER * a.rotation * Vec2::X)]
struct Rotation {
    unused: Scalar,
}

fn main() {}
