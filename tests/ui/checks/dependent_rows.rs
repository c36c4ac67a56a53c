use constraint_core::{Scalar, Vec2, constraint};

#[constraint(|a, b| {
    let d = b.point(self.anchor) - a.position;
    (
        d,
        b.angle - a.angle,
        d.x + 2.0 * (b.angle - a.angle),
    )
})]
struct TwiceHeld {
    anchor: Vec2,
}

#[constraint(|a, b| Vec2::new(a.angle, a.angle) * 2.0 - Vec2::splat(b.angle))]
struct SameTwice {}

#[constraint(|a, b| (
    b.angle - a.angle,
    (b.angle - a.angle).at_rate(self.rate),
))]
struct HeldAndDriven {
    rate: Scalar,
}

fn main() {}
