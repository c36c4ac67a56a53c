//! Joints, types and modules may be called as generated code calls its own.

#![deny(warnings)]
#![allow(non_camel_case_types)]

use constraint_core::{Constraint, Pose, Scalar, Vec2, constraint};

mod core_ {
    pub const GAIN: f64 = 2.0;
}

pub struct __Own;

impl __Own {
    const GAIN: Scalar = 2.0;
}

#[constraint(|a, b| {
    let gain: Scalar = __Own::GAIN * self.ratio;
    b.angle - a.angle * gain
})]
pub struct __OwnOf {
    pub ratio: Scalar,
}

/// A joint with a function that others call.
#[constraint(|a, b| (b.point(self.anchor) - a.point(self.anchor)).length() - self.length)]
pub struct __Joint {
    pub anchor: Vec2,
    pub length: Scalar,
}

mod joints {
    use constraint_core::{Scalar, Vec2, constraint};

    const GAIN: Scalar = 2.0;

    #[constraint(
        |a, b| {
            let length: Scalar = GAIN * self.length;
            (b.point(self.anchor) - a.point(self.anchor)).length() - length
        },
        validate = |joint: &core_| if joint.length > 0.0 { Ok(()) } else { Err("no length") }
    )]
    pub struct core_ {
        pub anchor: Vec2,
        pub length: Scalar,
    }

    #[constraint(|a, b| b.angle - a.angle)]
    pub struct S {}

    #[constraint(|a, b| {
        let gain: Scalar = GAIN * self.ratio;
        b.angle - a.angle * gain
    })]
    pub struct __Own {
        pub ratio: Scalar,
    }

    #[constraint(|a, b| b.angle - self.ratio * a.angle)]
    pub struct Setup {
        pub ratio: Scalar,
    }
}

fn main() {
    let at = [Pose::new(0.0, 0.0, 0.0), Pose::new(5.0, 0.0, 1.0)];
    assert_eq!(__Joint { anchor: Vec2::ZERO, length: 2.0 }.position_at(&at, 0.0)[0], 3.0);
    let joint = joints::core_ { anchor: Vec2::ZERO, length: 1.0 };
    assert_eq!(joint.position_at(&at, 0.0)[0], 5.0 - core_::GAIN);
    assert!(joint.validate().is_ok());
    assert_eq!(__OwnOf { ratio: 1.0 }.position_at(&at, 0.0)[0], 1.0);
    assert_eq!(joints::__Own { ratio: 1.0 }.position_at(&at, 0.0)[0], 1.0);
    assert_eq!(joints::Setup { ratio: 1.0 }.position_at(&at, 0.0)[0], 1.0);
    assert_eq!(joints::S {}.position_at(&at, 0.0)[0], 1.0);
}
