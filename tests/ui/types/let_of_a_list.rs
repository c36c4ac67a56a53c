use constraint_core::{Scalar, Vec2, constraint};

#[constraint(|a, b| {
    let reach = self.lengths.iter().sum();
    b.position.distance(a.position) - reach
})]
struct Total {
    lengths: [Scalar; 3],
}

#[constraint(|a, b| b.point(self.pegs[0]) - a.position)]
struct Peg {
    pegs: [Vec2; 2],
}

fn main() {}
