//! Box2D's joints that are more than one joint of the catalogue, each as one closure.
//!
//! Box2D's weld joint is the catalogue's [`WeldJoint`](constraint_core::joints::WeldJoint); its distance joint without a
//! spring is the catalogue's [`DistanceJoint`](constraint_core::joints::DistanceJoint) with equal limits. A frame of Box2D,
//! a point and a direction in a body, is here an anchor, and for a joint that has one an axis and a reference angle
//! `φ = φ_a − φ_b`.

use constraint_core::prelude::*;

/// A hinge with a spring, a motor and stops.
///
/// With `θ = θ_b − θ_a − φ`: a spring pulls θ to a target, a motor turns at dθ/dt, stops keep θ within
/// `lower..=upper`, and `C = (p_b + r_b) − (p_a + r_a)` holds the anchors together. Five rows, in radians and metres.
#[constraint(|a, b| {
    let angle = b.angle - a.angle - self.reference_angle;
    (
        (angle - self.target_angle).soft(self.spring),
        angle.at_rate(self.motor_speed).max_force(self.max_motor_torque),
        angle.within(self.lower..=self.upper),
        b.point(self.local_anchor_b) - a.point(self.local_anchor_a),
    )
})]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct RevoluteJoint {
    /// The point on the first body, in its frame, m.
    pub(crate) local_anchor_a: Vec2,
    /// The point on the second body, in its frame, m.
    pub(crate) local_anchor_b: Vec2,
    /// φ: the second body's angle less the first one's where θ is zero, rad.
    pub(crate) reference_angle: Scalar,
    /// Where the spring is at rest, rad.
    pub(crate) target_angle: Scalar,
    /// The spring; 0 Hz for none.
    pub(crate) spring: Softness,
    /// The rate of θ, rad/s.
    pub(crate) motor_speed: Scalar,
    /// The motor's greatest torque, N·m; 0 for no motor.
    pub(crate) max_motor_torque: Scalar,
    /// The least θ, rad; −∞ for none.
    pub(crate) lower: Scalar,
    /// The greatest θ, rad; ∞ for none.
    pub(crate) upper: Scalar,
}

/// A slider with a spring, a motor and stops: the second body moves along an axis of the first and does not turn on it.
///
/// With `d = (p_b + r_b) − (p_a + r_a)` and n the axis, the place `s = n · d` has the spring, the motor and the stops;
/// `C = (n × d, θ_b − θ_a − φ)` is held. Five rows, in metres and radians.
#[constraint(|a, b| {
    let axis = a.rotation * self.local_axis_a;
    let d = b.point(self.local_anchor_b) - a.point(self.local_anchor_a);
    let translation = axis.dot(d);
    (
        (translation - self.target_translation).soft(self.spring),
        translation.at_rate(self.motor_speed).max_force(self.max_motor_force),
        translation.within(self.lower..=self.upper),
        axis.perp_dot(d),
        b.angle - a.angle - self.reference_angle,
    )
})]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PrismaticJoint {
    /// A point of the axis, in the first body's frame, m.
    pub(crate) local_anchor_a: Vec2,
    /// The point of the second body that is on the axis, in its frame, m.
    pub(crate) local_anchor_b: Vec2,
    /// n: the axis, a unit vector in the first body's frame.
    pub(crate) local_axis_a: Vec2,
    /// φ: the second body's angle less the first one's, rad.
    pub(crate) reference_angle: Scalar,
    /// Where the spring is at rest, m.
    pub(crate) target_translation: Scalar,
    /// The spring; 0 Hz for none.
    pub(crate) spring: Softness,
    /// The rate of s, m/s.
    pub(crate) motor_speed: Scalar,
    /// The motor's greatest force, N; 0 for no motor.
    pub(crate) max_motor_force: Scalar,
    /// The least s, m; −∞ for none.
    pub(crate) lower: Scalar,
    /// The greatest s, m; ∞ for none.
    pub(crate) upper: Scalar,
}

/// A wheel on a car: it turns by a motor, and moves along an axis of the car by a suspension between stops.
///
/// With `d = (p_b + r_b) − (p_a + r_a)` and n the axis: a motor on `θ_b − θ_a`, a spring that pulls `n · d` to zero, stops that
/// keep it within `lower..=upper`, and `C = n × d` held. Four rows, in radians and metres.
#[constraint(|a, b| {
    let axis = a.rotation * self.local_axis_a;
    let d = b.point(self.local_anchor_b) - a.point(self.local_anchor_a);
    (
        (b.angle - a.angle).at_rate(self.motor_speed).max_force(self.max_motor_torque),
        axis.dot(d).soft(self.suspension),
        axis.dot(d).within(self.lower..=self.upper),
        axis.perp_dot(d),
    )
})]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct WheelJoint {
    /// A point of the axis, in the first body's frame, m.
    pub(crate) local_anchor_a: Vec2,
    /// The point of the second body that is on the axis, in its frame, m.
    pub(crate) local_anchor_b: Vec2,
    /// n: the axis of the suspension, a unit vector in the first body's frame.
    pub(crate) local_axis_a: Vec2,
    /// The spring along the axis; 0 Hz for none.
    pub(crate) suspension: Softness,
    /// How fast the wheel turns against the car, rad/s.
    pub(crate) motor_speed: Scalar,
    /// The motor's greatest torque, N·m; 0 for no motor.
    pub(crate) max_motor_torque: Scalar,
    /// The least n · d, m; −∞ for none.
    pub(crate) lower: Scalar,
    /// The greatest n · d, m; ∞ for none.
    pub(crate) upper: Scalar,
}

/// A strut: two anchors with a spring, a motor and stops on the distance between them.
///
/// `C = |(p_b + r_b) − (p_a + r_a)|` is pulled to a length, driven at a rate and kept within `lower..=upper`. Three rows, in
/// metres. Box2D's distance joint with its spring on.
#[constraint(|a, b| {
    let length = a.point(self.local_anchor_a).distance(b.point(self.local_anchor_b));
    (
        (length - self.length).soft(self.spring),
        length.at_rate(self.motor_speed).max_force(self.max_motor_force),
        length.within(self.lower..=self.upper),
    )
})]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct StrutJoint {
    /// The point on the first body, in its frame, m.
    pub(crate) local_anchor_a: Vec2,
    /// The point on the second body, in its frame, m.
    pub(crate) local_anchor_b: Vec2,
    /// Where the spring is at rest, m.
    pub(crate) length: Scalar,
    /// The spring; 0 Hz for none.
    pub(crate) spring: Softness,
    /// The rate of the distance, m/s.
    pub(crate) motor_speed: Scalar,
    /// The motor's greatest force, N; 0 for no motor.
    pub(crate) max_motor_force: Scalar,
    /// The least distance, m.
    pub(crate) lower: Scalar,
    /// The greatest distance, m; ∞ for none.
    pub(crate) upper: Scalar,
}

/// The second body drawn to a place in the first and driven at a velocity against it, each as far as its force reaches.
///
/// `C = (θ_b − θ_a − φ, (p_b + r_b) − (p_a + r_a))`, once as springs and once as rates. Six rows, in radians and metres.
/// Box2D's motor joint: a character's walk, a body on a platform, friction seen from above.
#[constraint(|a, b| {
    let angle = b.angle - a.angle - self.reference_angle;
    let d = b.point(self.local_anchor_b) - a.point(self.local_anchor_a);
    (
        angle.soft(self.angular_spring).max_force(self.max_spring_torque),
        angle.at_rate(self.angular_velocity).max_force(self.max_velocity_torque),
        d.soft(self.linear_spring).max_force(self.max_spring_force),
        d.at_rate(self.linear_velocity).max_force(self.max_velocity_force),
    )
})]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct DriveJoint {
    /// The point on the first body, in its frame, m.
    pub(crate) local_anchor_a: Vec2,
    /// The point on the second body, in its frame, m.
    pub(crate) local_anchor_b: Vec2,
    /// φ: the second body's angle less the first one's, rad.
    pub(crate) reference_angle: Scalar,
    /// The spring on the angle; 0 Hz for none.
    pub(crate) angular_spring: Softness,
    /// Its greatest torque, N·m.
    pub(crate) max_spring_torque: Scalar,
    /// The rate of the angle, rad/s.
    pub(crate) angular_velocity: Scalar,
    /// The greatest torque for it, N·m.
    pub(crate) max_velocity_torque: Scalar,
    /// The spring between the anchors; 0 Hz for none.
    pub(crate) linear_spring: Softness,
    /// Its greatest force, N.
    pub(crate) max_spring_force: Scalar,
    /// The second anchor's velocity against the first one's, in the world, m/s.
    pub(crate) linear_velocity: Vec2,
    /// The greatest force for it, N.
    pub(crate) max_velocity_force: Scalar,
}
