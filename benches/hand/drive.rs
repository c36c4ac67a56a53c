use constraint_core::joints::DriveJoint;
use constraint_core::{MassProperties, Pass, Pose, Step, Velocity};

use super::pin::{Anchors, Ease, Pin, Symmetric};
use super::spring::{Pull, Spring};
use super::turn::lacks;
use super::{ByHand, Cap, Dice, FAR, Masses, Vector, no_longer, number, recip, smaller};
use crate::Float;

#[derive(Clone, Copy)]
pub(crate) struct Known {
    anchors: Anchors,
    ease: Ease,
    reference_angle: Float,
    angular_spring: Spring,
    spring_cap: Cap,
    angular_velocity: Float,
    motor_cap: Cap,
    linear_spring: Spring,
    max_spring_force: Float,
    linear_velocity: Vector,
    max_velocity_force: Float,
    masses: Masses,
    k: Float,
    inverse_k: Float,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    pin: Pin,
    k: Symmetric,
    by_torque: Vector,
    inverse_k: Symmetric,
    angular: Pull,
    linear: Pull,
    place: Vector,
    spring_cap: Cap,
    motor_cap: Cap,
    max_spring_force: Float,
    max_velocity_force: Float,
    missing_angle_at_start: Float,
}

impl ByHand for DriveJoint {
    type Known = Known;
    type Kept = Kept;

    fn sample(dice: &mut Dice) -> Self {
        Self {
            local_anchor_a: dice.vector(1.0),
            local_anchor_b: dice.vector(1.0),
            reference_angle: dice.between(-2.0, 2.0),
            angular_spring: dice.softness(),
            max_spring_torque: dice.between(1.0, 1000.0),
            angular_velocity: dice.between(-3.0, 3.0),
            max_velocity_torque: dice.between(1.0, 1000.0),
            linear_spring: dice.softness(),
            max_spring_force: dice.between(1.0, 1000.0),
            linear_velocity: dice.vector(3.0),
            max_velocity_force: dice.between(1.0, 1000.0),
        }
    }

    fn known(&self, masses: &[MassProperties<Float>; 2]) -> Known {
        let finite = |force| smaller(number(force), FAR);
        let (anchors, masses) = (Anchors::new(self.local_anchor_a, self.local_anchor_b), Masses::new(masses));
        let k = masses.i_b - masses.minus_i_a;
        Known {
            anchors,
            ease: Ease::new(&anchors, &masses),
            reference_angle: number(self.reference_angle),
            angular_spring: Spring::new(self.angular_spring),
            spring_cap: Cap::of(self.max_spring_torque),
            angular_velocity: number(self.angular_velocity),
            motor_cap: Cap::of(self.max_velocity_torque),
            linear_spring: Spring::new(self.linear_spring),
            max_spring_force: finite(self.max_spring_force),
            linear_velocity: Vector::from_world(self.linear_velocity),
            max_velocity_force: finite(self.max_velocity_force),
            masses,
            k,
            inverse_k: recip(k),
        }
    }

    fn begin(known: &Known, &[a, b]: &[f64; 2], kept: &mut Kept) {
        kept.missing_angle_at_start = lacks(known.reference_angle, b - a);
    }

    #[inline(always)]
    fn prepare(known: &Known, poses: &[Pose<Float>; 2], step: &Step<Float>, kept: &mut Kept) {
        let missing;
        (kept.pin, missing) = known.anchors.at(&known.masses, poses);
        let k = known.ease.k(&kept.pin);
        (kept.k, kept.inverse_k) = (k.scaled(known.ease.size), known.ease.inverse(&k));
        kept.by_torque = kept.pin.missing_by_torque();
        let missing_angle = kept.missing_angle_at_start - (poses[1].angle - poses[0].angle);
        kept.angular = known.angular_spring.shares(step.h).on_row(known.inverse_k, missing_angle);
        kept.linear = known.linear_spring.shares(step.h);
        kept.place = Vector { x: kept.linear.place * missing.x, y: kept.linear.place * missing.y };
        kept.spring_cap = known.spring_cap.during(step.h);
        kept.motor_cap = known.motor_cap.during(step.h);
        kept.max_spring_force = step.h * known.max_spring_force;
        kept.max_velocity_force = step.h * known.max_velocity_force;
    }

    #[inline(always)]
    fn warm_start(known: &Known, kept: &Kept, impulses: &[Float; 6], velocities: &mut [Velocity<Float>; 2]) {
        let &[spring, motor, x_spring, y_spring, x, y] = impulses;
        let (pin, p, torque) = (&kept.pin, Vector { x: x_spring + x, y: y_spring + y }, spring + motor);
        pin.apply_with(&known.masses, p, torque, velocities);
    }

    #[inline(always)]
    fn solve(
        known: &Known,
        kept: &Kept,
        pass: &Pass<Float>,
        impulses: &mut [Float; 6],
        velocities: &mut [Velocity<Float>; 2],
    ) {
        // One row twice: its rate is followed, and the bodies get the sum of the two changes.
        let [spring, motor, x_spring, y_spring, x, y] = *impulses;
        let rate = velocities[1].angular - velocities[0].angular;
        let new_spring = kept.spring_cap.hold(spring + kept.angular.change(rate, spring, pass));
        let rate = rate + known.k * (new_spring - spring);
        let missing = known.angular_velocity - rate;
        let new_motor = kept.motor_cap.hold(motor + known.inverse_k * missing);
        let torque = (new_spring - spring) + (new_motor - motor);

        // So is −V of the anchors, which that torque changes, and then the spring.
        let (missing, by_torque, share) = (kept.pin.missing_rate(velocities), kept.by_torque, kept.linear.rate);
        let missing = Vector { x: missing.x + by_torque.x * torque, y: missing.y + by_torque.y * torque };
        let p =
            kept.inverse_k.times(Vector { x: kept.place.x + share * missing.x, y: kept.place.y + share * missing.y });
        let pulled = Vector {
            x: x_spring + pass.spring_scale * (p.x - kept.linear.back * x_spring),
            y: y_spring + pass.spring_scale * (p.y - kept.linear.back * y_spring),
        };
        let pulled = no_longer(pulled, kept.max_spring_force);
        let change = Vector { x: pulled.x - x_spring, y: pulled.y - y_spring };

        let (taken, aim) = (kept.k.times(change), known.linear_velocity);
        let p = kept.inverse_k.times(Vector { x: aim.x + (missing.x - taken.x), y: aim.y + (missing.y - taken.y) });
        let driven = no_longer(Vector { x: x + p.x, y: y + p.y }, kept.max_velocity_force);
        let change = Vector { x: change.x + (driven.x - x), y: change.y + (driven.y - y) };
        kept.pin.apply_with(&known.masses, change, torque, velocities);
        *impulses = [new_spring, new_motor, pulled.x, pulled.y, driven.x, driven.y];
    }
}
