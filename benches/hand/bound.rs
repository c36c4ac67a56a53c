//! Impulses within bounds.

use constraint_core::math::Scalar;

use super::{Vector, number};
use crate::Float;

/// What stands for no limit, where ∞ · 0 would be NaN.
pub(super) const FAR: Float = 1e30;

// One instruction each: `f32::min` spends two more on NaN.
#[inline(always)]
pub(super) fn smaller(a: Float, b: Float) -> Float {
    if a < b { a } else { b }
}

#[inline(always)]
pub(super) fn larger(a: Float, b: Float) -> Float {
    if a > b { a } else { b }
}

/// The least and the greatest impulse, both kept: to turn a sign takes a constant and three instructions.
#[derive(Clone, Copy, Default)]
pub(super) struct Cap {
    least: Float,
    most: Float,
}

impl Cap {
    /// Of a row whose force may be ±`most`; infinity is far.
    pub(super) fn of(most: Scalar) -> Self {
        let most = smaller(number(most), FAR);
        Self { least: -most, most }
    }

    /// The impulses of forces in a step.
    #[inline(always)]
    pub(super) fn during(self, h: Float) -> Self {
        Self { least: h * self.least, most: h * self.most }
    }

    #[inline(always)]
    pub(super) fn hold(self, impulse: Float) -> Float {
        smaller(larger(impulse, self.least), self.most)
    }
}

/// An impulse along a vector, no longer than `most`.
#[inline(always)]
pub(super) fn no_longer(impulse: Vector, most: Float) -> Vector {
    let square = impulse.dot(impulse);
    if square <= most * most {
        return impulse;
    }
    let share = most / square.sqrt();
    Vector { x: share * impulse.x, y: share * impulse.y }
}
