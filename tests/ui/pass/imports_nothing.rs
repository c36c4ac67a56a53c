#[constraint_core::constraint(|a, b| b.point(self.anchor) - a.position)]
struct Joint {
    anchor: constraint_core::Vec2,
}

fn main() {
    let joint = Joint { anchor: constraint_core::Vec2::X };
    let state = constraint_core::BodyState::at(constraint_core::Vec2::Y, 0.0);
    assert_eq!(constraint_core::Rows::to_vec(joint.rows(&state, &state)), [1.0, 0.0]);
}
