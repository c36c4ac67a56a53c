#![deny(warnings)]
use constraint_core::{Scalar, constraint};

#[constraint(|α, β| {
    let δ = β.angle - α.angle;
    δ - self.φ
})]
pub struct Gelenk {
    pub φ: Scalar,
}

fn main() {}
