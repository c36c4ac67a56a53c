use constraint_core::constraint;

#[constraint(|a, b| {
    let pair = (b.angle, a.angle);
    pair.0 - pair.1
})]
struct Joint {}

struct Metres(f32);

#[constraint(|a, b| b.position.distance(a.position) - self.length.0)]
struct Rod {
    length: Metres,
}

fn main() {}
