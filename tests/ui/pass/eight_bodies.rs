use constraint_core::constraint;

#[constraint(|a, b, c, d, e, f, g, h| {
    a.angle + b.angle + c.angle + d.angle - e.angle - f.angle - g.angle - h.angle
})]
pub struct Joint {}

fn main() {}
