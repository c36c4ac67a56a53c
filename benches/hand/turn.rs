//! A row of two angles.

use constraint_core::{MassProperties, Real, Velocity};

use super::recip;
use crate::Float;

/// What a row of angles, which is at c as a step begins, lacks to a value then. A difference of large angles has few digits in
/// single precision: it is taken in double, once a step, and `prepare` takes off what the bodies have turned since.
pub(super) fn lacks(value: Float, c: f64) -> Float {
    Real::nearest(value.double() - c)
}

/// M⁻¹Jᵀ and K of J = `[0 | −s_a]`, `[0 | s_b]`, known before the poses are.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    a: Float,
    b: Float,
    pub(super) k: Float,
    pub(super) inverse_k: Float,
}

impl Turn {
    pub(super) fn new([a, b]: &[MassProperties<Float>; 2], s_a: Float, s_b: Float) -> Self {
        let (a, b) = (s_a * a.inverse_inertia, s_b * b.inverse_inertia);
        let k = s_a * a + s_b * b;
        Self { a, b, k, inverse_k: recip(k) }
    }

    /// v ← v + M⁻¹ Jᵀ λ.
    #[inline(always)]
    pub(super) fn apply(&self, impulse: Float, [a, b]: &mut [Velocity<Float>; 2]) {
        a.angular -= self.a * impulse;
        b.angular += self.b * impulse;
    }
}
