//! Measured orders, and state errors at steps of 1/60 s, beside the exact motion of the tour's mechanisms.

use constraint_core::{Order, Scalar, Stepping};

use crate::mechanism::{DT, Result, scalar};
use crate::scenes;

/// The largest state error (m, rad, m/s, rad/s) and joint error (m, rad) of a scene over its first seconds.
fn errors(title: &str, order: Order, parts: u32, horizon: f64) -> Result<[f64; 2]> {
    let scenes = scenes::all()?;
    let scene = scenes.iter().find(|scene| scene.title == title).ok_or("no such scene")?;
    let mut mechanism = scene.build(4)?;
    mechanism.world.set_stepping(Stepping::Direct { order })?;
    mechanism.world.set_energy_guard(false);
    let (mut frame, mut error, mut apart) = (0, 0.0_f64, 0.0_f64);
    let motion = &scene.oracle.motion;
    for (&t, exact) in motion.t.iter().zip(&motion.states).take_while(|(t, _)| **t <= horizon + 0.5 * DT) {
        while DT * f64::from(frame) + 0.5 * DT < t {
            for _ in 0..parts {
                mechanism.world.step(scalar(DT / f64::from(parts)))?;
            }
            apart = apart.max(mechanism.joint_error()?);
            frame += 1;
        }
        for (ours, exact) in mechanism.states()?.iter().flatten().zip(exact.iter().flatten()) {
            error = error.max((ours - exact).abs());
        }
    }
    Ok([error, apart])
}

const IS_DOUBLE: bool = size_of::<Scalar>() == 8;

/// The largest state error of one step of order four, of order two, and the horizon over which both are compared, s. A tenth above what was
/// measured in `f64`.
const SCENES: [(&str, f64, f64, f64); 6] = [
    ("Pendulum", 5.7e-7, 1.4e-2, 10.0),
    ("Double pendulum", 3.7e-5, 1.2e-1, 5.0),
    ("Cart and pendulum", 1.9e-5, 4.2e-2, 5.0),
    ("Four-bar linkage", 1.6e-4, 1.3e-1, 5.0),
    ("Atwood machine", 7.5e-6, 6.9e-2, 5.0),
    ("Gear pair", 2.7e-10, 6.7e-5, 8.0),
];

#[test]
fn one_step_a_frame_is_as_exact_as_stated() -> Result<()> {
    for (title, fourth, second, horizon) in SCENES {
        let [of_second, apart] = errors(title, Order::Two, 1, horizon)?;
        let [of_fourth, apart_fourth] = errors(title, Order::Four, 1, horizon)?;
        println!("{title}: {of_second:.2e}, {of_fourth:.2e}; joints {apart:.1e}, {apart_fourth:.1e}");
        if IS_DOUBLE {
            assert!(of_second < second, "{title}: {of_second}");
            assert!(of_fourth < fourth, "{title}: {of_fourth}");
            assert!(apart.max(apart_fourth) < 1e-7, "{title}: joints {apart}, {apart_fourth}");
        }
    }
    Ok(())
}

#[test]
fn the_error_falls_with_the_second_and_the_fourth_power() -> Result<()> {
    if !IS_DOUBLE {
        return Ok(());
    }
    for (title, _, _, horizon) in SCENES {
        for (order, expected) in [(Order::Two, 2.0), (Order::Four, 4.0)] {
            let [coarse, fine] = [1, 2].map(|parts| errors(title, order, parts, horizon.min(2.0)));
            let (coarse, fine) = (coarse?[0], fine?[0]);
            let measured = (coarse / fine).log2();
            println!("{title}: order {measured:.2} for {expected}");
            // The largest error moves to another sample as steps shrink. Errors below 1e-11 are those of the recorded motion.
            assert!((measured - expected).abs() < 0.1 || fine < 1e-11, "{title}: order {measured} for {expected}");
        }
    }
    Ok(())
}
