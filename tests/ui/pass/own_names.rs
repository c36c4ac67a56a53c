//! The user's types and functions may be called as generated code calls its own.

#![deny(warnings)]

use constraint_core::{BodyState, Canvas, Constraint, Scalar, constraint};

pub struct Setup;
pub struct Prepared;
pub struct S;

impl Setup {
    const GAIN: Scalar = 2.0;

    fn check(gear: &Gear) -> Result<(), String> {
        if gear.ratio > 0.0 { Ok(()) } else { Err("no ratio".to_owned()) }
    }
}

impl Prepared {
    const GAIN: Scalar = 3.0;

    fn advance(gear: &mut Gear, _: &BodyState, _: &BodyState) {
        gear.ratio += 1.0;
    }
}

impl S {
    const GAIN: Scalar = 0.5;

    fn draw(_: &Gear, _: &BodyState, _: &BodyState, _: &mut dyn Canvas) {}
}

fn time(seconds: Scalar) -> Scalar {
    seconds
}

fn ratio(of: Scalar) -> Scalar {
    of
}

#[constraint(
    |a, b| {
        let plain = self.ratio;
        let gain: Scalar = Setup::GAIN * Prepared::GAIN * S::GAIN * time(1.0) * ratio(self.other);
        b.angle * plain - a.angle * gain
    },
    validate = Setup::check,
    update = Prepared::advance,
    draw = S::draw,
)]
pub struct Gear {
    pub ratio: Scalar,
    pub other: Scalar,
}

fn main() {
    let mut gear = Gear { ratio: 1.0, other: 4.0 };
    assert!(gear.validate().is_ok());
    gear.update(&[BodyState::default(); 2]);
    let at = |angle: f64| constraint_core::Pose::new(0.0, 0.0, angle);
    // 2 · 3 · 0.5 · 1 · 4 = 12
    assert_eq!(gear.position_at(&[at(1.0), at(10.0)], 0.0)[0], 8.0);
}
