use constraint_core::joints::PrismaticJoint;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::axis::Axis;
use super::rail::Rail;
use super::spring::{Pull, Spring};
use super::stop::{Limits, Stop};
use super::track::{Track, Turning};
use super::turn::lacks;
use super::{ByHand, Cap, Dice, Masses, number};
use crate::Float;

#[derive(Clone, Copy)]
pub(crate) struct Known {
    rail: Rail,
    reference_angle: Float,
    target: Float,
    spring: Spring,
    motor_speed: Float,
    force: Cap,
    limits: Limits,
    masses: Masses,
    turning: Turning,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    along: Axis,
    k: Float,
    inverse_k: Float,
    k_across: Float,
    k_angle: Float,
    pull: Pull,
    cap: Cap,
    stop: Stop,
    track: Track,
}

impl ByHand for PrismaticJoint {
    type Known = Known;
    type Kept = Kept;

    fn sample(dice: &mut Dice) -> Self {
        let lower = dice.between(-1.0, 1.0);
        Self {
            local_anchor_a: dice.vector(1.0),
            local_anchor_b: dice.vector(1.0),
            local_axis_a: dice.direction(),
            reference_angle: dice.between(-2.0, 2.0),
            target_translation: dice.between(-1.0, 1.0),
            spring: dice.softness(),
            motor_speed: dice.between(-3.0, 3.0),
            max_motor_force: dice.between(1.0, 100.0),
            lower,
            upper: lower + dice.between(0.0, 1.0),
        }
    }

    fn known(&self, masses: &[MassProperties<Float>; 2]) -> Known {
        let rail = Rail::along(self.local_anchor_a, self.local_axis_a, self.local_anchor_b);
        Known {
            rail,
            reference_angle: number(self.reference_angle),
            target: rail.along + number(self.target_translation),
            spring: Spring::new(self.spring),
            motor_speed: number(self.motor_speed),
            force: Cap::of(self.max_motor_force),
            limits: Limits::new(self.lower, self.upper).shifted(rail.along),
            masses: rail.masses(masses),
            turning: Turning::new(masses),
        }
    }

    fn begin(known: &Known, &[a, b]: &[f64; 2], kept: &mut Kept) {
        kept.track.missing_angle_at_start = lacks(known.reference_angle, b - a);
    }

    #[inline(always)]
    fn prepare(known: &Known, poses: &[Pose<Float>; 2], step: &Step<Float>, kept: &mut Kept) {
        let place = known.rail.at(poses);
        place.lengthwise(&known.masses, &mut kept.along);
        kept.k = kept.along.k(known.masses.m);
        (kept.pull, kept.inverse_k) = known.spring.row(step.h, kept.k, known.target - place.along);
        kept.cap = known.force.during(step.h);
        kept.stop.set(&known.limits, place.along, step.inverse_h);
        place.crosswise(&known.masses, &mut kept.track.axis);
        kept.track.set(&known.masses, known.turning);
        (kept.k_across, kept.k_angle) = (kept.along.k_across(&kept.track.axis), kept.along.k_angle());
        kept.track.missing = known.rail.across + place.across;
        kept.track.missing_angle = kept.track.missing_angle_at_start - (poses[1].angle - poses[0].angle);
    }

    #[inline(always)]
    fn warm_start(known: &Known, kept: &Kept, impulses: &[Float; 5], velocities: &mut [Velocity<Float>; 2]) {
        let &[spring, motor, stop, row, angle] = impulses;
        kept.track.apply(&known.masses, [row, angle], velocities);
        let [a, b] = velocities;
        kept.along.apply(spring + motor + stop, a, b);
    }

    #[inline(always)]
    fn solve(
        known: &Known,
        kept: &Kept,
        pass: &Pass<Float>,
        impulses: &mut [Float; 5],
        velocities: &mut [Velocity<Float>; 2],
    ) {
        // All rates are measured at once. Each follows what the rows before it change.
        let [spring, motor, stop, row, angle] = impulses;
        let [across, minus_turning] = kept.track.rates(velocities);
        let [a, b] = velocities;
        let rate = kept.along.rate(a, b);
        let pulled = kept.pull.change(rate, *spring, pass);
        let rate = rate + kept.k * pulled;
        let new_motor = kept.cap.hold(*motor + kept.inverse_k * (known.motor_speed - rate));
        let driven = new_motor - *motor;
        let new_stop = kept.stop.impulse(rate + kept.k * (driven - *stop), kept.inverse_k, pass);
        let change = pulled + driven + (new_stop - *stop);
        kept.along.apply(change, a, b);
        *spring += pulled;
        (*motor, *stop) = (new_motor, new_stop);

        let rates = [across + kept.k_across * change, minus_turning - kept.k_angle * change];
        [*row, *angle] = kept.track.solve(&known.masses, known.turning, pass, rates, [*row, *angle], velocities);
    }
}
