use constraint_core::constraint;

#[constraint(|a, b, c, d, e| (
    a.position, b.position, c.position, d.position, e.position.x, a.angle, b.angle, c.angle, d.angle,
    a.angular_velocity, b.angular_velocity, c.angular_velocity,
    e.angle,
))]
struct Joint {}

fn main() {}
