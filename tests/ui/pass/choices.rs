use constraint_core::{Scalar, constraint};

#[constraint(|a, b| {
    let turn: Scalar = b.angle - a.angle;
    let _ = turn;
    if turn < -self.play {
        turn + self.play
    } else if !(turn <= self.play) {
        turn - self.play
    } else {
        0.0 * turn
    }
})]
pub struct Play {
    pub play: Scalar,
}

fn main() {}
