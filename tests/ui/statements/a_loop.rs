use constraint_core::constraint;

#[constraint(|a, b| {
    let mut sum = 0.0;
    for i in 0..3 {
        sum += a.angle;
    }
    sum - b.angle
})]
struct Joint {}

fn main() {}
