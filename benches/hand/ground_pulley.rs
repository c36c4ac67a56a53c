use constraint_core::joints::GroundPulleyJoint;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::axis::{Axis, Hold};
use super::{ByHand, Dice, Local, Masses, Vector, number, recip};
use crate::Float;

/// One end of the rope.
#[derive(Clone, Copy)]
struct End {
    ground: Vector,
    anchor: Local,
    /// How much of C a metre of it is worth.
    worth: Float,
}

impl End {
    /// The body's part of J, and how far the end is from the ground. Where it is there, the last direction holds.
    #[inline(always)]
    fn at(&self, pose: &Pose<Float>, last: &Velocity<Float>) -> (Velocity<Float>, Float) {
        let r = self.anchor.rotated(pose);
        let d = Vector { x: pose.x - self.ground.x + r.x, y: pose.y - self.ground.y + r.y };
        let (n, length) = d.along(self.worth, Vector { x: last.x, y: last.y });
        (Velocity { x: n.x, y: n.y, angular: r.cross(n) }, length)
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Known {
    ends: [End; 2],
    length: Float,
    masses: Masses,
    /// The linear part of K.
    m: Float,
}

#[derive(Clone, Copy)]
pub(crate) struct Kept {
    axis: Axis,
    hold: Hold,
}

impl Default for Kept {
    fn default() -> Self {
        // Both ends pull.
        Self { axis: Axis::along(Vector { x: -1.0, y: 0.0 }), hold: Hold::default() }
    }
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

    fn known(&self, masses: &[MassProperties<Float>; 2]) -> Known {
        let ratio = number(self.ratio);
        let end = |ground, anchor, worth| End {
            ground: Vector::from_world(ground),
            anchor: Local::from_world(anchor),
            worth,
        };
        let ends = [end(self.ground_a, self.local_anchor_a, -ratio), end(self.ground_b, self.local_anchor_b, -1.0)];
        let m = ratio * ratio * masses[0].inverse_mass + masses[1].inverse_mass;
        Known { ends, length: number(self.length), masses: Masses::new(masses), m }
    }

    #[inline(always)]
    fn prepare(known: &Known, [a, b]: &[Pose<Float>; 2], _: &Step<Float>, kept: &mut Kept) {
        let [first, second] = &known.ends;
        let (row_a, length) = first.at(a, &kept.axis.row[0]);
        let (row_b, other) = second.at(b, &kept.axis.row[1]);
        kept.axis.set(&known.masses, [row_a, row_b]);
        // Both are counted with a minus.
        kept.hold.missing = other - first.worth * length - known.length;
        kept.hold.inverse_k = recip(kept.axis.k(known.m));
    }

    #[inline(always)]
    fn warm_start(_: &Known, kept: &Kept, impulses: &[Float; 1], [a, b]: &mut [Velocity<Float>; 2]) {
        kept.axis.apply(impulses[0], a, b);
    }

    #[inline(always)]
    fn solve(_: &Known, kept: &Kept, pass: &Pass<Float>, impulses: &mut [Float; 1], [a, b]: &mut [Velocity<Float>; 2]) {
        let change = kept.hold.change(kept.axis.rate(a, b), impulses[0], pass);
        impulses[0] += change;
        kept.axis.apply(change, a, b);
    }
}
