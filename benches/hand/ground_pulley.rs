use constraint_core::joints::GroundPulleyJoint;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::axis::Hold;
use super::{ByHand, Dice, Vector, number, recip};
use crate::Float;

/// One end of the rope. The inverse mass and inertia have the sign of the rope's pull, and count as often as the stretch.
#[derive(Clone, Copy)]
struct End {
    ground: Vector,
    anchor: Vector,
    pull: Float,
    turn: Float,
}

/// The row's part of one body: J = −ρ [n | s], and M⁻¹Jᵀ, what a unit of its impulse changes.
#[derive(Clone, Copy, Default)]
struct Stretch {
    n: Vector,
    s: Float,
    change: Velocity<Float>,
}

#[derive(Clone, Copy)]
pub(crate) struct Known {
    ends: [End; 2],
    ratio: Float,
    length: Float,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    stretches: [Stretch; 2],
    hold: Hold,
}

impl End {
    #[inline]
    fn at(&self, pose: &Pose<Float>, last: Vector) -> (Stretch, Float) {
        let r = self.anchor.rotated(pose);
        let d = Vector { x: pose.x - self.ground.x + r.x, y: pose.y - self.ground.y + r.y };
        let (n, length) = d.direction(last);
        let s = r.cross(n);
        let change = Velocity { x: self.pull * n.x, y: self.pull * n.y, angular: self.turn * s };
        (Stretch { n, s, change }, length)
    }
}

impl Stretch {
    #[inline]
    fn rate(&self, v: &Velocity<Float>) -> Float {
        self.n.x * v.x + self.n.y * v.y + self.s * v.angular
    }

    /// −K/ρ of the body.
    #[inline]
    fn minus_k(&self, end: &End) -> Float {
        end.pull + self.change.angular * self.s
    }

    #[inline]
    fn apply(&self, impulse: Float, v: &mut Velocity<Float>) {
        v.x += self.change.x * impulse;
        v.y += self.change.y * impulse;
        v.angular += self.change.angular * impulse;
    }
}

#[inline]
fn apply(kept: &Kept, impulse: Float, [a, b]: &mut [Velocity<Float>; 2]) {
    kept.stretches[0].apply(impulse, a);
    kept.stretches[1].apply(impulse, b);
}

impl ByHand for GroundPulleyJoint {
    type Known = Known;
    type Kept = Kept;

    fn sample(dice: &mut Dice) -> Self {
        Self {
            ground_a: dice.vector(3.0),
            ground_b: dice.vector(3.0),
            local_anchor_a: dice.vector(1.0),
            local_anchor_b: dice.vector(1.0),
            ratio: dice.between(0.5, 2.0),
            length: dice.between(1.0, 5.0),
        }
    }

    fn known(&self, [a, b]: &[MassProperties<Float>; 2]) -> Known {
        let ratio = number(self.ratio);
        let end = |ground, anchor, body: &MassProperties<Float>, ratio: Float| End {
            ground: Vector::from_world(ground),
            anchor: Vector::from_world(anchor),
            pull: -ratio * body.inverse_mass,
            turn: -ratio * body.inverse_inertia,
        };
        let ends = [end(self.ground_a, self.local_anchor_a, a, ratio), end(self.ground_b, self.local_anchor_b, b, 1.0)];
        Known { ends, ratio, length: number(self.length) }
    }

    #[inline]
    fn prepare(known: &Known, [a, b]: &[Pose<Float>; 2], _: &Step<Float>, kept: &mut Kept) {
        let (first, length_a) = known.ends[0].at(a, kept.stretches[0].n);
        let (second, length_b) = known.ends[1].at(b, kept.stretches[1].n);
        let k = -(known.ratio * first.minus_k(&known.ends[0]) + second.minus_k(&known.ends[1]));
        let missing = known.ratio * length_a + length_b - known.length;
        *kept = Kept { stretches: [first, second], hold: Hold { missing, inverse_k: recip(k) } };
    }

    #[inline]
    fn warm_start(_: &Known, kept: &Kept, impulses: &[Float; 1], velocities: &mut [Velocity<Float>; 2]) {
        apply(kept, impulses[0], velocities);
    }

    #[inline]
    fn solve(
        known: &Known,
        kept: &Kept,
        pass: &Pass<Float>,
        impulses: &mut [Float; 1],
        velocities: &mut [Velocity<Float>; 2],
    ) {
        // −V
        let shrinking = known.ratio * kept.stretches[0].rate(&velocities[0]) + kept.stretches[1].rate(&velocities[1]);
        let change = pass.mass_scale * kept.hold.inverse_k * (shrinking + pass.bias_rate * kept.hold.missing)
            - pass.impulse_scale * impulses[0];
        impulses[0] += change;
        apply(kept, change, velocities);
    }
}
