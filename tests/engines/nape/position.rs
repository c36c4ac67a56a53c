//! Nape's correction of positions: half of the error at a time, large errors first by shifting alone.

use super::body::Body;
use super::builtin::{Builtin, Kind};
use super::joint::{Outcome, length_squared, shorten};
use super::solve;

/// An error below it is left alone: `Config.constraintLinearSlop` and `Config.constraintAngularSlop`.
const LINEAR_SLOP: f64 = 0.1;
const ANGULAR_SLOP: f64 = 0.001;
/// How much of an error goes at a time.
const SHARE: f64 = 0.5;
/// From this square of that share on, an error is large.
const LARGE_SQUARED: f64 = 6.0;
/// Below it, two bodies are too heavy to shift (`Config.epsilon`).
const LEAST_INVERSE_MASS: f64 = 1e-8;
/// How far a pivot or a weld goes at most, by shifting and by the rest.
const LONGEST_SHIFT: f64 = 20.0;
const LONGEST: f64 = 6.0;

pub(crate) fn correct(joint: &mut Builtin, bodies: &mut [Body]) -> Outcome {
    joint.look(bodies);
    if joint.is_slack() {
        return Outcome::Holds;
    }
    let settings = &joint.base.settings;
    let mut error = joint.base.error();
    if settings.break_under_error && length_squared(&error) > settings.max_error.powi(2) {
        return Outcome::Breaks;
    }
    if is_small(joint.kind, &mut error) {
        return Outcome::Holds;
    }
    let mut error = halved(&error);
    if joint.kind != Kind::Angle && length_squared(linear(&error)) > LARGE_SQUARED && shift(joint, &error, bodies) {
        joint.look(bodies);
        error = halved(&joint.base.error());
    }
    let mut wanted: Vec<_> = error.iter().map(|error| -error).collect();
    if matches!(joint.kind, Kind::Pivot | Kind::Weld) {
        shorten(&mut wanted[..2], LONGEST);
    }
    let lambda = if joint.kind == Kind::Angle {
        solve::times(&joint.inverse, &wanted) // of the last step that was not slack
    } else {
        solve::times(&solve::inverse(&joint.base.effective_mass(bodies)).0, &wanted)
    };
    joint.base.displace(&one_sided(joint, lambda), bodies);
    Outcome::Holds
}

/// Whether nothing is left to do; the part of a weld's error that is small is dropped.
fn is_small(kind: Kind, error: &mut [f64]) -> bool {
    let linear = length_squared(linear(error)) < LINEAR_SLOP * LINEAR_SLOP;
    match kind {
        Kind::Angle => false,
        Kind::Weld => {
            let angular = error[2] * error[2] < ANGULAR_SLOP * ANGULAR_SLOP;
            if linear {
                error[..2].fill(0.0);
            } else if angular {
                error[2] = 0.0;
            }
            linear && angular
        }
        _ => linear,
    }
}

/// The rows in units of length: the first two.
fn linear(rows: &[f64]) -> &[f64] {
    &rows[..rows.len().min(2)]
}

fn halved(error: &[f64]) -> Vec<f64> {
    error.iter().map(|error| SHARE * error).collect()
}

/// Impulses that push back only.
fn one_sided(joint: &Builtin, mut lambda: Vec<f64>) -> Vec<f64> {
    for (row, lambda) in lambda.iter_mut().enumerate() {
        if joint.is_one_sided(row) {
            *lambda = lambda.min(0.0);
        }
    }
    lambda
}

/// Takes most of a large error out without turning anything. Whether it did.
fn shift(joint: &Builtin, error: &[f64], bodies: &mut [Body]) -> bool {
    let inverse_mass = joint.base.inverse_mass_of_first_two(bodies); // a pulley's too, though it shifts four
    if inverse_mass <= LEAST_INVERSE_MASS {
        return false;
    }
    let share = if joint.kind == Kind::Line { 0.8 } else { 0.75 };
    let k = share / inverse_mass;
    let mut lambda: Vec<_> = error.iter().map(|error| -k * error).collect();
    match joint.kind {
        Kind::Pivot => shorten(&mut lambda, LONGEST_SHIFT),
        Kind::Weld => {
            lambda[2] = 0.0;
            shorten(&mut lambda[..2], LONGEST_SHIFT);
        }
        Kind::Line => {
            shift_line(joint, k, error, bodies);
            return true;
        }
        _ if joint.is_one_sided(0) && lambda[0] >= 0.0 => return false,
        _ => {}
    }
    joint.base.shift(&joint.base.impulse(&lambda), bodies);
    true
}

/// The engine's fault: a line takes only x of Jᵀλ from the right λ = −k·E. Its y is that of another λ, which is here put
/// into the generated impulse: k·(s·E₀, −E₀), of the unsigned rows.
fn shift_line(joint: &Builtin, k: f64, error: &[f64], bodies: &mut [Body]) {
    let right = joint.base.impulse(&[-k * error[0], -k * error[1]]);
    let wrong = joint.base.unsigned_impulse(&[k * error[0] * joint.base.sides[1].sign, -k * error[0]]);
    let mut taken = right;
    for (taken, wrong) in taken.iter_mut().zip(&wrong) {
        taken.y = wrong.y;
    }
    joint.base.shift(&taken, bodies);
}
