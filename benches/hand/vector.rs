//! Vectors of the plane, and of a body.

use constraint_core::Pose;
use constraint_core::math::Vec2;

use super::{number, recip};
use crate::Float;

/// A vector of the plane.
#[derive(Clone, Copy, Default)]
pub(super) struct Vector {
    pub(super) x: Float,
    pub(super) y: Float,
}

impl Vector {
    pub(super) const X: Self = Self { x: 1.0, y: 0.0 };

    pub(super) fn from_world(v: Vec2) -> Self {
        Self { x: number(v.x), y: number(v.y) }
    }

    #[inline(always)]
    pub(super) fn dot(self, other: Self) -> Float {
        self.x * other.x + self.y * other.y
    }

    /// The vector along this one that is `to` long, and the length of this one; for no length, along what this gave last.
    #[inline(always)]
    pub(super) fn along(self, to: Float, last: Self) -> (Self, Float) {
        let length = self.dot(self).sqrt();
        if length > 0.0 {
            let share = to / length;
            (Self { x: self.x * share, y: self.y * share }, length)
        } else {
            (last.again(to), length)
        }
    }

    /// This one, as long as `to`. A call of its own makes a branch that is hardly ever taken of what would be worked out each
    /// time, to be chosen by masks.
    #[cold]
    #[inline(never)]
    fn again(self, to: Float) -> Self {
        let share = to.abs() * recip(self.dot(self).sqrt());
        Self { x: self.x * share, y: self.y * share }
    }

    #[inline(always)]
    pub(super) fn cross(self, other: Self) -> Float {
        self.x * other.y - self.y * other.x
    }
}

/// A vector of a body, and its quarter turn: both are rotated by a sum, which packs, where one alone takes a difference too.
#[derive(Clone, Copy)]
pub(super) struct Local {
    pub(super) vector: Vector,
    perp: Vector,
}

impl Local {
    pub(super) fn new(vector: Vector) -> Self {
        Self { vector, perp: Vector { x: -vector.y, y: vector.x } }
    }

    pub(super) fn from_world(v: Vec2) -> Self {
        Self::new(Vector::from_world(v))
    }

    /// The quarter turn of what [`rotated`](Self::rotated) gives.
    #[inline(always)]
    pub(super) fn turned(&self, pose: &Pose<Float>) -> Vector {
        Vector {
            x: pose.cos * self.perp.x - pose.sin * self.vector.x,
            y: pose.cos * self.perp.y - pose.sin * self.vector.y,
        }
    }

    #[inline(always)]
    pub(super) fn rotated(&self, pose: &Pose<Float>) -> Vector {
        Vector {
            x: pose.cos * self.vector.x + pose.sin * self.perp.x,
            y: pose.cos * self.vector.y + pose.sin * self.perp.y,
        }
    }
}
