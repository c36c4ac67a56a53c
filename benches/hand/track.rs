//! A row across an axis and the angle between two bodies, held as one block.

use constraint_core::{MassProperties, Pass, Velocity};

use super::axis::Axis;
use super::{Masses, recip};
use crate::Float;

/// K of the angle is known before the poses are, so that the angle is eliminated first.
#[derive(Clone, Copy)]
pub(super) struct Turning {
    pub(super) inverse_k: Float,
    /// The reduced inverse inertia: the product of the bodies' over their sum.
    pub(super) reduced: Float,
}

impl Turning {
    pub(super) fn new([a, b]: &[MassProperties<Float>; 2]) -> Self {
        let (i_a, i_b) = (a.inverse_inertia, b.inverse_inertia);
        let inverse_k = recip(i_a + i_b);
        Self { inverse_k, reduced: i_a * (i_b * inverse_k) }
    }
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Track {
    pub(super) axis: Axis,
    /// How much the row turns the bodies against each other, for each unit of the angle's own impulse.
    lean: Float,
    inverse_k: Float,
    pub(super) missing: Float,
    pub(super) missing_angle_at_start: Float,
    pub(super) missing_angle: Float,
}

impl Track {
    /// What follows from the axis.
    #[inline(always)]
    pub(super) fn set(&mut self, masses: &Masses, turning: Turning) {
        let lever = self.axis.row[1].angular + self.axis.row[0].angular;
        self.lean = (self.axis.b.angular - self.axis.a.angular) * turning.inverse_k;
        self.inverse_k = recip(masses.m + turning.reduced * lever * lever);
    }

    /// v ← v + M⁻¹ Jᵀ λ of the row's impulse and the angle's.
    #[inline(always)]
    pub(super) fn apply(&self, masses: &Masses, [p, torque]: [Float; 2], [a, b]: &mut [Velocity<Float>; 2]) {
        let axis = &self.axis;
        a.x += axis.a.x * p;
        a.y += axis.a.y * p;
        a.angular += axis.a.angular * p + masses.minus_i_a * torque;
        b.x += axis.b.x * p;
        b.y += axis.b.y * p;
        b.angular += axis.b.angular * p + masses.i_b * torque;
    }

    /// V of the row, and −V of the angle: done alike, both would be packed, and each would wait for the other.
    #[inline(always)]
    pub(super) fn rates(&self, [a, b]: &[Velocity<Float>; 2]) -> [Float; 2] {
        [self.axis.rate(a, b), a.angular - b.angular]
    }

    /// The impulses after a pass at these rates, applied.
    #[inline(always)]
    pub(super) fn solve(
        &self,
        masses: &Masses,
        turning: Turning,
        pass: &Pass<Float>,
        [rate, minus_turning]: [Float; 2],
        impulses: [Float; 2],
        velocities: &mut [Velocity<Float>; 2],
    ) -> [Float; 2] {
        let angle = pass.mass_scale * (minus_turning + pass.bias_rate * self.missing_angle);
        let row = pass.mass_scale * (pass.bias_rate * self.missing - rate);
        let p = (row - self.lean * angle) * self.inverse_k;
        let torque = turning.inverse_k * angle - self.lean * p;
        let changes = [p - pass.impulse_scale * impulses[0], torque - pass.impulse_scale * impulses[1]];
        self.apply(masses, changes, velocities);
        [impulses[0] + changes[0], impulses[1] + changes[1]]
    }
}
