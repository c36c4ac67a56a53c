use constraint_core::{Rows, constraint};

#[constraint(|a, b, c, d| (
    a.position.x, a.position.y, a.angle,
    b.position.x, b.position.y, b.angle,
    c.position.x, c.position.y, c.angle,
    d.position.x, d.position.y, d.angle,
))]
pub struct Nailed {}

fn main() {
    let at = constraint_core::BodyState::at(constraint_core::Vec2::X, 0.5);
    assert_eq!(Nailed {}.rows(&at, &at, &at, &at).to_vec().len(), 12);
}
