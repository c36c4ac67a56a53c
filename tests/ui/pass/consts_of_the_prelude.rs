//! The prelude alone is enough for `consts::PI`, whatever the scalar is; a `use` of the user's comes first.

#![deny(warnings)]

use constraint_core::prelude::*;

#[constraint(|a, b| b.angle - a.angle - consts::FRAC_PI_2)]
pub(crate) struct Square {}

mod own {
    use constraint_core::prelude::*;

    mod consts {
        pub(crate) const PI: constraint_core::Scalar = constraint_core::consts::PI;
    }

    #[constraint(|a, b| b.angle - a.angle - consts::PI)]
    pub(crate) struct Opposite {}
}

pub(crate) fn main() {
    let pi: Scalar = consts::PI;
    let at = [0.0, 1.0].map(|turns| constraint_core::Pose::<Scalar>::new(0.0, 0.0, turns * pi));
    assert!((Square {}.position_at(&at, 0.0)[0] - pi / 2.0).abs() < 1e-6);
    assert!(own::Opposite {}.position_at(&at, 0.0)[0].abs() < 1e-6);
    let state = BodyState::default();
    let _ = (Square {}.rows(&state, &state), own::Opposite {}.rows(&state, &state));
}
