use constraint_core::constraint;

#[constraint(|a, b| (
    (b.position - a.position).dot(a.angle),
    a.angle.dot(b.position),
    a.angle.x,
    b.position - a.angle,
))]
struct Joint {}

fn main() {}
