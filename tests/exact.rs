//! The world's motion converges to the exact motion as its step shrinks, at the order that its integrator promises.
//!
//! The mechanisms, their exact motion and what is measured are the tour's; where the exact motion comes from, see
//! `tests/oracles/README.md`.

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

/// What a scene has to reach.
struct Claim {
    /// How long it runs, s. Beyond it a chaotic mechanism amplifies its error, and a long run in f32 its rounding.
    horizon: f64,
    /// The coarsest and the finest number of substeps.
    substeps: [u32; 2],
    /// The largest state error at the finest: m, rad, m/s, rad/s.
    state_error: f64,
}

/// The integrator (semi-implicit Euler, soft constraints) is of first order.
fn converges(claim: &Claim, run: impl Fn(u32) -> Result<Run>) -> Result<()> {
    let [coarsest, finest] = claim.substeps;
    let substeps = std::iter::successors(Some(coarsest), |n| Some(2 * n)).take_while(|&n| n <= finest);
    let runs = substeps.map(run).collect::<Result<Vec<_>>>()?;
    for pair in runs.windows(2) {
        let (coarse, fine) = (&pair[0], &pair[1]);
        let order = (coarse.largest_state_error() / fine.largest_state_error()).log2();
        eprintln!("{:4} {:.3e} {order:.3} | {:.2e} | {:.2e}", fine.substeps, fine.largest_state_error(), fine.largest_joint_error(), fine.largest_energy_drift());
        assert!(order > 0.85, "{} to {} substeps: order {order}", coarse.substeps, fine.substeps);
    }
    let error = runs[runs.len() - 1].largest_state_error();
    assert!(error < claim.state_error, "{error} at {finest} substeps");
    Ok(())
}
