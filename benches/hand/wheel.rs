use constraint_core::joints::WheelJoint;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::axis::{Axis, Hold};
use super::rail::Rail;
use super::spring::{Pull, Spring};
use super::stop::{Limits, Stop};
use super::{ByHand, Cap, Dice, Masses, number, recip};
use crate::Float;

#[derive(Clone, Copy)]
pub(crate) struct Known {
    rail: Rail,
    suspension: Spring,
    motor_speed: Float,
    force: Cap,
    limits: Limits,
    masses: Masses,
    inverse_turning: Float,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    along: Axis,
    across: Axis,
    k: Float,
    inverse_k: Float,
    k_across: Float,
    k_motor_along: Float,
    k_motor_across: Float,
    cap: Cap,
    pull: Pull,
    stop: Stop,
    hold: Hold,
}

impl ByHand for WheelJoint {
    type Known = Known;
    type Kept = Kept;

    fn sample(dice: &mut Dice) -> Self {
        let lower = dice.between(-1.0, 1.0);
        Self {
            local_anchor_a: dice.vector(1.0),
            local_anchor_b: dice.vector(1.0),
            local_axis_a: dice.direction(),
            suspension: dice.softness(),
            motor_speed: dice.between(-3.0, 3.0),
            max_motor_torque: dice.between(1.0, 100.0),
            lower,
            upper: lower + dice.between(0.0, 1.0),
        }
    }

    fn known(&self, masses: &[MassProperties<Float>; 2]) -> Known {
        let rail = Rail::along(self.local_anchor_a, self.local_axis_a, self.local_anchor_b);
        Known {
            rail,
            suspension: Spring::new(self.suspension),
            motor_speed: number(self.motor_speed),
            force: Cap::of(self.max_motor_torque),
            limits: Limits::new(self.lower, self.upper).shifted(rail.along),
            masses: rail.masses(masses),
            inverse_turning: recip(masses[0].inverse_inertia + masses[1].inverse_inertia),
        }
    }

    #[inline(always)]
    fn prepare(known: &Known, poses: &[Pose<Float>; 2], step: &Step<Float>, kept: &mut Kept) {
        let place = known.rail.at(poses);
        place.lengthwise(&known.masses, &mut kept.along);
        place.crosswise(&known.masses, &mut kept.across);
        kept.k = kept.along.k(known.masses.m);
        (kept.pull, kept.inverse_k) = known.suspension.row(step.h, kept.k, known.rail.along - place.along);
        kept.cap = known.force.during(step.h);
        kept.stop.set(&known.limits, place.along, step.inverse_h);
        kept.k_across = kept.along.k_across(&kept.across);
        (kept.k_motor_along, kept.k_motor_across) = (kept.along.k_angle(), kept.across.k_angle());
        kept.hold.missing = known.rail.across + place.across;
        kept.hold.inverse_k = recip(kept.across.k(known.masses.m));
    }

    #[inline(always)]
    fn warm_start(known: &Known, kept: &Kept, impulses: &[Float; 4], [a, b]: &mut [Velocity<Float>; 2]) {
        let &[motor, spring, stop, row] = impulses;
        a.angular += known.masses.minus_i_a * motor;
        b.angular += known.masses.i_b * motor;
        kept.along.apply_both(spring + stop, &kept.across, row, a, b);
    }

    #[inline(always)]
    fn solve(
        known: &Known,
        kept: &Kept,
        pass: &Pass<Float>,
        impulses: &mut [Float; 4],
        [a, b]: &mut [Velocity<Float>; 2],
    ) {
        let [motor, spring, stop, row] = *impulses;
        // All rates are measured at once. Each follows what the rows before it change, and the bodies get the sum.
        let (rate, across) = (kept.along.rate(a, b), kept.across.rate(a, b));
        let missing = known.motor_speed + a.angular - b.angular;
        let new_motor = kept.cap.hold(motor + known.inverse_turning * missing);
        let driven = new_motor - motor;
        a.angular += known.masses.minus_i_a * driven;
        b.angular += known.masses.i_b * driven;

        let rate = rate + kept.k_motor_along * driven;
        let pulled = kept.pull.change(rate, spring, pass);
        let new_stop = kept.stop.impulse(rate + kept.k * (pulled - stop), kept.inverse_k, pass);
        let change = pulled + (new_stop - stop);

        let held = kept.hold.change(across + kept.k_motor_across * driven + kept.k_across * change, row, pass);
        kept.along.apply_both(change, &kept.across, held, a, b);
        *impulses = [new_motor, spring + pulled, new_stop, row + held];
    }
}
