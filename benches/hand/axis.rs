//! A row along a direction that two bodies share.

use constraint_core::{Pass, Pose, Velocity};

use super::{Local, Masses, Vector};
use crate::Float;

/// J of a row, and M⁻¹Jᵀ, what a unit of its impulse changes, both in the order of the velocities.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    pub(super) row: [Velocity<Float>; 2],
    pub(super) a: Velocity<Float>,
    pub(super) b: Velocity<Float>,
}

impl Default for Axis {
    /// Of anchors that have never been apart: the first is at the second's x axis, as `a.distance(b)` has it.
    fn default() -> Self {
        Self::along(Vector { x: -1.0, y: 0.0 })
    }
}

impl Axis {
    /// What remembers a direction, and nothing else.
    pub(super) fn along(n: Vector) -> Self {
        let (none, row) = (Velocity::default(), Velocity { x: n.x, y: n.y, angular: 0.0 });
        Self { row: [row; 2], a: none, b: none }
    }

    /// Sets the row.
    #[inline(always)]
    pub(super) fn set(&mut self, masses: &Masses, [row_a, row_b]: [Velocity<Float>; 2]) {
        let [a, b] = &masses.diagonal;
        self.a = Velocity { x: a.x * row_a.x, y: a.y * row_a.y, angular: a.angular * row_a.angular };
        self.b = Velocity { x: b.x * row_b.x, y: b.y * row_b.y, angular: b.angular * row_b.angular };
        self.row = [row_a, row_b];
    }

    /// Sets the row along n, `[−n | −s_a]` and `[n | s_b]`.
    #[inline(always)]
    pub(super) fn set_along(&mut self, masses: &Masses, n: Vector, minus_s_a: Float, s_b: Float) {
        let row_a = Velocity { x: -n.x, y: -n.y, angular: minus_s_a };
        self.set(masses, [row_a, Velocity { x: n.x, y: n.y, angular: s_b }]);
    }

    /// Sets the row along the way from one anchor to another, counted `ratio` times, and says how far it is. Where they meet,
    /// the last direction holds.
    #[inline(always)]
    pub(super) fn set_between(
        &mut self,
        anchors: [Local; 2],
        ratio: Float,
        masses: &Masses,
        a: &Pose<Float>,
        b: &Pose<Float>,
    ) -> Float {
        let (r_a, r_b) = (anchors[0].rotated(a), anchors[1].rotated(b));
        let d = Vector { x: b.x - a.x + (r_b.x - r_a.x), y: b.y - a.y + (r_b.y - r_a.y) };
        let (n, length) = d.along(ratio, Vector { x: self.row[1].x, y: self.row[1].y });
        self.set_along(masses, n, n.cross(r_a), r_b.cross(n));
        length
    }

    /// V of the row.
    #[inline(always)]
    pub(super) fn rate(&self, a: &Velocity<Float>, b: &Velocity<Float>) -> Float {
        let [even, odd] = self.rates(a, b);
        even + odd
    }

    /// V in two parts: six products, in pairs as they lie, which packs. Their rounding is that of the velocities.
    #[inline(always)]
    pub(super) fn rates(&self, a: &Velocity<Float>, b: &Velocity<Float>) -> [Float; 2] {
        let [row_a, row_b] = &self.row;
        let even = row_a.x * a.x + row_b.y * b.y + row_a.angular * a.angular;
        let odd = row_a.y * a.y + row_b.angular * b.angular + row_b.x * b.x;
        [even, odd]
    }

    /// K of the row, of which the linear part is `m`.
    #[inline(always)]
    pub(super) fn k(&self, m: Float) -> Float {
        m + self.a.angular * self.row[0].angular + self.b.angular * self.row[1].angular
    }

    /// How much a unit of this row's impulse changes the rate of one across it.
    #[inline(always)]
    pub(super) fn k_across(&self, other: &Self) -> Float {
        self.a.angular * other.row[0].angular + self.b.angular * other.row[1].angular
    }

    /// How much a unit of this row's impulse turns the bodies against each other, and a torque between them changes its rate.
    #[inline(always)]
    pub(super) fn k_angle(&self) -> Float {
        self.b.angular - self.a.angular
    }

    /// v ← v + M⁻¹ Jᵀ λ of two rows.
    #[inline(always)]
    pub(super) fn apply_both(
        &self,
        impulse: Float,
        other: &Self,
        others: Float,
        a: &mut Velocity<Float>,
        b: &mut Velocity<Float>,
    ) {
        a.x += self.a.x * impulse + other.a.x * others;
        a.y += self.a.y * impulse + other.a.y * others;
        a.angular += self.a.angular * impulse + other.a.angular * others;
        b.x += self.b.x * impulse + other.b.x * others;
        b.y += self.b.y * impulse + other.b.y * others;
        b.angular += self.b.angular * impulse + other.b.angular * others;
    }

    /// v ← v + M⁻¹ Jᵀ λ.
    #[inline(always)]
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
    #[inline(always)]
    pub(super) fn change(self, rate: Float, impulse: Float, pass: &Pass<Float>) -> Float {
        let missing = pass.bias_rate * self.missing - rate;
        pass.mass_scale * self.inverse_k * missing - pass.impulse_scale * impulse
    }
}
