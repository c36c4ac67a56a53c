//! A tour: a joint of one's own, mechanisms beside their exact motion, and a page that shows both.
//!
//! `cargo run --release --example tour`, and open the page that it names at the end. The joint is in `bead.rs`.

#![allow(unreachable_pub)] // in a program, `pub` says what the other modules use

mod bead;
mod bead_motion;
mod mechanism;
mod oracle;
mod page;
mod scenes;
mod table;

use constraint_core::Constraint;
use indicatif::{ProgressBar, ProgressStyle};

use bead::BeadOnWire;
use mechanism::{DT, Result, Run};
use oracle::{Connection, MassAndInertia, Motion};
use scenes::Scene;

/// The substeps that the table and the page show.
const SHOWN: [u32; 3] = [4, 16, 64];
/// The substeps of the convergence plot, the shown ones among them.
const ALL: [u32; 9] = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/// A mechanism and its runs.
struct Exhibit {
    title: &'static str,
    bodies: Vec<MassAndInertia>,
    connections: Vec<Connection>,
    motion: Motion,
    /// One for each of [`ALL`].
    runs: Vec<Run>,
}

fn main() -> Result<()> {
    println!("A bead on an elliptical wire, derived from the closure in examples/tour/bead.rs:\n");
    println!("{}\n", BeadOnWire::DERIVATION.trim_end());

    let scenes = scenes::all()?;
    let bead_motion = bead_motion::exact();
    let progress = progress_bar(&scenes)?;
    let mut exhibits = vec![Exhibit {
        title: "Bead on a wire",
        runs: record(&progress, |substeps| bead_motion::run(substeps, &bead_motion, f64::INFINITY))?,
        bodies: vec![bead_motion::WIRE, bead_motion::BEAD],
        connections: Vec::new(),
        motion: bead_motion,
    }];
    for scene in scenes {
        exhibits.push(Exhibit {
            title: scene.title,
            runs: record(&progress, |substeps| scene.run(substeps, f64::INFINITY))?,
            bodies: scene.oracle.bodies,
            connections: scene.oracle.constraints,
            motion: scene.oracle.motion,
        });
    }
    progress.finish_and_clear();

    println!("{}", table::render(&exhibits));
    println!("Open this page: {}", page::write(&exhibits)?.display());
    Ok(())
}

/// The runs of a scene, finer and finer.
fn record(progress: &ProgressBar, run: impl Fn(u32) -> Result<Run>) -> Result<Vec<Run>> {
    let at = |substeps| {
        let run = run(substeps)?;
        progress.inc(u64::from(substeps) * run.frames.len() as u64);
        Ok(run)
    };
    ALL.into_iter().map(at).collect()
}

/// A bar over all substeps of all runs.
fn progress_bar(scenes: &[Scene]) -> Result<ProgressBar> {
    let seconds: f64 = bead_motion::DURATION + scenes.iter().map(|scene| scene.oracle.duration).sum::<f64>();
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // thousands of frames
    let frames = (seconds / DT) as u64;
    let bar = ProgressBar::new(frames * ALL.iter().map(|&substeps| u64::from(substeps)).sum::<u64>());
    Ok(bar.with_style(ProgressStyle::with_template("{bar:40} {percent:>3} % of {len} substeps")?))
}

impl Exhibit {
    /// The runs of [`SHOWN`].
    fn shown(&self) -> impl Iterator<Item = &Run> {
        self.runs.iter().filter(|run| SHOWN.contains(&run.substeps))
    }

    /// The largest error of a run's energy, as a share of the greatest kinetic energy.
    fn energy_drift(&self, run: &Run) -> f64 {
        run.largest_energy_drift() / self.motion.peak_kinetic_energy(&self.bodies)
    }
}

/// The power of the step with which the error went down from one run to a finer one.
fn order(coarse: &Run, fine: &Run) -> f64 {
    let steps = f64::from(fine.substeps) / f64::from(coarse.substeps);
    (coarse.largest_state_error() / fine.largest_state_error()).ln() / steps.ln()
}
