//! What a joint sees of a body: where it is, how it moves, how hard it is to move.

use crate::math::{Rot2, Scalar, Vec2, nearest};
use crate::real::Real;

/// A body as the closure of a joint sees it.
///
/// The expression of a joint is ordinary Rust over this type; the compiler reads the same tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BodyState {
    /// Centre of mass, in the world, m.
    pub position: Vec2,
    /// Orientation, as cosine and sine of [`angle`](Self::angle).
    pub rotation: Rot2,
    /// Orientation, unwrapped, rad: it counts whole turns.
    pub angle: Scalar,
    /// Velocity of the centre of mass, m/s.
    pub linear_velocity: Vec2,
    /// Angular velocity, rad/s, counter-clockwise.
    pub angular_velocity: Scalar,
}

impl BodyState {
    /// A body at rest at `position`, turned by `angle`.
    pub fn at(position: Vec2, angle: Scalar) -> Self {
        Self { position, rotation: Rot2::from_angle(angle), angle, ..Self::default() }
    }

    /// The world position of a point that is fixed in the body: `position + rotation * local`.
    #[inline]
    pub fn point(&self, local: Vec2) -> Vec2 {
        self.position + self.rotation * local
    }

    /// A point of the world in the body's frame, the inverse of [`point`](Self::point): `rotation.inverse() * (world - position)`.
    #[inline]
    pub fn local_point(&self, world: Vec2) -> Vec2 {
        self.rotation.inverse() * (world - self.position)
    }
}

/// Where a body is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Pose<S> {
    /// Centre of mass, m.
    pub x: S,
    /// Centre of mass, m.
    pub y: S,
    /// Orientation, unwrapped, rad.
    pub angle: S,
    /// Cosine of the angle.
    pub cos: S,
    /// Sine of the angle.
    pub sin: S,
}

impl From<&BodyState> for Pose<Scalar> {
    fn from(body: &BodyState) -> Self {
        let (position, rotation) = (body.position, body.rotation);
        Self { x: position.x, y: position.y, angle: body.angle, cos: rotation.cos, sin: rotation.sin }
    }
}

impl<S: Real> Pose<S> {
    /// The pose at `(x, y)`, turned by `angle`.
    #[inline]
    pub fn new(x: S, y: S, angle: S) -> Self {
        Self { x, y, angle, cos: angle.cos(), sin: angle.sin() }
    }
}

/// How a body moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Velocity<S> {
    /// Velocity of the centre of mass, m/s.
    pub x: S,
    /// Velocity of the centre of mass, m/s.
    pub y: S,
    /// Angular velocity, rad/s.
    pub angular: S,
}

/// What acts on one body: a force and a torque, an impulse Jᵀλ, or a row's block of J.
///
/// The angular part is about the centre of mass. [`World::reaction`](crate::World::reaction) returns a force and a torque, N and N·m;
/// [`Constraint`](crate::Constraint) computes impulses, N·s and N·m·s.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Wrench<S> {
    /// Linear part along x: N of a force, N·s of an impulse.
    pub x: S,
    /// Linear part along y: N of a force, N·s of an impulse.
    pub y: S,
    /// Angular part, about the centre of mass: N·m of a torque, N·m·s of an impulse.
    pub angular: S,
}

impl Wrench<Scalar> {
    /// The linear part as a vector: the force, N, or the impulse, N·s. Its length is the tension of a rope.
    ///
    /// ```
    /// use constraint_core::{Vec2, Wrench};
    ///
    /// let on_body = Wrench { x: 3.0, y: -4.0, angular: 0.5 };
    /// assert_eq!(on_body.linear(), Vec2::new(3.0, -4.0));
    /// assert_eq!(on_body.linear().length(), 5.0);
    /// ```
    #[inline]
    pub const fn linear(self) -> Vec2 {
        Vec2::new(self.x, self.y)
    }
}

impl Wrench<f64> {
    /// In the world's scalar.
    pub(crate) const fn rounded(self) -> Wrench<Scalar> {
        Wrench { x: nearest(self.x), y: nearest(self.y), angular: nearest(self.angular) }
    }
}

/// How easily a body moves: the diagonal of M⁻¹. Zero for what does not move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MassProperties<S> {
    /// 1/mass, 1/kg.
    pub inverse_mass: S,
    /// 1/(moment of inertia about the centre of mass), 1/(kg·m²).
    pub inverse_inertia: S,
}

impl MassProperties<Scalar> {
    /// Whether an impulse changes the body's velocity.
    pub(crate) fn moves(self) -> bool {
        self.inverse_mass > 0.0 || self.inverse_inertia > 0.0
    }
}
