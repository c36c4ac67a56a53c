use constraint_core::constraint;

#[constraint(|a, b| b.angle - a.angle)]
enum Joint {
    Stiff,
    Soft,
}

fn main() {}
