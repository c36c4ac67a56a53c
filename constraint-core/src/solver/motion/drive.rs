//! What moves a body apart from joints.

use super::Moving;
use crate::body::Body;
use crate::kinematics::{MassProperties, Velocity};
use crate::math::{Scalar, Vec2};

/// What a substep does to a velocity before any joint: (v + gain)·keep.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drive {
    gain: Velocity<Scalar>,
    keep_linear: Scalar,
    keep_angular: Scalar,
}

impl Drive {
    pub(super) const NONE: Self =
        Self { gain: Velocity { x: 0.0, y: 0.0, angular: 0.0 }, keep_linear: 1.0, keep_angular: 1.0 };

    /// Gravity, force and torque over a time `h`, and damping by implicit Euler: v ← v / (1 + h·damping), which never
    /// turns a velocity round.
    pub(super) fn new(body: &Body, masses: MassProperties<Scalar>, gravity: Vec2, h: Scalar) -> Self {
        if !body.is_dynamic() {
            return Self::NONE;
        }
        let acceleration = gravity * body.gravity_scale() + body.force() * masses.inverse_mass;
        let angular = h * body.torque() * masses.inverse_inertia;
        Self {
            gain: Velocity { x: h * acceleration.x, y: h * acceleration.y, angular },
            keep_linear: (1.0 + h * body.linear_damping()).recip(),
            keep_angular: (1.0 + h * body.angular_damping()).recip(),
        }
    }

    #[inline]
    pub(super) fn act(&self, velocity: &mut Moving) {
        velocity.x = (velocity.x + self.gain.x) * self.keep_linear;
        velocity.y = (velocity.y + self.gain.y) * self.keep_linear;
        velocity.angular = (velocity.angular + self.gain.angular) * self.keep_angular;
    }
}
