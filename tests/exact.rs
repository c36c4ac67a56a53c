//! The world's motion converges to the exact motion as its step shrinks, at the orders that its integrator promises.
//!
//! The mechanisms, their exact motion and what is measured are the tour's; `tests/oracles/README.md` says where the exact
//! motion comes from.

#![allow(unreachable_pub)] // the modules are a program's

#[path = "../examples/tour/bead.rs"]
mod bead;
#[allow(dead_code)] // the tour shows more than is asserted here
#[path = "../examples/tour/bead_motion.rs"]
mod bead_motion;
#[allow(dead_code)]
#[path = "../examples/tour/mechanism.rs"]
mod mechanism;
#[allow(dead_code)]
#[path = "../examples/tour/oracle.rs"]
mod oracle;
#[allow(dead_code)]
#[path = "../examples/tour/scenes.rs"]
mod scenes;

use std::ops::Range;

use constraint_core::Scalar;
use mechanism::{Result, Run};

/// Symplectic Euler, with soft joints: the motion is of first order. Between two runs of which one has half the step of the
/// other, the measured order differs from 1 by a term in h, and because the largest error moves to another sample.
///
/// In `f64` that term makes 0.854 of the linkage's order from 16 to 32 substeps, and half as much is missing at each half of the
/// step. `f32`'s rounding is a part of the error besides, and moves the orders of these scenes by up to 0.051 from those in
/// `f64`: the slow gear pair's from 1.003 to 1.054.
const MOTION: Range<f64> = if size_of::<Scalar>() == 4 { 0.80..1.20 } else { 0.85..1.15 };
/// How far a substep pulls a joint apart, the next one takes back: h² times an acceleration.
///
/// In `f32` that of the pendulum is 1.2e-6 m at 32 substeps, of which rounding is a tenth: its order is 1.89 for 2.01 in `f64`.
const JOINTS: Range<f64> = if size_of::<Scalar>() == 4 { 1.85..2.15 } else { 1.9..2.1 };
/// With fewer substeps the error is not yet proportional to the step: from 8 to 16 the linkage's order is 0.67.
const COARSEST: u32 = 16;
/// With more, `f32` rounds a joint's error to a few units of its last place.
const FINEST: u32 = if size_of::<Scalar>() == 4 { 32 } else { 128 };

/// Checks the orders of a scene, and that its largest state error (m, rad, m/s, rad/s) at 32 substeps stays below
/// `state_error`, a tenth above what was measured in `f64`; with more substeps, that it is less in proportion.
fn converges(state_error: f64, run: impl Fn(u32) -> Result<Run>) -> Result<()> {
    let substeps = std::iter::successors(Some(COARSEST), |n| Some(2 * n)).take_while(|&n| n <= FINEST);
    let runs = substeps.map(run).collect::<Result<Vec<_>>>()?;
    for (coarse, fine) in runs.iter().zip(&runs[1..]) {
        let order = |error: fn(&Run) -> f64| (error(coarse) / error(fine)).log2();
        let (motion, joints) = (order(Run::largest_state_error), order(Run::largest_joint_error));
        println!("{} to {} substeps: orders {motion:.3} and {joints:.3}", coarse.substeps, fine.substeps);
        assert!(MOTION.contains(&motion), "{} to {} substeps: order {motion}", coarse.substeps, fine.substeps);
        assert!(JOINTS.contains(&joints), "{} to {} substeps: order {joints}", coarse.substeps, fine.substeps);
    }
    let error = runs[runs.len() - 1].largest_state_error() * f64::from(FINEST) / 32.0;
    println!("state error {error:.3e}");
    assert!(error < state_error, "state error {error} in proportion to 32 substeps");
    Ok(())
}

/// The same of a scene of the tour, for its first `horizon` seconds.
fn scene_converges(title: &str, horizon: f64, state_error: f64) -> Result<()> {
    let scenes = scenes::all()?;
    let scene = scenes.iter().find(|scene| scene.title == title).ok_or("no such scene")?;
    converges(state_error, |substeps| scene.run(substeps, horizon))
}

#[test]
fn a_pendulum() -> Result<()> {
    scene_converges("Pendulum", 10.0, 1.9e-3)
}

#[test]
fn a_double_pendulum() -> Result<()> {
    scene_converges("Double pendulum", 5.0, 6.1e-3)
}

/// For a second. Over all five, few substeps lag so far behind that the error is not yet proportional to the step.
#[test]
fn a_cart_with_a_pendulum() -> Result<()> {
    scene_converges("Cart and pendulum", 1.0, 5.4e-3)
}

/// Until the crank is whirled round at 10 rad/s, where the smallest lag is a large error.
#[test]
fn a_four_bar_linkage() -> Result<()> {
    scene_converges("Four-bar linkage", 1.0, 5.7e-3)
}

#[test]
fn an_atwood_machine() -> Result<()> {
    scene_converges("Atwood machine", 5.0, 1.1e-3)
}

/// For half its time: it moves so slowly that over all eight seconds `f32`'s rounding is a tenth of the error.
#[test]
fn a_gear_pair() -> Result<()> {
    scene_converges("Gear pair", 4.0, 1.0e-4)
}

/// A joint of one's own is as good as one of the catalogue. For a second: then the turning wire throws it about.
#[test]
fn a_bead_on_a_wire() -> Result<()> {
    let motion = bead_motion::exact();
    converges(4.4e-3, |substeps| bead_motion::run(substeps, &motion, 1.0))
}

/// A cam that spins freely lifts its follower by r + e (1 − cos θ), without gravity. Energy is an integral: with I of the cam, m of the
/// follower and E the energy, ω² = 2E/(I + m e² sin² θ), wherever the cam has come to.
///
/// The profile is a spline through 72 points of it, so that it is wrong by 5/384 e (2π/72)⁴ = 4e-8 m. ω of the world lags by a substep
/// of it: of first order in h, as all motion is here.
#[test]
#[allow(clippy::useless_conversion)] // not with the feature `f64` off
fn a_cam_lifts_its_follower_and_keeps_its_energy() -> Result<()> {
    use constraint_core::prelude::*;

    #[constraint(|frame, cam, follower| {
        let d = follower.position - cam.position;
        (d.y - self.profile.at(cam.angle - frame.angle), d.x)
    })]
    #[derive(Clone, Debug)]
    struct Cam {
        profile: Curve,
    }

    const RADIUS: f64 = 0.5;
    const LIFT: f64 = 0.2;
    const INERTIA: f64 = 0.05;
    const MASS: f64 = 2.0;
    const SPIN: f64 = 2.0;
    #[allow(clippy::cast_possible_truncation)] // the world's scalar
    let of = |value: f64| value as Scalar;
    let point = |number: u8| {
        let angle = f64::from(number) * std::f64::consts::TAU / 72.0;
        (of(angle), of(RADIUS + LIFT * (1.0 - angle.cos())))
    };
    let mut last: Option<(f64, f64)> = None;
    for substeps in [16, 32] {
        let mut world = World::new();
        world.set_gravity(Vec2::ZERO)?;
        world.set_substeps(substeps)?;
        let frame = world.add_body(Body::fixed())?;
        let cam = world.add_body(Body::dynamic(1.0, of(INERTIA)).spinning(of(SPIN)))?;
        let follower = world.add_body(Body::dynamic(of(MASS), 1.0).at(Vec2::new(0.0, of(RADIUS))))?;
        let (local_anchor_a, local_anchor_b) = (Vec2::ZERO, Vec2::ZERO);
        world.add_joint([frame, cam], constraint_core::joints::PivotJoint { local_anchor_a, local_anchor_b })?;
        world.add_joint([frame, cam, follower], Cam { profile: Curve::spline((0..72).map(point), Ends::Turn)? })?;
        let (mut of_spin, mut of_place) = (0.0_f64, 0.0_f64);
        for _ in 0..240 {
            world.step(1.0 / 60.0)?;
            let (angle, spin) = (f64::from(world.body(cam)?.angle()), f64::from(world.body(cam)?.angular_velocity()));
            let exact = SPIN * (INERTIA / (INERTIA + MASS * (LIFT * angle.sin()).powi(2))).sqrt();
            of_spin = of_spin.max((spin - exact).abs());
            let place = f64::from(world.body(follower)?.position().y);
            of_place = of_place.max((place - RADIUS - LIFT * (1.0 - angle.cos())).abs());
        }
        println!("{substeps} substeps: {of_spin:.3e} rad/s, {of_place:.3e} m");
        if let Some((spin, place)) = last {
            let (motion, joint) = ((spin / of_spin).log2(), (place / of_place).log2());
            println!("orders {motion:.3} and {joint:.3}");
            assert!(MOTION.contains(&motion), "order {motion}");
            assert!(JOINTS.contains(&joint), "order {joint}");
        }
        // A tenth above what was measured at 16 substeps.
        assert!(of_spin < 5.6e-4 && of_place < 2.2e-6, "{of_spin}, {of_place}");
        last = Some((of_spin, of_place));
    }
    Ok(())
}
