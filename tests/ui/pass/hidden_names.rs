//! The user's module may hide every name that the attribute could have meant: primitive types, types and derives of the
//! standard prelude.

#![deny(warnings)]

mod hidden {
    // What is called `Debug`, `Copy` and `Default` derives something else here.
    #[allow(unused_imports)]
    use std::{clone::Clone as Debug, cmp::PartialEq as Copy, hash::Hash as Default};

    macro_rules! types {
        ($($name:ident)*) => { $(#[allow(dead_code, non_camel_case_types)] pub(crate) struct $name;)* };
    }
    types! { bool char f32 f64 i32 i64 str u8 u32 u64 usize Box Clone Err None Ok Option Result Some String Vec }

    use constraint_core::{Scalar, Time, Vec2, constraint};

    /// A row that remembers its normal, limits, and a rate.
    #[constraint(|a, b, t: Time| {
        let d = b.point(self.anchor) - a.position;
        let speed: Scalar = self.speeds[0];
        (d.length().within(1.0..=2.0), b.angle - a.angle - self.speed * t, d.perp_dot(b.linear_velocity).at_rate(speed))
    })]
    pub(crate) struct Held {
        pub(crate) anchor: Vec2,
        pub(crate) speed: Scalar,
        pub(crate) speeds: [Scalar; 1],
    }

    /// Limits without an end, as numbers that are no literals.
    #[constraint(
        |a, b| (b.angle - a.angle).within(Scalar::NEG_INFINITY..=self.most).max_force(Scalar::INFINITY),
        update = |_: &mut Stop, _: &constraint_core::BodyState, _: &constraint_core::BodyState| {},
    )]
    pub(crate) struct Stop {
        pub(crate) most: Scalar,
    }
}

use constraint_core::{Constraint, Pose, Vec2};

fn main() {
    let at = [Pose::new(0.0, 0.0, 0.0), Pose::new(3.0, 0.0, 1.0)];
    let held = hidden::Held { anchor: Vec2::ZERO, speed: 1.0, speeds: [0.0] };
    assert_eq!(held.position_at(&at, 1.0)[..2], [3.0, 0.0]);
    assert_eq!(hidden::Stop { most: 1.0 }.position_at(&at, 0.0), [1.0]);
}
