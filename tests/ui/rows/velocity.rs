use constraint_core::{Scalar, Vec2, constraint};

#[constraint(|a, b| {
    let slip = b.linear_velocity - a.linear_velocity;
    slip.length() - self.speed
})]
struct Speed {
    speed: Scalar,
}

#[constraint(|a| a.linear_velocity.dot(self.axis).within(0.0..))]
struct OneWay {
    axis: Vec2,
}

fn main() {}
