//! Joints of the papers that the catalogue does not have.

use constraint_core::prelude::*;

/// An anchor of the second body on an endless line through the first.
///
/// `C = t · u` with `u = (p_b + r_b) − (p_a + r_a)` and t the line's normal, which turns with the first body; one row, in
/// metres. The line joint of seeds 003 and 004 §1.3.
#[constraint(|a, b| {
    let n = a.rotation * self.local_direction_a.normalize();
    n.perp_dot(b.point(self.local_anchor_b) - a.point(self.local_anchor_a))
})]
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::struct_field_names)] // all three are in bodies' frames
pub struct RailJoint {
    /// A point of the line, in the first body's frame, m.
    pub local_anchor_a: Vec2,
    /// The line's direction, in the first body's frame. Its length does not matter.
    pub local_direction_a: Vec2,
    /// The point of the second body that is on the line, in its frame, m.
    pub local_anchor_b: Vec2,
}

/// The second body driven along a direction of the first, as far as the force reaches: a linear motor, a brake.
///
/// `V = d(n · u)/dt − speed` with `u = (p_b + r_b) − (p_a + r_a)` and n the direction, which turns with the first body; one
/// row, in m/s. The linear motor of seed 004 §1.4, with the speed that it lacks there.
#[constraint(|a, b| {
    let n = a.rotation * self.local_direction_a.normalize();
    n.dot(b.point(self.local_anchor_b) - a.point(self.local_anchor_a)).at_rate(self.speed).max_force(self.max_force)
})]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearMotorJoint {
    /// The point from which the place of the second body is measured, in the first body's frame, m.
    pub local_anchor_a: Vec2,
    /// The direction, in the first body's frame. Its length does not matter.
    pub local_direction_a: Vec2,
    /// The driven point, in the second body's frame, m.
    pub local_anchor_b: Vec2,
    /// The speed along the direction, m/s.
    pub speed: Scalar,
    /// The greatest force, N; ∞ for none.
    pub max_force: Scalar,
}

/// A hinge with a motor in it: an axle, an elbow, a propeller.
///
/// `C = (p_b + r_b) − (p_a + r_a)`, two rows, in metres, and `V = ω_b − ω_a − speed`, one row, in rad/s. The motored
/// revolute joint of seed 004 §1.9, with the speed that it lacks there.
#[constraint(|a, b| (
    b.point(self.local_anchor_b) - a.point(self.local_anchor_a),
    (b.angle - a.angle).at_rate(self.speed).max_force(self.max_torque),
))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MotoredRevoluteJoint {
    /// The point on the first body, in its frame, m.
    pub local_anchor_a: Vec2,
    /// The point on the second body, in its frame, m.
    pub local_anchor_b: Vec2,
    /// The second body's angular velocity against the first one's, rad/s.
    pub speed: Scalar,
    /// The greatest torque, N·m; ∞ for none.
    pub max_torque: Scalar,
}

/// A point of a body held at a point of the world: the mouse that drags it.
///
/// `C = (p + r) − m`, two rows, in metres. Seed 004 §1.10; made soft by its options, it does not tear.
#[constraint(|body| body.point(self.local_anchor) - self.target)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MouseJoint {
    /// The point of the body that is held, in its frame, m.
    pub local_anchor: Vec2,
    /// m: where it is held, in the world, m.
    pub target: Vec2,
}

/// A rope from one body over two fixed points to another.
///
/// `C = L − (ρ |q_a − g_a| + |q_b − g_b|)` with `q = p + r`, one row, in metres. The pulley of seed 004 §1.8.
#[constraint(|a, b| {
    let first = a.point(self.local_anchor_a) - self.ground_a;
    let second = b.point(self.local_anchor_b) - self.ground_b;
    self.length - (self.ratio * first.length() + second.length())
})]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroundPulleyJoint {
    /// Where the rope leaves the world for the first body, m.
    pub ground_a: Vec2,
    /// Where the rope leaves the world for the second body, m.
    pub ground_b: Vec2,
    /// Where it ends on the first body, in its frame, m.
    pub local_anchor_a: Vec2,
    /// Where it ends on the second body, in its frame, m.
    pub local_anchor_b: Vec2,
    /// ρ: how much of the second stretch a metre of the first one is worth.
    pub ratio: Scalar,
    /// The rope's length, with the first stretch counted ρ times, m.
    pub length: Scalar,
}

/// A spring and a damper between two anchors, stable at any step.
///
/// `C = |(p_b + r_b) − (p_a + r_a)| − L`, one soft row, in metres. The soft distance of seeds 003 and 004 §2.
#[constraint(|a, b| {
    (a.point(self.local_anchor_a).distance(b.point(self.local_anchor_b)) - self.rest_length).soft(self.softness)
})]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SoftDistanceJoint {
    /// The point on the first body, in its frame, m.
    pub local_anchor_a: Vec2,
    /// The point on the second body, in its frame, m.
    pub local_anchor_b: Vec2,
    /// L: the length without force, m.
    pub rest_length: Scalar,
    /// How stiff the spring is, and how damped.
    pub softness: Softness,
}
