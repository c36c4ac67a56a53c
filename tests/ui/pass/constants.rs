use constraint_core::prelude::*;

const GEAR: Scalar = 3.0;
const ARM: Vec2 = Vec2::X;
const TABLE: [Scalar; 2] = [1.0, 2.0];

mod gears {
    pub const RATIO: f32 = 0.5;
}

/// Constants by their names, in each way in which they can be written; other types behind a `let`.
#[constraint(|a, b| {
    let arm: Vec2 = ARM;
    let sum: Scalar = TABLE.iter().sum::<Scalar>();
    let first: Scalar = TABLE[0] * GEAR;
    let double: Scalar = GEAR + GEAR;
    (
        b.angle - GEAR * a.angle + Self::OFFSET - gears::RATIO,
        (b.point(arm) - a.position).x * sum - first,
        (b.position.y * double - consts::PI).within(..=crate::GEAR.min(f32::MAX)),
    )
})]
#[derive(Clone, Debug)]
struct Geared {}

impl Geared {
    const OFFSET: Scalar = 1.0;
}

fn main() {
    // The value of the first row at rest: 1 − 0.5.
    let [first, ..] = Geared {}.position::<f64>(&[Default::default(); 2]);
    assert!(f64::abs(first - 0.5) < 1e-12, "{first}");
    assert!(Geared::DERIVATION.contains("C₀ = θ_b − GEAR θ_a + Self::OFFSET − gears::RATIO"), "{}", Geared::DERIVATION);
}
