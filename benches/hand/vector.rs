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

/// A vector of a body, each component beside the same one of the quarter turn, the cosine's beside the sine's: both are rotated
/// by a sum, which packs, where one alone takes a difference too; and all of it is loaded by twos.
#[derive(Clone, Copy)]
pub(super) struct Local {
    /// (x, x)
    x: [Float; 2],
    /// (y, −y)
    y: [Float; 2],
}

impl Local {
    pub(super) fn new(vector: Vector) -> Self {
        Self { x: [vector.x; 2], y: [vector.y, -vector.y] }
    }

    pub(super) fn from_world(v: Vec2) -> Self {
        Self::new(Vector::from_world(v))
    }

    pub(super) fn vector(&self) -> Vector {
        Vector { x: self.x[0], y: self.y[0] }
    }

    #[inline(always)]
    pub(super) fn rotated(&self, pose: &Pose<Float>) -> Vector {
        Vector { x: pose.cos * self.x[0] + pose.sin * self.y[1], y: pose.sin * self.x[1] + pose.cos * self.y[0] }
    }
}
