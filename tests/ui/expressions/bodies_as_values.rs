use constraint_core::constraint;

#[constraint(|a, b| b - a)]
struct Difference {}

#[constraint(|a, b| (b.position - a).length())]
struct Half {}

#[constraint(|a, b| self - b.angle + a.angle)]
struct Whole {}

fn main() {}
