use constraint_core::joints::DistanceJoint;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::{Axis, ByHand, Dice, Limits, Masses, Stop, Vector, recip};
use crate::Float;

#[derive(Clone, Copy)]
pub(crate) struct Known {
    anchor_a: Vector,
    anchor_b: Vector,
    limits: Limits,
    masses: Masses,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    axis: Axis,
    stop: Stop,
    k: Float,
    inverse_k: Float,
}

impl ByHand for DistanceJoint {
    type Known = Known;
    type Kept = Kept;

    fn sample(dice: &mut Dice) -> Self {
        let (local_anchor_a, local_anchor_b) = (dice.vector(1.0), dice.vector(1.0));
        let lower = dice.between(0.5, 3.0);
        Self { local_anchor_a, local_anchor_b, lower, upper: lower + dice.between(0.0, 1.0) }
    }

    fn known(&self, masses: &[MassProperties<Float>; 2]) -> Known {
        Known {
            anchor_a: Vector::from_world(self.local_anchor_a),
            anchor_b: Vector::from_world(self.local_anchor_b),
            limits: Limits::new(self.lower, self.upper),
            masses: Masses::new(masses),
        }
    }

    #[inline]
    fn prepare(known: &Known, [a, b]: &[Pose<Float>; 2], step: &Step<Float>, kept: &mut Kept) {
        let (r_a, r_b) = (known.anchor_a.rotated(a), known.anchor_b.rotated(b));
        let d = Vector { x: b.x - a.x + (r_b.x - r_a.x), y: b.y - a.y + (r_b.y - r_a.y) };
        let length = d.dot(d).sqrt();
        let n = if length > 0.0 {
            let inverse = 1.0 / length;
            Vector { x: d.x * inverse, y: d.y * inverse }
        } else {
            kept.axis.n
        };
        let axis = Axis { n, s_a: r_a.cross(n), s_b: r_b.cross(n) };
        let k = axis.k(&known.masses);
        *kept = Kept { axis, stop: Stop::new(&known.limits, length, step.inverse_h), k, inverse_k: recip(k) };
    }

    #[inline]
    fn warm_start(known: &Known, kept: &Kept, impulses: &[Float; 1], velocities: &mut [Velocity<Float>; 2]) {
        kept.axis.apply(&known.masses, impulses[0], velocities);
    }

    #[inline]
    fn solve(
        known: &Known,
        kept: &Kept,
        pass: &Pass<Float>,
        impulses: &mut [Float; 1],
        velocities: &mut [Velocity<Float>; 2],
    ) {
        let free_rate = kept.axis.rate(velocities) - kept.k * impulses[0];
        let impulse = kept.stop.impulse(free_rate, kept.inverse_k, pass);
        let change = impulse - impulses[0];
        impulses[0] = impulse;
        kept.axis.apply(&known.masses, change, velocities);
    }
}
