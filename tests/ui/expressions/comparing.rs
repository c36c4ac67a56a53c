use constraint_core::constraint;

#[constraint(|a, b| b.position == a.position)]
struct Equal {}

#[constraint(|a, b| (b.angle, b.position) == (a.angle, a.position))]
struct EqualRows {}

#[constraint(|a, b| if b.angle.within(0.0..) > a.angle { b.angle } else { a.angle })]
struct Held {}

fn main() {}
