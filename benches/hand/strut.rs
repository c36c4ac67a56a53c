use constraint_core::joints::StrutJoint;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::axis::Axis;
use super::spring::{Pull, Spring};
use super::stop::{Limits, Stop};
use super::{ByHand, Cap, Dice, Local, Masses, number};
use crate::Float;

#[derive(Clone, Copy)]
pub(crate) struct Known {
    anchors: [Local; 2],
    length: Float,
    spring: Spring,
    motor_speed: Float,
    force: Cap,
    limits: Limits,
    masses: Masses,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    axis: Axis,
    k: Float,
    inverse_k: Float,
    pull: Pull,
    cap: Cap,
    stop: Stop,
}

impl ByHand for StrutJoint {
    type Known = Known;
    type Kept = Kept;

    fn sample(dice: &mut Dice) -> Self {
        let lower = dice.between(0.5, 3.0);
        Self {
            local_anchor_a: dice.vector(1.0),
            local_anchor_b: dice.vector(1.0),
            length: dice.between(0.0, 3.0),
            spring: dice.softness(),
            motor_speed: dice.between(-3.0, 3.0),
            max_motor_force: dice.between(1.0, 100.0),
            lower,
            upper: lower + dice.between(0.0, 1.0),
        }
    }

    fn known(&self, masses: &[MassProperties<Float>; 2]) -> Known {
        Known {
            anchors: [Local::from_world(self.local_anchor_a), Local::from_world(self.local_anchor_b)],
            length: number(self.length),
            spring: Spring::new(self.spring),
            motor_speed: number(self.motor_speed),
            force: Cap::of(self.max_motor_force),
            limits: Limits::new(self.lower, self.upper),
            masses: Masses::new(masses),
        }
    }

    #[inline(always)]
    fn prepare(known: &Known, [a, b]: &[Pose<Float>; 2], step: &Step<Float>, kept: &mut Kept) {
        let length = kept.axis.set_between(known.anchors, 1.0, &known.masses, a, b);
        kept.k = kept.axis.k(known.masses.m);
        (kept.pull, kept.inverse_k) = known.spring.row(step.h, kept.k, known.length - length);
        kept.cap = known.force.during(step.h);
        kept.stop.set(&known.limits, length, step.inverse_h);
    }

    #[inline(always)]
    fn warm_start(_: &Known, kept: &Kept, impulses: &[Float; 3], [a, b]: &mut [Velocity<Float>; 2]) {
        kept.axis.apply(impulses[0] + impulses[1] + impulses[2], a, b);
    }

    #[inline(always)]
    fn solve(
        known: &Known,
        kept: &Kept,
        pass: &Pass<Float>,
        impulses: &mut [Float; 3],
        [a, b]: &mut [Velocity<Float>; 2],
    ) {
        // One row three times: its rate is followed, and the bodies get what is left of the three changes.
        let rate = kept.axis.rate(a, b);
        let pulled = kept.pull.change(rate, impulses[0], pass);
        impulses[0] += pulled;

        let rate = rate + kept.k * pulled;
        let impulse = kept.cap.hold(impulses[1] + kept.inverse_k * (known.motor_speed - rate));
        let driven = impulse - impulses[1];
        impulses[1] = impulse;

        let free_rate = rate + kept.k * (driven - impulses[2]);
        let impulse = kept.stop.impulse(free_rate, kept.inverse_k, pass);
        let stopped = impulse - impulses[2];
        impulses[2] = impulse;

        kept.axis.apply(pulled + driven + stopped, a, b);
    }
}
