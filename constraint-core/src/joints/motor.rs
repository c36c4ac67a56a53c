use crate::{BodyState, Canvas, Scalar, constraint};

/// The second body turns at a rate against the first, as far as the torque reaches: a motor, a brake, friction in a hinge.
///
/// `V = ρ ω_b − ω_a − rate`, one row, in rad/s; `C = ρ θ_b − θ_a` is not corrected. Nape's `MotorJoint` (*Nape Constraints* §3.6),
/// Chipmunk's simple motor (which turns the other way), the motor of Box2D's revolute and wheel joints.
#[doc(alias = "SimpleMotor")]
#[constraint(
    |a, b| (self.ratio * b.angle - a.angle).at_rate(self.rate).max_force(self.max_torque),
    draw = Self::sketch,
)]
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MotorJoint {
    /// ρ: how often the second body's angular velocity counts.
    pub ratio: Scalar,
    /// The rate of C, rad/s.
    pub rate: Scalar,
    /// The greatest torque, N·m; ∞ for none.
    #[cfg_attr(feature = "serde", serde(with = "crate::saved::number"))]
    pub max_torque: Scalar,
}

impl MotorJoint {
    #[allow(clippy::unused_self)] // the option's form
    fn sketch(&self, a: &BodyState, b: &BodyState, canvas: &mut dyn Canvas) {
        super::hands::draw([a, b], canvas);
    }
}
