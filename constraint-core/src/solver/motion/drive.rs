//! What moves a body apart from joints.

use super::Moving;
use crate::body::Body;
use crate::kinematics::MassProperties;
use crate::lanes::Record as _;
use crate::math::{Scalar, Vec2};

/// What a substep does to a velocity before any joint: (v + gain)·keep. In the order of [`Moving`], so that one register
/// holds either.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub(super) struct Drive {
    gain: [Scalar; 4],
    keep: [Scalar; 4],
}

impl Drive {
    pub(super) const NONE: Self = Self { gain: [0.0; 4], keep: [1.0; 4] };

    /// Gravity, force and torque over a time `h`, and damping by implicit Euler: v ← v / (1 + h·damping), which never
    /// turns a velocity round.
    pub(super) fn new(body: &Body, masses: MassProperties<Scalar>, gravity: Vec2, h: Scalar) -> Self {
        if !body.is_dynamic() {
            return Self::NONE;
        }
        let acceleration = gravity * body.gravity_scale() + body.force() * masses.inverse_mass;
        let angular = h * body.torque() * masses.inverse_inertia;
        let linear_kept = (1.0 + h * body.linear_damping()).recip();
        let angular_kept = (1.0 + h * body.angular_damping()).recip();
        Self {
            gain: [h * acceleration.x, h * acceleration.y, angular, 0.0],
            keep: [linear_kept, linear_kept, angular_kept, 1.0],
        }
    }

    #[inline]
    pub(super) fn act(&self, velocity: &mut Moving) {
        for ((value, gain), keep) in velocity.scalars_mut().iter_mut().zip(self.gain).zip(self.keep) {
            *value = (*value + gain) * keep;
        }
    }
}
