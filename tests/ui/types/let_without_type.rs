use constraint_core::{Scalar, constraint};

const PITCH: Scalar = 0.25;

fn lookup(table: &[Scalar]) -> Scalar {
    table[0]
}

#[constraint(|a, b| {
    let gain = lookup(self.table);
    let pitch = PITCH;
    let count = self.teeth as Scalar;
    let first = self.table[0];
    let stiff = if self.stiff { 1.0 } else { 0.0 };
    b.angle - gain * pitch * count * first * stiff * a.angle
})]
struct Joint {
    table: &'static [Scalar],
    teeth: u32,
    stiff: bool,
}

fn main() {}
