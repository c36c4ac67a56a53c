use constraint_core::constraint;

#[constraint(|a, b| self.rows(a, b))]
struct Joint {}

#[constraint(|a, b| b.angle - Self::twice(a.angle))]
struct Helper {}

impl Helper {
    fn twice(angle: f32) -> f32 {
        2.0 * angle
    }
}

fn main() {}
