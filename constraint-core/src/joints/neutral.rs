//! Joints that do as little as their type can: without limits, motors and springs, anchors in the centres, axes along x.

use super::{
    AngleJoint, DistanceJoint, LineJoint, LinearMotorJoint, MotorJoint, PrismaticJoint, PulleyJoint, RailJoint,
    RevoluteJoint, SliderJoint, SoftRailJoint, StrutJoint, WheelJoint,
};
use crate::{Scalar, Softness, Vec2};

const NO_LOWER: Scalar = Scalar::NEG_INFINITY;
const NO_UPPER: Scalar = Scalar::INFINITY;

/// Implements `Default` by a value.
macro_rules! neutral {
    ($($(#[$says:meta])* $joint:ident { $($field:ident: $value:expr),* $(,)? })*) => {
        $($(#[$says])*
        impl Default for $joint {
            fn default() -> Self {
                Self { $($field: $value),* }
            }
        })*
    };
}

neutral! {
    /// Of ratio 1, without limits.
    AngleJoint { ratio: 1.0, lower: NO_LOWER, upper: NO_UPPER }
    /// Without limits: any distance.
    DistanceJoint { local_anchor_a: Vec2::ZERO, local_anchor_b: Vec2::ZERO, lower: 0.0, upper: NO_UPPER }
    /// Along the x axis, without limits.
    LineJoint {
        local_anchor_a: Vec2::ZERO,
        local_direction_a: Vec2::X,
        local_anchor_b: Vec2::ZERO,
        lower: NO_LOWER,
        upper: NO_UPPER,
    }
    /// Along the x axis, without force.
    LinearMotorJoint {
        local_anchor_a: Vec2::ZERO,
        local_direction_a: Vec2::X,
        local_anchor_b: Vec2::ZERO,
        speed: 0.0,
        max_force: 0.0,
    }
    /// Of ratio 1, without torque.
    MotorJoint { ratio: 1.0, rate: 0.0, max_torque: 0.0 }
    /// Along the x axis, without spring, motor and stops.
    PrismaticJoint {
        local_anchor_a: Vec2::ZERO,
        local_anchor_b: Vec2::ZERO,
        local_axis_a: Vec2::X,
        reference_angle: 0.0,
        target_translation: 0.0,
        spring: Softness::default(),
        motor_speed: 0.0,
        max_motor_force: 0.0,
        lower: NO_LOWER,
        upper: NO_UPPER,
    }
    /// Of ratio 1, a rope without end.
    PulleyJoint {
        local_anchor_a: Vec2::ZERO,
        local_anchor_b: Vec2::ZERO,
        local_anchor_c: Vec2::ZERO,
        local_anchor_d: Vec2::ZERO,
        ratio: 1.0,
        lower: 0.0,
        upper: NO_UPPER,
    }
    /// Along the x axis.
    RailJoint { local_anchor_a: Vec2::ZERO, local_direction_a: Vec2::X, local_anchor_b: Vec2::ZERO }
    /// A hinge, without spring, motor and stops.
    RevoluteJoint {
        local_anchor_a: Vec2::ZERO,
        local_anchor_b: Vec2::ZERO,
        reference_angle: 0.0,
        target_angle: 0.0,
        spring: Softness::default(),
        motor_speed: 0.0,
        max_motor_torque: 0.0,
        lower: NO_LOWER,
        upper: NO_UPPER,
    }
    /// Along the x axis.
    SliderJoint {
        local_anchor_a: Vec2::ZERO,
        local_anchor_b: Vec2::ZERO,
        local_axis_a: Vec2::X,
        reference_angle: 0.0,
    }
    /// Along the x axis, without spring.
    SoftRailJoint {
        local_anchor_a: Vec2::ZERO,
        local_direction_a: Vec2::X,
        local_anchor_b: Vec2::ZERO,
        softness: Softness::default(),
    }
    /// Without spring, motor and stops: any distance.
    StrutJoint {
        local_anchor_a: Vec2::ZERO,
        local_anchor_b: Vec2::ZERO,
        length: 0.0,
        spring: Softness::default(),
        motor_speed: 0.0,
        max_motor_force: 0.0,
        lower: 0.0,
        upper: NO_UPPER,
    }
    /// A wheel that moves along the car's y axis, without spring, motor and stops.
    WheelJoint {
        local_anchor_a: Vec2::ZERO,
        local_anchor_b: Vec2::ZERO,
        local_axis_a: Vec2::Y,
        suspension: Softness::default(),
        motor_speed: 0.0,
        max_motor_torque: 0.0,
        lower: NO_LOWER,
        upper: NO_UPPER,
    }
}
