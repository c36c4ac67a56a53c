//! A joint that the user's own macro writes, with a closure that it was given, or with names from two places.

#![deny(warnings)]

use constraint_core::{Scalar, constraint};

macro_rules! joint {
    ($name:ident { $($field:ident),* }, |$($body:ident),*| $closure:expr) => {
        #[constraint(|$($body),*| $closure)]
        pub struct $name { $(pub $field: Scalar),* }
    };
}

joint!(Height { height }, |a| a.position.y - self.height);
joint!(Gear { ratio, phase }, |a, b| {
    let twice: Scalar = self.phase * 2.0;
    b.angle - self.ratio * a.angle - twice
});

macro_rules! whole {
    ($name:ident) => {
        #[constraint(|a| {
            let half: Scalar = self.width.abs() / 2.0;
            a.position.x.within(-half..=half)
        })]
        pub struct $name {
            pub width: Scalar,
        }
    };
}

whole!(Slot);

macro_rules! at {
    ($name:ident, $value:expr) => {
        #[constraint(|a| a.angle - $value)]
        pub struct $name {}
    };
}

at!(Upright, 0.5);

macro_rules! fragments {
    ($visibility:vis $name:ident, $closure:expr, $ty:ty, $path:path) => {
        #[constraint($closure, validate = $path)]
        $visibility struct $name {
            $visibility gain: $ty,
        }
    };
}

fn anything<T>(_: &T) -> Result<(), String> {
    Ok(())
}

fragments!(pub Public, |a| 2.0 * a.angle - self.gain, Scalar, anything);
fragments!(Private, |a| a.position.y - self.gain, Scalar, anything);

macro_rules! sum {
    ($name:ident, $sum:expr, $factor:literal, $ty:ty, $block:block) => {
        #[constraint(|a| {
            let half: $ty = $factor * $sum;
            a.angle * $sum - half - $block
        })]
        pub struct $name {}
    };
}

// Without brackets, a fragment is one operand.
sum!(Sum, 1.0 + 2.0, -0.5, Scalar, { 1.0 });

fn main() {
    use constraint_core::{Constraint as _, Pose};
    let (at, state) = (Pose::new(0.0, 0.0, 2.0), constraint_core::BodyState::at(constraint_core::Vec2::ZERO, 2.0));
    assert_eq!(Sum {}.position(&[at])[0], 2.0 * 3.0 + 0.5 * 3.0 - 1.0);
    let _ = (Sum {}.rows(&state), Private { gain: 1.0 }.rows(&state));
    assert_eq!(Public { gain: 1.0 }.position(&[at])[0], 3.0);
}
