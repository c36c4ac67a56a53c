//! The world's motion converges to the exact motion as its step shrinks, at the orders that its integrator promises.
//!
//! The mechanisms, their exact motion and what is measured are the tour's; `tests/oracles/README.md` says where the exact
//! motion comes from.

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

use mechanism::{Result, Run};

/// Symplectic Euler, with soft joints: the motion is of first order. Between two runs of which one has half the step of the
/// other, the measured order differs from 1 by a term in h, and by chance, as the largest error moves to another sample.
const MOTION: std::ops::Range<f64> = 0.85..1.15;
/// How far a joint is pulled apart in a substep, the next one takes back: h² times an acceleration.
const JOINTS: std::ops::Range<f64> = 1.9..2.1;

/// Where a scene is measured, and what it has to reach.
struct Claim {
    /// s.
    horizon: f64,
    /// The coarsest and the finest number of substeps. With fewer the error is not yet proportional to the step, with more
    /// it is `f32`'s rounding.
    substeps: [u32; 2],
    /// The largest state error at the finest, m, rad, m/s, rad/s: a quarter above what was measured.
    state_error: f64,
}

impl Claim {
    fn check(&self, run: impl Fn(u32) -> Result<Run>) -> Result<()> {
        let [coarsest, finest] = self.substeps;
        let substeps = std::iter::successors(Some(coarsest), |n| Some(2 * n)).take_while(|&n| n <= finest);
        let runs = substeps.map(run).collect::<Result<Vec<_>>>()?;
        for (coarse, fine) in runs.iter().zip(&runs[1..]) {
            let order = |error: fn(&Run) -> f64| (error(coarse) / error(fine)).log2();
            let (motion, joints) = (order(Run::largest_state_error), order(Run::largest_joint_error));
            println!("{} to {} substeps: orders {motion:.2} and {joints:.2}", coarse.substeps, fine.substeps);
            assert!(MOTION.contains(&motion), "{} to {} substeps: order {motion}", coarse.substeps, fine.substeps);
            assert!(JOINTS.contains(&joints), "{} to {} substeps: order {joints}", coarse.substeps, fine.substeps);
        }
        let error = runs[runs.len() - 1].largest_state_error();
        println!("error {error:.2e} at {finest} substeps");
        assert!(error < self.state_error, "{error} at {finest} substeps");
        Ok(())
    }

    fn check_scene(&self, title: &str) -> Result<()> {
        let scenes = scenes::all()?;
        let scene = scenes.iter().find(|scene| scene.title == title).ok_or("no such scene")?;
        self.check(|substeps| scene.run(substeps, self.horizon))
    }
}

#[test]
fn a_pendulum() -> Result<()> {
    Claim { horizon: 10.0, substeps: [8, 64], state_error: 1.1e-3 }.check_scene("Pendulum")
}

#[test]
fn a_double_pendulum() -> Result<()> {
    Claim { horizon: 10.0, substeps: [8, 64], state_error: 3.8e-3 }.check_scene("Double pendulum")
}

/// For a second. Over all five, few substeps lag so far behind that the error is not yet proportional to the step.
#[test]
fn a_cart_with_a_pendulum() -> Result<()> {
    Claim { horizon: 1.0, substeps: [8, 64], state_error: 3.0e-3 }.check_scene("Cart and pendulum")
}

/// Until the crank is whirled round at 10 rad/s, where the smallest lag is a large error.
#[test]
fn a_four_bar_linkage() -> Result<()> {
    Claim { horizon: 1.0, substeps: [8, 64], state_error: 3.3e-3 }.check_scene("Four-bar linkage")
}

#[test]
fn an_atwood_machine() -> Result<()> {
    Claim { horizon: 5.0, substeps: [8, 64], state_error: 6.1e-4 }.check_scene("Atwood machine")
}

#[test]
fn a_gear_pair() -> Result<()> {
    Claim { horizon: 8.0, substeps: [8, 64], state_error: 5.7e-5 }.check_scene("Gear pair")
}

/// A joint of one's own is as good as one of the catalogue. Later the turning wire throws the bead about, and errors grow.
#[test]
fn a_bead_on_a_wire() -> Result<()> {
    let motion = bead_motion::exact();
    let horizon = 4.0;
    Claim { horizon, substeps: [8, 64], state_error: 7.6e-3 }
        .check(|substeps| bead_motion::run(substeps, &motion, horizon))
}
