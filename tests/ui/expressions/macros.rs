use constraint_core::{Scalar, constraint};

#[allow(unused_macros)] // where a joint is refused
macro_rules! ratio {
    () => {
        2.0
    };
}

#[constraint(|a, b| b.angle - ratio!() * a.angle)]
struct Inside {}

#[constraint(|a, b| {
    let ratio: Scalar = ratio!();
    b.angle - ratio * a.angel
})]
struct Declared {}

fn main() {}
