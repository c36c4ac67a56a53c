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

fn main() {}
