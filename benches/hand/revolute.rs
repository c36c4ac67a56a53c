use constraint_core::joints::RevoluteJoint;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::pin::{Anchors, Ease, Pinned, push};
use super::spring::{Pull, Spring};
use super::stop::{Limits, Stop};
use super::{ByHand, Dice, FAR, Masses, Vector, number, recip, smaller, within};
use crate::Float;

/// The angles count from the reference.
#[derive(Clone, Copy)]
pub(crate) struct Known {
    anchors: Anchors,
    ease: Ease,
    target_angle: Float,
    spring: Spring,
    motor_speed: Float,
    max_motor_torque: Float,
    limits: Limits,
    masses: Masses,
    k: Float,
    inverse_k: Float,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    pinned: Pinned,
    pull: Pull,
    max_impulse: Float,
    stop: Stop,
}

impl ByHand for RevoluteJoint {
    type Known = Known;
    type Kept = Kept;

    fn sample(dice: &mut Dice) -> Self {
        let lower = dice.between(-2.0, 2.0);
        Self {
            local_anchor_a: dice.vector(1.0),
            local_anchor_b: dice.vector(1.0),
            reference_angle: dice.between(-2.0, 2.0),
            target_angle: dice.between(-2.0, 2.0),
            spring: dice.softness(),
            motor_speed: dice.between(-3.0, 3.0),
            max_motor_torque: dice.between(1.0, 100.0),
            lower,
            upper: lower + dice.between(0.0, 1.0),
        }
    }

    fn known(&self, masses: &[MassProperties<Float>; 2]) -> Known {
        let reference = number(self.reference_angle);
        let (anchors, masses) = (Anchors::new(self.local_anchor_a, self.local_anchor_b), Masses::new(masses));
        let k = masses.i_b - masses.minus_i_a;
        Known {
            anchors,
            ease: Ease::new(&anchors, &masses),
            target_angle: reference + number(self.target_angle),
            spring: Spring::new(self.spring),
            motor_speed: number(self.motor_speed),
            max_motor_torque: smaller(number(self.max_motor_torque), FAR),
            limits: Limits::new(self.lower, self.upper).shifted(reference),
            masses,
            k,
            inverse_k: recip(k),
        }
    }

    #[inline(always)]
    fn prepare(known: &Known, poses: &[Pose<Float>; 2], step: &Step<Float>, kept: &mut Kept) {
        let angle = poses[1].angle - poses[0].angle;
        kept.pinned.set(&known.anchors, &known.ease, poses);
        kept.pull = known.spring.shares(step.h).on_row(known.inverse_k, known.target_angle - angle);
        kept.max_impulse = step.h * known.max_motor_torque;
        kept.stop.set(&known.limits, angle, step.inverse_h);
    }

    #[inline(always)]
    fn warm_start(known: &Known, kept: &Kept, impulses: &[Float; 5], velocities: &mut [Velocity<Float>; 2]) {
        let &[spring, motor, stop, x, y] = impulses;
        let (pin, p, torque) = (&kept.pinned.pin, Vector { x, y }, spring + motor + stop);
        push(&known.masses, p, [pin.r_a.cross(p) + torque, pin.r_b.cross(p) + torque], velocities);
    }

    #[inline(always)]
    fn solve(
        known: &Known,
        kept: &Kept,
        pass: &Pass<Float>,
        impulses: &mut [Float; 5],
        velocities: &mut [Velocity<Float>; 2],
    ) {
        // One row three times: its rate is followed, and the bodies get the sum of the three changes.
        let [spring, motor, stop, x, y] = *impulses;
        let rate = velocities[1].angular - velocities[0].angular;
        let pulled = kept.pull.change(rate, spring, pass);
        let rate = rate + known.k * pulled;
        let new_motor = within(motor + known.inverse_k * (known.motor_speed - rate), kept.max_impulse);
        let driven = new_motor - motor;
        let new_stop = kept.stop.impulse(rate + known.k * (driven - stop), known.inverse_k, pass);
        let torque = pulled + driven + (new_stop - stop);
        velocities[0].angular += known.masses.minus_i_a * torque;
        velocities[1].angular += known.masses.i_b * torque;

        let [x, y] = kept.pinned.solve(&known.masses, pass, [x, y], velocities);
        *impulses = [spring + pulled, new_motor, new_stop, x, y];
    }
}
