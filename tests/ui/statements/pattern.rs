use constraint_core::constraint;

#[constraint(|a, b| {
    let (x, y) = (b.angle, a.angle);
    x - y
})]
struct Joint {}

#[constraint(|a, b| {
    let (sin, cos) = a.angle.sin_cos();
    b.position.x * cos + b.position.y * sin
})]
struct Parts {}

fn main() {}
