use constraint_core::joints::RevoluteJoint;
use constraint_core::{MassProperties, Pass, Pose, Real, Step, Velocity};

use super::pin::{Anchors, Ease, Pinned};
use super::spring::{Pull, Spring};
use super::stop::{Limits, Stop};
use super::turn::lacks;
use super::{ByHand, Cap, Dice, Masses, Vector, number, recip};
use crate::Float;

#[derive(Clone, Copy)]
pub(crate) struct Known {
    anchors: Anchors,
    ease: Ease,
    reference_angle: Float,
    target_angle: Float,
    spring: Spring,
    motor_speed: Float,
    force: Cap,
    limits: Limits,
    masses: Masses,
    k: Float,
    inverse_k: Float,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    pinned: Pinned,
    by_torque: Vector,
    missing_at_start: Float,
    limits: Limits,
    pull: Pull,
    cap: Cap,
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
        let (anchors, masses) = (Anchors::new(self.local_anchor_a, self.local_anchor_b), Masses::new(masses));
        let k = masses.i_b - masses.minus_i_a;
        Known {
            anchors,
            ease: Ease::new(&anchors, &masses),
            reference_angle: number(self.reference_angle),
            target_angle: number(self.target_angle),
            spring: Spring::new(self.spring),
            motor_speed: number(self.motor_speed),
            force: Cap::of(self.max_motor_torque),
            limits: Limits::new(self.lower, self.upper),
            masses,
            k,
            inverse_k: recip(k),
        }
    }

    fn begin(known: &Known, &[a, b]: &[f64; 2], kept: &mut Kept) {
        let angle = b - a - known.reference_angle.double();
        kept.missing_at_start = lacks(known.target_angle, angle);
        kept.limits = known.limits.after(angle);
    }

    #[inline(always)]
    fn prepare(known: &Known, poses: &[Pose<Float>; 2], step: &Step<Float>, kept: &mut Kept) {
        let angle = poses[1].angle - poses[0].angle;
        kept.pinned.set(&known.anchors, &known.ease, &known.masses, poses);
        kept.by_torque = kept.pinned.pin.missing_by_torque();
        kept.pull = known.spring.shares(step.h).on_row(known.inverse_k, kept.missing_at_start - angle);
        kept.cap = known.force.during(step.h);
        kept.stop.set(&kept.limits, angle, step.inverse_h);
    }

    #[inline(always)]
    fn warm_start(known: &Known, kept: &Kept, impulses: &[Float; 5], velocities: &mut [Velocity<Float>; 2]) {
        let &[spring, motor, stop, x, y] = impulses;
        let (pin, p, torque) = (&kept.pinned.pin, Vector { x, y }, spring + motor + stop);
        pin.apply_with(&known.masses, p, torque, velocities);
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
        let [spring, motor, stop, x, y] = impulses;
        let missing = kept.pinned.pin.missing_rate(velocities);
        let rate = velocities[1].angular - velocities[0].angular;
        let pulled = kept.pull.change(rate, *spring, pass);
        let rate = rate + known.k * pulled;
        let new_motor = kept.cap.hold(*motor + known.inverse_k * (known.motor_speed - rate));
        let driven = new_motor - *motor;
        let new_stop = kept.stop.impulse(rate + known.k * (driven - *stop), known.inverse_k, pass);
        let torque = pulled + driven + (new_stop - *stop);
        *spring += pulled;
        (*motor, *stop) = (new_motor, new_stop);
        velocities[0].angular += known.masses.minus_i_a * torque;
        velocities[1].angular += known.masses.i_b * torque;

        let missing = Vector { x: missing.x + kept.by_torque.x * torque, y: missing.y + kept.by_torque.y * torque };
        kept.pinned.solve(&known.masses, pass, missing, [x, y], velocities);
    }
}
