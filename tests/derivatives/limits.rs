//! Rows between limits: no impulse inside, the right sign outside, equalities where the limits meet, force as far as given.

use constraint_core::joints::{AngleJoint, DistanceJoint, MotorJoint};
use constraint_core::{Constraint, InvalidParameter, Pass, Scalar, constraint};

use crate::fast::{Run, STEP, soft_pass};
use crate::random::Random;
use crate::sample::{EXACT, Sample, State, near};
use crate::{catalogue, odd};

#[allow(clippy::useless_conversion)] // not with the feature `f64` off
fn number(value: Scalar) -> f64 {
    value.into()
}

/// The range, drawn around `c`: it lies inside, below or above.
fn range(random: &mut Random, c: f64) -> (Scalar, Scalar) {
    let (low, width) = (c + random.real(-2.0, 2.0), random.real(0.0, 2.0));
    #[allow(clippy::cast_possible_truncation, clippy::unnecessary_cast)] // f32, or f64 with the feature
    ((low - width) as Scalar, low as Scalar)
}

/// What one row at c between limits may do: reach a limit within the step, and not pass it; where it is past it already,
/// go back at the pass's rate. Its impulse is the least that brings its rate there, and none if it is there.
///
/// These are the complementarity conditions of a unilateral constraint, said without the formula that solves them.
fn complementary<J: Constraint>(sample: &Sample<J>, limited: fn(&J, Scalar, Scalar) -> J) {
    let mut met = [0; 3];
    sample.each(|joint, state, random| {
        let c = joint.position(&state.poses).as_ref()[0];
        let (lower, upper) = range(random, c);
        let joint = limited(joint, lower, upper);
        let (lower, upper) = (number(lower), number(upper));
        let bias_rate = random.real(0.0, 60.0);
        let mut run = Run::new(&joint, state);
        // What an earlier iteration did is taken back where it was too much.
        run.impulses.as_mut()[0] = random.real(-2.0, 2.0);
        run.warm_start();
        run.solve(Pass { bias_rate, ..Pass::relax() });
        let rate = joint.velocity(&state.poses, &run.velocities).as_ref()[0];
        let lambda = run.impulses.as_ref()[0];
        let least = if c < lower { bias_rate * (lower - c) } else { (lower - c) * STEP.inverse_h };
        let most = if c > upper { bias_rate * (upper - c) } else { (upper - c) * STEP.inverse_h };
        // Rates reach 1e3 where a limit is far away.
        let rounding = EXACT * (1.0 + rate.abs().max(least.abs()).max(most.abs()));
        assert!(rate >= least - rounding && rate <= most + rounding, "{}: {least} ≤ {rate} ≤ {most}", sample.name);
        if lambda > rounding {
            near("a push upwards ends at the lower limit's rate", rate, least, rounding);
            met[2] += 1;
        } else if lambda < -rounding {
            near("a push downwards ends at the upper limit's rate", rate, most, rounding);
            met[0] += 1;
        } else {
            met[1] += 1;
        }
    });
    assert!(met.iter().all(|&times| times > 10), "{}: pushes down, none and up: {met:?}", sample.name);
}

#[test]
fn limits_push_as_much_as_is_needed() {
    complementary(&catalogue::ANGLE, |joint, lower, upper| AngleJoint { lower, upper, ..*joint });
    complementary(&catalogue::DISTANCE, |joint, lower, upper| DistanceJoint { lower, upper, ..*joint });
    complementary(&catalogue::PULLEY, |joint, lower, upper| constraint_core::joints::PulleyJoint {
        lower,
        upper,
        ..*joint
    });
}

/// A limit that is passed on either side gives way by the pass's share of the mass; one that is reached within the step, and
/// not passed yet, is rigid in any pass.
fn soft_outside<J: Constraint>(sample: &Sample<J>, limited: fn(&J, Scalar, Scalar) -> J) {
    let mut met = [0; 3];
    sample.each(|joint, state, random| {
        let c = joint.position(&state.poses).as_ref()[0];
        // As near as the row comes in a step.
        let (offset, width) = (random.real(-0.02, 0.04), random.real(0.0, 0.04));
        #[allow(clippy::cast_possible_truncation, clippy::unnecessary_cast)] // f32, or f64 with the feature
        let (lower, upper) = ((c + offset - width) as Scalar, (c + offset) as Scalar);
        let joint = limited(joint, lower, upper);
        let pass = soft_pass(random);
        let impulse = |pass| {
            let mut run = Run::new(&joint, state);
            run.solve(pass);
            run.impulses.as_ref()[0]
        };
        let (soft, rigid) = (impulse(pass), impulse(Pass { mass_scale: 1.0, impulse_scale: 0.0, ..pass }));
        let side = if c < number(lower) {
            0
        } else if c > number(upper) {
            2
        } else {
            1
        };
        let share = if side == 1 { 1.0 } else { pass.mass_scale };
        // One product more or less.
        near(sample.name, soft, share * rigid, EXACT * rigid.abs());
        met[side] += usize::from(rigid != 0.0);
    });
    assert!(met.iter().all(|&times| times > 10), "{}: pushed below, inside and above: {met:?}", sample.name);
}

#[test]
fn a_limit_is_soft_where_it_is_passed() {
    soft_outside(&catalogue::ANGLE, |joint, lower, upper| AngleJoint { lower, upper, ..*joint });
    soft_outside(&catalogue::DISTANCE, |joint, lower, upper| DistanceJoint { lower, upper, ..*joint });
    soft_outside(&catalogue::PULLEY, |joint, lower, upper| constraint_core::joints::PulleyJoint {
        lower,
        upper,
        ..*joint
    });
}

/// Inside the range and far from its ends, nothing happens at all, to the bit.
#[test]
fn nothing_happens_inside() {
    catalogue::ANGLE.each(|joint, state, random| {
        let joint = AngleJoint { lower: -1e4, upper: 1e4, ..*joint };
        let mut run = Run::new(&joint, state);
        run.solve(soft_pass(random));
        near("impulse", run.impulses[0], 0.0, 0.0);
        assert_eq!(run.velocities, state.velocities);
    });
}

/// Infinite limits are none; and one infinite limit leaves the other to itself.
#[test]
fn infinite_limits_are_off() {
    catalogue::DISTANCE.each(|joint, state, random| {
        let pass = soft_pass(random);
        let solved = |lower: Scalar, upper: Scalar| {
            let joint = DistanceJoint { lower, upper, ..*joint };
            let mut run = Run::new(&joint, state);
            run.solve(pass);
            (run.impulses[0], run.velocities)
        };
        let (impulse, velocities) = solved(Scalar::NEG_INFINITY, Scalar::INFINITY);
        near("impulse", impulse, 0.0, 0.0);
        assert_eq!(velocities, state.velocities);
        // A distance is never below −1: that limit is as good as none.
        assert_eq!(solved(-1.0, 2.0), solved(Scalar::NEG_INFINITY, 2.0));
    });
}

/// Equal limits act as an equality does: two joints, one solution.
#[test]
fn equal_limits_are_an_equality() {
    #[constraint(|a, b| self.ratio * b.angle - a.angle - self.rest)]
    struct Gear {
        ratio: Scalar,
        rest: Scalar,
    }
    catalogue::ANGLE.each(|joint, state, random| {
        let rest = random.scalar(-2.0, 2.0);
        let (angle, gear) = (AngleJoint { lower: rest, upper: rest, ..*joint }, Gear { ratio: joint.ratio, rest });
        let relax = Pass { bias_rate: random.real(0.0, 60.0), ..Pass::relax() };
        for pass in [relax, soft_pass(random)] {
            let state = State { ..*state };
            let again = State { poses: state.poses, velocities: state.velocities, masses: state.masses };
            let (mut of_angle, mut of_gear) = (Run::new(&angle, &state), Run::new(&gear, &again));
            of_angle.solve(pass);
            of_gear.solve(pass);
            // The limit's way to the same impulse goes by V − Kλ: some five operations on rates of up to 1e3.
            near("impulse", of_angle.impulses[0], of_gear.impulses[0], EXACT * of_gear.impulses[0].abs().max(1.0));
        }
    });
}

/// The impulse stays within ±force·h, and is the free one where that is within.
#[test]
fn force_is_limited() {
    let mut limited = 0;
    catalogue::MOTOR.each(|joint, state, _| {
        let solved = |max_torque: Scalar| {
            let joint = MotorJoint { max_torque, ..*joint };
            let mut run = Run::new(&joint, state);
            run.solve(Pass::relax());
            run.impulses[0]
        };
        let (free, found) = (solved(Scalar::INFINITY), solved(joint.max_torque));
        let most = number(joint.max_torque) * STEP.h;
        limited += i32::from(free.abs() > most);
        near("impulse", found, free.clamp(-most, most), EXACT * free.abs());
    });
    assert!((20..180).contains(&limited), "some are limited and some are free: {limited}");
}

/// The force of a vector is limited by its length, and keeps its direction.
#[test]
fn force_of_a_vector_is_limited_by_its_length() {
    let mut limited = 0;
    odd::CLUTCH.each(|joint, state, _| {
        let solved = |force: Scalar| {
            let mut run = Run::new(&odd::Clutch { force, ..*joint }, state);
            run.solve(Pass::relax());
            run.impulses
        };
        let ([x, y], found) = (solved(Scalar::INFINITY), solved(joint.force));
        let most = number(joint.force) * STEP.h;
        let share = (most / x.hypot(y)).min(1.0);
        limited += i32::from(share < 1.0);
        near("x", found[0], share * x, EXACT * x.abs().max(1.0));
        near("y", found[1], share * y, EXACT * y.abs().max(1.0));
    });
    assert!((20..200).contains(&limited), "some are limited: {limited}");
}

/// A motor that is free to turn turns at its rate.
#[test]
fn rates_are_reached() {
    odd::BELT.each(|joint, state, random| {
        let joint = odd::Belt { force: Scalar::INFINITY, ..*joint };
        let mut run = Run::new(&joint, state);
        run.solve(soft_pass(random)); // which a motor has no regard for
        let left = joint.velocity(&state.poses, &run.velocities);
        // K of two rows is well conditioned; velocities reach 1e2.
        near("V.x", left[0], 0.0, 1e2 * EXACT);
        near("V.y", left[1], 0.0, 1e2 * EXACT);
    });
}

/// What `limits` says of each kind of row.
#[test]
fn limits_are_told() {
    let told = |lower: Scalar, upper: Scalar| {
        let joint = AngleJoint { ratio: 1.0, lower, upper };
        let limit = joint.limits::<f64>()[0];
        (limit.lower, limit.upper)
    };
    assert_eq!(told(-0.5, 2.0), (-0.5, 2.0));
    assert_eq!(told(Scalar::NEG_INFINITY, Scalar::INFINITY), (f64::NEG_INFINITY, f64::INFINITY));
    catalogue::MOTOR.each(|joint, _, _| {
        let limit = joint.limits::<f64>()[0];
        assert_eq!((limit.lower, limit.upper), (f64::NEG_INFINITY, f64::INFINITY));
    });
    catalogue::PIVOT.each(|joint, _, _| {
        assert!(joint.limits::<f64>().iter().all(|limit| (limit.lower, limit.upper) == (0.0, 0.0)));
    });
}

/// Parameters with which a joint means nothing are refused by name.
#[test]
fn wrong_parameters_are_refused() {
    let refused = |ratio: Scalar, lower: Scalar, upper: Scalar| -> Option<&'static str> {
        match (AngleJoint { ratio, lower, upper }).validate() {
            Err(InvalidParameter::Unfit { name, .. } | InvalidParameter::UnfitRange { name, .. }) => Some(name),
            _ => None,
        }
    };
    assert_eq!(refused(1.0, 0.0, 0.0), None);
    assert_eq!(refused(1.0, Scalar::NEG_INFINITY, Scalar::INFINITY), None);
    assert_eq!(refused(Scalar::NAN, 0.0, 1.0), Some("ratio"));
    assert_eq!(refused(Scalar::INFINITY, 0.0, 1.0), Some("ratio"));
    assert_eq!(refused(1.0, 1.0, 0.0), Some("lower..=upper"));
    assert_eq!(refused(1.0, Scalar::NAN, 0.0), Some("lower..=upper"));
    assert_eq!(refused(1.0, Scalar::INFINITY, Scalar::INFINITY), Some("lower..=upper"));
    let motor = MotorJoint { ratio: 1.0, rate: 1.0, max_torque: -1.0 };
    assert!(matches!(motor.validate(), Err(InvalidParameter::Unfit { name: "max_torque", .. })));
    assert!(MotorJoint { max_torque: Scalar::INFINITY, ..motor }.validate().is_ok());
}
