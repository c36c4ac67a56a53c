//! The world's scalar and vectors, and the plane's rotations.

use core::ops::Mul;

use crate::elementary::scalar as elementary;

/// The world's scalar: `f32`, or `f64` with the feature `f64`.
#[cfg(not(feature = "f64"))]
pub type Scalar = f32;
/// The world's vector: glam's `Vec2`, or its `DVec2` with the feature `f64`.
#[cfg(not(feature = "f64"))]
pub type Vec2 = glam::Vec2;

/// The world's scalar: `f32`, or `f64` with the feature `f64`.
#[cfg(feature = "f64")]
pub type Scalar = f64;
/// The world's vector: glam's `Vec2`, or its `DVec2` with the feature `f64`.
#[cfg(feature = "f64")]
pub type Vec2 = glam::DVec2;

/// The constants of the world's scalar: `consts::PI` and its like.
#[cfg(not(feature = "f64"))]
pub use core::f32::consts;
/// The constants of the world's scalar: `consts::PI` and its like.
#[cfg(feature = "f64")]
pub use core::f64::consts;

/// A scalar in double precision.
#[inline(always)]
#[allow(clippy::inline_always)] // kernels call it: see `Lanes::run`
#[allow(clippy::cast_lossless, clippy::unnecessary_cast)] // `From` is not const
pub(crate) const fn double(value: Scalar) -> f64 {
    value as f64
}

/// The scalar nearest to a number in double precision.
#[inline(always)]
#[allow(clippy::inline_always)] // kernels call it: see `Lanes::run`
#[allow(clippy::cast_possible_truncation, clippy::unnecessary_cast)] // with the feature `f64`
pub(crate) const fn nearest(value: f64) -> Scalar {
    value as Scalar
}

/// A reading: the nearest finite number, [`Scalar::MAX`] for NaN. What a world tells of itself is always finite.
pub(crate) const fn saturated(value: Scalar) -> Scalar {
    value.min(Scalar::MAX).max(-Scalar::MAX)
}

/// An impulse or a force as a reading: zero for one that is infinite or NaN. Only a joint that moves nothing has one, since
/// a step in which it moved something would be refused.
pub(crate) const fn finite_or_zero(value: Scalar) -> Scalar {
    if value.is_finite() { value } else { 0.0 }
}

/// The time as a closure sees it: `|crank, t: Time| crank.angle - self.speed * t`.
pub type Time = Scalar;

/// A rotation of the plane, kept as the cosine and the sine of its angle.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rot2 {
    /// Cosine of the angle.
    pub cos: Scalar,
    /// Sine of the angle.
    pub sin: Scalar,
}

impl Rot2 {
    /// No rotation.
    pub const IDENTITY: Self = Self { cos: 1.0, sin: 0.0 };

    /// The rotation by `angle`, in radians, counter-clockwise.
    #[inline]
    pub fn from_angle(angle: Scalar) -> Self {
        Self { cos: elementary::cos(angle), sin: elementary::sin(angle) }
    }

    /// The rotation back.
    #[inline]
    #[must_use]
    pub const fn inverse(self) -> Self {
        Self { cos: self.cos, sin: -self.sin }
    }
}

impl Default for Rot2 {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Mul<Vec2> for Rot2 {
    type Output = Vec2;
    /// The vector, rotated.
    #[inline]
    fn mul(self, vector: Vec2) -> Vec2 {
        Vec2::new(self.cos * vector.x - self.sin * vector.y, self.sin * vector.x + self.cos * vector.y)
    }
}

impl Mul for Rot2 {
    type Output = Self;
    /// First `other`, then `self`.
    #[inline]
    fn mul(self, other: Self) -> Self {
        Self { cos: self.cos * other.cos - self.sin * other.sin, sin: self.sin * other.cos + self.cos * other.sin }
    }
}
