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

impl Stretch {
    /// Sets the direction from the ground to the rope's end, and says how far it is. Where it is none, the last one holds.
    #[inline]
    fn set(&mut self, end: &End, pose: &Pose<Float>) -> Float {
        let r = end.anchor.rotated(pose);
        let d = Vector { x: pose.x - end.ground.x + r.x, y: pose.y - end.ground.y + r.y };
        let (n, length) = d.direction(self.n);
        (self.n, self.s) = (n, r.cross(n));
        self.change = Velocity { x: end.pull * n.x, y: end.pull * n.y, angular: end.turn * self.s };
        length
    }

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
        let [first, second] = &mut kept.stretches;
        let [end_a, end_b] = &known.ends;
        let length = known.ratio * first.set(end_a, a) + second.set(end_b, b);
        let k = -(known.ratio * first.minus_k(end_a) + second.minus_k(end_b));
        kept.hold.missing = length - known.length;
        kept.hold.inverse_k = recip(k);
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
