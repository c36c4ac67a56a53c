//! Rows that are not mere positions, against closed forms: a skate, which holds a velocity that no position gives, and a
//! crank, which follows the time.

#![allow(clippy::useless_conversion)] // not with the feature `f64` off

use constraint_core::prelude::*;

/// A blade that glides along itself and never across: the row is a velocity, and no function of place has it for a rate.
#[constraint(|skate| (skate.rotation.inverse() * skate.linear_velocity).y)]
#[derive(Clone, Copy, Debug)]
struct Blade {}

/// A crank turned by a clock: `speed * t`, and a swing of `swing * sin(pace * t)` on top of it.
#[constraint(|crank, t: Time| crank.angle - self.speed * t - self.swing * (self.pace * t).sin())]
#[derive(Clone, Copy, Debug)]
struct Clockwork {
    speed: Scalar,
    swing: Scalar,
    pace: Scalar,
}

const DT: Scalar = 1.0 / 60.0;

/// The largest distance of a spinning skate on a slope from where it ought to be, over two seconds.
///
/// Released without speed, with its blade along the slope and turning at ω, it moves down by g sin²(ωt)/(2ω²) and drifts
/// across by g (ωt − ½ sin 2ωt)/(2ω²): it never gets further down than g/(2ω²).
fn skate_error(substeps: u32) -> Result<f64, constraint_core::Error> {
    let (g, omega) = (3.0, 2.0);
    let mut world = World::new();
    world.set_gravity(Vec2::new(3.0, 0.0))?;
    world.set_substeps(substeps)?;
    let skate = world.add_body(Body::dynamic(70.0, 2.0).spinning(2.0))?;
    world.add_joint([skate], Blade {})?;
    let mut worst: f64 = 0.0;
    for _ in 0..120 {
        world.step(DT)?;
        let turn = omega * world.time();
        let down = g * turn.sin().powi(2) / (2.0 * omega * omega);
        let across = g * (turn - 0.5 * (2.0 * turn).sin()) / (2.0 * omega * omega);
        let at = world.body(skate)?.position();
        worst = worst.max((f64::from(at.x) - down).hypot(f64::from(at.y) - across));
    }
    Ok(worst)
}

#[test]
fn a_skate_on_a_slope_drifts_across_it() -> Result<(), constraint_core::Error> {
    let errors = [4, 8, 16].map(skate_error);
    let [coarse, middle, fine] = errors;
    let (coarse, middle, fine) = (coarse?, middle?, fine?);
    // First order: half the substep, half the error. The path is 1.5 m long.
    for ratio in [coarse / middle, middle / fine] {
        assert!((1.8..2.2).contains(&ratio), "{coarse} {middle} {fine}");
    }
    assert!(fine < 5e-3, "{fine}");
    Ok(())
}

#[test]
fn a_blade_does_no_work_and_never_slips() -> Result<(), constraint_core::Error> {
    let mut world = World::new();
    world.set_gravity(Vec2::ZERO)?;
    let body = Body::dynamic(2.0, 0.1).moving(Vec2::new(1.5, 0.0)).spinning(3.0);
    let skate = world.add_body(body)?;
    let blade = world.add_joint([skate], Blade {})?;
    for _ in 0..600 {
        world.step(DT)?;
        let state = world.body(skate)?.state();
        let slip = (state.rotation.inverse() * state.linear_velocity).y;
        // The last thing that a substep does is to hold the row: what is left is rounding of the velocity.
        assert!(slip.abs() < 1e-5, "{slip}");
        // It has no position to be wrong.
        assert!(world.position_error(blade)?[0].abs() < Scalar::MIN_POSITIVE);
    }
    Ok(())
}

/// The largest lag of a crank behind its clock, over three seconds from the first half of one on.
fn lag(clockwork: Clockwork, substeps: u32) -> Result<f64, constraint_core::Error> {
    let mut world = World::new();
    world.set_substeps(substeps)?;
    // It starts at the speed of its clock.
    let start = clockwork.speed + clockwork.swing * clockwork.pace;
    let crank = world.add_body(Body::dynamic(1.0, 0.2).spinning(start))?;
    let joint = world.add_joint([crank], clockwork)?;
    let mut worst: f64 = 0.0;
    for step in 0..180 {
        world.step(DT)?;
        if step >= 30 {
            worst = worst.max(f64::from(world.position_error(joint)?[0]).abs());
        }
    }
    Ok(worst)
}

#[test]
fn a_crank_at_constant_speed_has_no_lag() -> Result<(), constraint_core::Error> {
    // ∂C/∂t is in the row's rate, so nothing is left for the correction: a few roundings of 20 rad.
    let worst = lag(Clockwork { speed: 7.0, swing: 0.0, pace: 1.0 }, 4)?;
    assert!(worst < 50.0 * f64::from(Scalar::EPSILON) * 20.0, "{worst}");
    Ok(())
}

#[test]
fn a_crank_that_swings_lags_by_the_square_of_the_substep() -> Result<(), constraint_core::Error> {
    let swinging = Clockwork { speed: 1.0, swing: 0.5, pace: 6.0 };
    let (coarse, fine) = (lag(swinging, 4)?, lag(swinging, 8)?);
    // A substep misses the clock by ½ a h², with a = swing pace² = 18 rad/s², and the correction takes back 0.28 of it.
    let h = f64::from(DT) / 4.0;
    assert!(coarse < 0.5 * 18.0 * h * h / 0.28 * 1.2, "{coarse}");
    assert!((3.4..4.6).contains(&(coarse / fine)), "{coarse} {fine}");
    Ok(())
}
