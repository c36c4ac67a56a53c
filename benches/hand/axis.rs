//! A row along a direction that two bodies share.

use constraint_core::{Pass, Pose, Velocity};

use super::{Masses, Vector};
use crate::Float;

/// J, `[−n | −s_a]` and `[n | s_b]`, and M⁻¹Jᵀ, what a unit of its impulse changes.
#[derive(Clone, Copy, Default)]
pub(super) struct Axis {
    pub(super) n: Vector,
    pub(super) s_a: Float,
    pub(super) s_b: Float,
    pub(super) a: Velocity<Float>,
    pub(super) b: Velocity<Float>,
}

impl Axis {
    /// Sets the direction and the arms.
    #[inline]
    pub(super) fn set(&mut self, masses: &Masses, n: Vector, s_a: Float, s_b: Float) {
        let &Masses { minus_m_a, minus_i_a, m_b, i_b, .. } = masses;
        (self.n, self.s_a, self.s_b) = (n, s_a, s_b);
        self.a = Velocity { x: minus_m_a * n.x, y: minus_m_a * n.y, angular: minus_i_a * s_a };
        self.b = Velocity { x: m_b * n.x, y: m_b * n.y, angular: i_b * s_b };
    }

    /// Sets the direction from one anchor to another, and says how far it is. Where they meet, the last direction holds.
    #[inline]
    pub(super) fn set_between(
        &mut self,
        anchors: [Vector; 2],
        masses: &Masses,
        a: &Pose<Float>,
        b: &Pose<Float>,
    ) -> Float {
        let (r_a, r_b) = (anchors[0].rotated(a), anchors[1].rotated(b));
        let d = Vector { x: b.x - a.x + (r_b.x - r_a.x), y: b.y - a.y + (r_b.y - r_a.y) };
        let (n, length) = d.direction(self.n);
        self.set(masses, n, r_a.cross(n), r_b.cross(n));
        length
    }

    /// V of the row.
    #[inline]
    pub(super) fn rate(&self, a: &Velocity<Float>, b: &Velocity<Float>) -> Float {
        self.n.x * (b.x - a.x) + self.n.y * (b.y - a.y) + (self.s_b * b.angular - self.s_a * a.angular)
    }

    /// K of the row.
    #[inline]
    pub(super) fn k(&self, masses: &Masses) -> Float {
        masses.m - self.a.angular * self.s_a + self.b.angular * self.s_b
    }

    /// v ← v + M⁻¹ Jᵀ λ.
    #[inline]
    pub(super) fn apply(&self, impulse: Float, a: &mut Velocity<Float>, b: &mut Velocity<Float>) {
        a.x += self.a.x * impulse;
        a.y += self.a.y * impulse;
        a.angular += self.a.angular * impulse;
        b.x += self.b.x * impulse;
        b.y += self.b.y * impulse;
        b.angular += self.b.angular * impulse;
    }
}

/// A row that is held: what is missing of C, and K⁻¹.
#[derive(Clone, Copy, Default)]
pub(super) struct Hold {
    pub(super) missing: Float,
    pub(super) inverse_k: Float,
}

impl Hold {
    /// Δλ of the row whose rate is `rate`.
    #[inline]
    pub(super) fn change(self, rate: Float, impulse: Float, pass: &Pass<Float>) -> Float {
        let missing = pass.bias_rate * self.missing - rate;
        pass.mass_scale * self.inverse_k * missing - pass.impulse_scale * impulse
    }
}
