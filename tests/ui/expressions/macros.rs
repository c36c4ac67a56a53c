use constraint_core::{Scalar, constraint};

mod ratios {
    macro_rules! ratio {
        () => {
            2.0
        };
    }
    pub(crate) use ratio;

    pub(crate) const DOUBLE: f32 = ratio!();
}
// Used by a joint that is refused, which is no reason to call it useless.
use ratios::ratio;

#[constraint(|a, b| b.angle - ratio!() * a.angle)]
struct Inside {}

#[constraint(|a, b| {
    let ratio: Scalar = ratio!();
    b.angle - ratio * a.angel
})]
struct Declared {}

fn main() {
    let _ = ratios::DOUBLE;
}
