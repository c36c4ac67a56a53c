//! What moves a body apart from joints.

#[cfg(not(feature = "f64"))]
use wide::f32x4 as Four;
#[cfg(feature = "f64")]
use wide::f64x4 as Four;

use super::Moving;
use super::records::LEAST_VELOCITY;
use crate::body::Body;
use crate::kinematics::{MassProperties, Velocity};
use crate::lanes::Record as _;
use crate::math::{Scalar, Vec2};

/// What a substep does to a velocity before any joint is solved: (v + gain)·keep. In the order of [`Moving`], and in
/// registers of four: left to itself, the compiler takes one scalar each of four bodies together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drive {
    gain: Four,
    keep: Four,
}

impl Drive {
    pub(crate) const NONE: Self = Self { gain: Four::ZERO, keep: Four::ONE };

    /// Gravity, force and torque over a time `h`, and damping by implicit Euler: v ← v / (1 + h·damping), which never
    /// turns a velocity round.
    pub(crate) fn new(body: &Body, masses: MassProperties<Scalar>, gravity: Vec2, h: Scalar) -> Self {
        if !body.is_dynamic() {
            return Self::NONE;
        }
        let acceleration = gravity * body.gravity_scale() + body.force() * masses.inverse_mass;
        let angular = h * body.torque() * masses.inverse_inertia;
        let linear_kept = (1.0 + h * body.linear_damping()).recip();
        let angular_kept = (1.0 + h * body.angular_damping()).recip();
        Self {
            gain: Four::new([h * acceleration.x, h * acceleration.y, angular, 0.0]),
            keep: Four::new([linear_kept, linear_kept, angular_kept, 1.0]),
        }
    }

    /// What a velocity gains.
    pub(crate) fn gain(&self) -> Velocity<Scalar> {
        let [x, y, angular, _] = self.gain.to_array();
        Velocity { x, y, angular }
    }

    /// The share of it that is kept.
    pub(crate) fn keep(&self) -> Velocity<Scalar> {
        let [x, y, angular, _] = self.keep.to_array();
        Velocity { x, y, angular }
    }

    /// Also adds what the joints have `carried` over from the substep before, and leaves nothing of it. Then a velocity below
    /// [`LEAST_VELOCITY`] is none.
    #[inline]
    pub(super) fn act(&self, velocity: &mut Moving, carried: &mut Moving) {
        let (velocity, carried) = (velocity.scalars_mut(), carried.scalars_mut());
        let driven = (Four::new(*velocity) + self.gain) * self.keep;
        let driven = driven + Four::new(*carried);
        let is_least = driven.abs().simd_lt(Four::splat(LEAST_VELOCITY));
        *velocity = (driven & !is_least).to_array();
        *carried = [0.0; 4];
    }
}
