use constraint_core::{Time, constraint};

#[constraint(|a, b, t: Time| (b.angle - a.angle).max_force(t))]
struct Tiring {}

#[constraint(|a, b| (b.angle - a.angle).within(..=a.position.x))]
struct Follower {}

fn main() {}
