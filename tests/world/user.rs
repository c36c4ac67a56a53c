//! Joints that a user has and the catalogue has not.

use constraint_core::{Scalar, Softness, Vec2, constraint};

/// A centre of mass at a height.
#[constraint(|a| a.position.y - self.height)]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Level {
    pub(crate) height: Scalar,
}

/// A wheel on a sprung strut, with stops and a motor.
#[constraint(|a, b| {
    let axis = a.rotation * self.local_axis_a;
    let d = b.point(self.local_anchor_b) - a.point(self.local_anchor_a);
    (
        axis.perp_dot(d),
        axis.dot(d).soft(self.suspension),
        axis.dot(d).within(self.lower..=self.upper),
        (b.angle - a.angle).at_rate(self.motor_speed).max_force(self.max_motor_torque),
    )
})]
#[derive(Clone, Debug)]
pub(crate) struct Wheel {
    pub(crate) local_anchor_a: Vec2,
    pub(crate) local_axis_a: Vec2,
    pub(crate) local_anchor_b: Vec2,
    pub(crate) suspension: Softness,
    pub(crate) lower: Scalar,
    pub(crate) upper: Scalar,
    pub(crate) motor_speed: Scalar,
    pub(crate) max_motor_torque: Scalar,
}

/// A point of a body pulled to a place, as by a hand that is not too strong.
#[constraint(|a| (a.point(self.local_anchor) - self.target).soft(self.softness).max_force(self.max_force))]
#[derive(Clone, Debug)]
pub(crate) struct Mouse {
    pub(crate) local_anchor: Vec2,
    pub(crate) target: Vec2,
    pub(crate) softness: Softness,
    pub(crate) max_force: Scalar,
}
