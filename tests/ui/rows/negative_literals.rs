use constraint_core::{Softness, constraint};

#[constraint(|a, b| {
    let turn = b.angle - a.angle;
    (
        turn.max_force(-1.0),
        turn.soft(Softness::new(2.0, -0.5)),
        turn.spring(-10.0, 1.0),
    )
})]
struct Joint {}

fn main() {}
