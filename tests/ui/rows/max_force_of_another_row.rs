use constraint_core::{Scalar, constraint};

#[constraint(|a, b| (
    (b.position.y - a.position.y).within(0.0..),
    (b.position.x - a.position.x).at_rate(0.0).max_force_of(self.friction, b.angle - a.angle),
))]
pub struct OfNoRow {
    pub friction: Scalar,
}

#[constraint(|a, b| {
    let slip = (b.position.x - a.position.x).at_rate(0.0);
    (b.position.y - a.position.y, slip.max_force_of(self.friction, slip))
})]
pub struct OfItselfByLet {
    pub friction: Scalar,
}

#[constraint(|a, b| {
    let gap = b.position.y - a.position.y;
    let x = b.position.x - a.position.x;
    (gap, x.max_force_of(self.friction, x))
})]
pub struct OfItself {
    pub friction: Scalar,
}

#[constraint(|a, b| {
    let gap = (b.position.y - a.position.y).within(0.0..);
    (gap, (b.position.x - a.position.x).at_rate(0.0).max_force_of(0.5, gap).max_force(2.0))
})]
pub struct Twice {}

#[constraint(|a, b| {
    let gap = (b.position.y - a.position.y).within(0.0..);
    (gap, (b.position.x - a.position.x).at_rate(0.0).max_force_of(gap))
})]
pub struct WithoutFactor {}

#[constraint(|a, b| {
    let gap = (b.position.y - a.position.y).within(0.0..);
    (gap, (b.position.x - a.position.x).at_rate(0.0).max_force_of(-0.5, gap))
})]
pub struct Negative {}

#[constraint(|a, b| {
    let gap = (b.position.y - a.position.y).within(0.0..);
    (gap, (b.position.x - a.position.x).at_rate(0.0).max_force_of(b.angle, gap))
})]
pub struct OfABody {}

fn main() {}
