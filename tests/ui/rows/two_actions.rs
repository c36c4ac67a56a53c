use constraint_core::{Scalar, Softness, constraint};

#[constraint(|a, b| {
    let turn = b.angle - a.angle;
    (
        turn.soft(self.give).soft(self.give),
        turn.within(0.0..=1.0).soft(self.give),
        turn.at_rate(1.0).max_force(self.force).max_force(self.force),
    )
})]
struct Joint {
    give: Softness,
    force: Scalar,
}

fn main() {}
