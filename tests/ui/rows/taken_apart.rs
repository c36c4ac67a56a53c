use constraint_core::{Scalar, constraint};

#[constraint(|a, b| (b.angle - a.angle).within(self.lower, self.upper))]
struct Joint {
    lower: Scalar,
    upper: Scalar,
}

#[constraint(|a, b| (b.angle - a.angle).soft(self.hertz, self.damping_ratio))]
struct Other {
    hertz: Scalar,
    damping_ratio: Scalar,
}

#[constraint(|a, b| b.point(self.x, self.y) - a.position)]
struct Third {
    x: Scalar,
    y: Scalar,
}

fn main() {}
