use constraint_core::constraint;

#[constraint(|a, b| {
    println!("{}", a.angle);
    b.angle - a.angle
})]
struct Joint {}

fn main() {}
