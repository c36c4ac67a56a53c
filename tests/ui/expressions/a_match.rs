use constraint_core::constraint;

#[constraint(|a, b| match self.kind {
    0 => b.angle - a.angle,
    _ => b.angle + a.angle,
})]
struct Joint {
    kind: u8,
}

fn main() {}
