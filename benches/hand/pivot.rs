use constraint_core::joints::PivotJoint;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::{ByHand, Dice, Masses, Vector};
use crate::Float;

#[derive(Clone, Copy)]
pub(crate) struct Known {
    anchor_a: Vector,
    anchor_b: Vector,
    masses: Masses,
}

/// K⁻¹ is one 2×2 inverse, with Box2D's guard: no impulse where its determinant is zero.
#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    r_a: Vector,
    r_b: Vector,
    d: Vector,
    inverse_xx: Float,
    inverse_xy: Float,
    inverse_yy: Float,
}

#[inline]
fn apply(known: &Masses, kept: &Kept, p: Vector, [a, b]: &mut [Velocity<Float>; 2]) {
    a.x -= known.m_a * p.x;
    a.y -= known.m_a * p.y;
    a.angular -= known.i_a * kept.r_a.cross(p);
    b.x += known.m_b * p.x;
    b.y += known.m_b * p.y;
    b.angular += known.i_b * kept.r_b.cross(p);
}

impl ByHand for PivotJoint {
    type Known = Known;
    type Kept = Kept;

    fn sample(dice: &mut Dice) -> Self {
        Self { local_anchor_a: dice.vector(1.0), local_anchor_b: dice.vector(1.0) }
    }

    fn known(&self, masses: &[MassProperties<Float>; 2]) -> Known {
        Known {
            anchor_a: Vector::from_world(self.local_anchor_a),
            anchor_b: Vector::from_world(self.local_anchor_b),
            masses: Masses::new(masses),
        }
    }

    #[inline]
    fn prepare(known: &Known, [a, b]: &[Pose<Float>; 2], _: &Step<Float>, kept: &mut Kept) {
        let Masses { i_a, i_b, m, .. } = known.masses;
        let (r_a, r_b) = (known.anchor_a.rotated(a), known.anchor_b.rotated(b));
        let d = Vector { x: b.x - a.x + (r_b.x - r_a.x), y: b.y - a.y + (r_b.y - r_a.y) };
        let (i_a_y, i_b_y) = (i_a * r_a.y, i_b * r_b.y);
        let xx = m + i_a_y * r_a.y + i_b_y * r_b.y;
        let xy = i_a_y * r_a.x + i_b_y * r_b.x; // negated
        let yy = m + i_a * r_a.x * r_a.x + i_b * r_b.x * r_b.x;
        let det = xx * yy - xy * xy;
        let inverse = if det == 0.0 { 0.0 } else { 1.0 / det };
        *kept = Kept { r_a, r_b, d, inverse_xx: inverse * yy, inverse_xy: inverse * xy, inverse_yy: inverse * xx };
    }

    #[inline]
    fn warm_start(known: &Known, kept: &Kept, impulses: &[Float; 2], velocities: &mut [Velocity<Float>; 2]) {
        apply(&known.masses, kept, Vector { x: impulses[0], y: impulses[1] }, velocities);
    }

    #[inline]
    fn solve(
        known: &Known,
        kept: &Kept,
        pass: &Pass<Float>,
        impulses: &mut [Float; 2],
        velocities: &mut [Velocity<Float>; 2],
    ) {
        let [a, b] = *velocities;
        let (r_a, r_b) = (kept.r_a, kept.r_b);
        // −mₛ(V + b C)
        let x = pass.mass_scale * (a.x - b.x + (r_b.y * b.angular - r_a.y * a.angular) - pass.bias_rate * kept.d.x);
        let y = pass.mass_scale * (a.y - b.y + (r_a.x * a.angular - r_b.x * b.angular) - pass.bias_rate * kept.d.y);
        let p = Vector {
            x: kept.inverse_xx * x + kept.inverse_xy * y - pass.impulse_scale * impulses[0],
            y: kept.inverse_xy * x + kept.inverse_yy * y - pass.impulse_scale * impulses[1],
        };
        impulses[0] += p.x;
        impulses[1] += p.y;
        apply(&known.masses, kept, p, velocities);
    }
}
