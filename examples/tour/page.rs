//! The page: a template with its style, its script and the data of the runs put in, so that it needs nothing else.

use std::path::{Path, PathBuf};

use constraint_core::{Constraint, Scalar};
use serde::Serialize;

use crate::bead::BeadOnWire;
use crate::mechanism::{DT, Result, Run};
use crate::oracle::{Connection, MassAndInertia, State};
use crate::{Exhibit, bead_motion, order};

const TEMPLATE: &str = include_str!("page/index.html");
const STYLE: &str = include_str!("page/style.css");
const SCRIPT: &str = include_str!("page/script.js");

/// What the script is given.
#[derive(Serialize)]
struct Data<'a> {
    scalar: &'static str,
    dt: f64,
    wire: [f64; 2],
    source: &'static str,
    derivation: &'static str,
    scenes: Vec<SceneData<'a>>,
}

#[derive(Serialize)]
struct SceneData<'a> {
    title: &'static str,
    bodies: &'a [MassAndInertia],
    connections: &'a [Connection],
    exact: Exact<'a>,
    runs: Vec<RunData>,
    convergence: Vec<Point>,
}

#[derive(Serialize)]
struct Exact<'a> {
    t: &'a [f64],
    states: Vec<Vec<Vec<f64>>>,
}

#[derive(Serialize)]
struct RunData {
    substeps: u32,
    /// x, y and angle of each body after each step.
    poses: Vec<Vec<f64>>,
    state_error: Vec<f64>,
    joint_error: Vec<f64>,
    /// As a share of the greatest kinetic energy.
    energy_drift: Vec<f64>,
    summary: Summary,
}

#[derive(Serialize)]
struct Summary {
    state_error: f64,
    order: Option<f64>,
    joint_error: f64,
    energy_drift: f64,
    step_time: f64,
}

/// A step of the solver, s, and the largest error with it.
#[derive(Serialize)]
struct Point {
    h: f64,
    error: f64,
}

/// Writes the page and says where.
pub fn write(exhibits: &[Exhibit]) -> Result<PathBuf> {
    let data = Data {
        scalar: std::any::type_name::<Scalar>(),
        dt: DT,
        wire: [bead_motion::HALF_WIDTH, bead_motion::HALF_HEIGHT],
        source: include_str!("bead.rs"),
        derivation: BeadOnWire::DERIVATION,
        scenes: exhibits.iter().map(scene).collect(),
    };
    let data = serde_json::to_string(&data)?.replace("</", "<\\/"); // nothing in it ends the script element
    let page = TEMPLATE.replace("{{style}}", STYLE).replace("{{script}}", SCRIPT).replace("{{data}}", &data);

    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../target"), PathBuf::from);
    let directory = target.join("tour");
    std::fs::create_dir_all(&directory)?;
    let path = directory.join("index.html");
    std::fs::write(&path, page)?;
    Ok(path.canonicalize()?)
}

fn scene(exhibit: &Exhibit) -> SceneData<'_> {
    let peak = exhibit.motion.peak_kinetic_energy(&exhibit.bodies);
    let mut coarser = None;
    let mut runs = Vec::new();
    for run in exhibit.shown() {
        let summary = Summary {
            state_error: figures(run.largest_state_error()),
            order: coarser.map(|coarser| figures(order(coarser, run))),
            joint_error: figures(run.largest_joint_error()),
            energy_drift: figures(exhibit.energy_drift(run)),
            step_time: figures(run.step_time),
        };
        runs.push(RunData {
            substeps: run.substeps,
            poses: run.frames.iter().map(|frame| frame.states.iter().flat_map(pose).collect()).collect(),
            state_error: run.state_error.iter().copied().map(figures).collect(),
            joint_error: run.frames.iter().map(|frame| figures(frame.joint_error)).collect(),
            energy_drift: run.frames.iter().map(|frame| figures(frame.energy_drift / peak)).collect(),
            summary,
        });
        coarser = Some(run);
    }
    let states = |bodies: &Vec<State>| bodies.iter().map(|state| state.iter().copied().map(pixel).collect()).collect();
    let point = |run: &Run| Point { h: DT / f64::from(run.substeps), error: figures(run.largest_state_error()) };
    SceneData {
        title: exhibit.title,
        bodies: &exhibit.bodies,
        connections: &exhibit.connections,
        exact: Exact { t: &exhibit.motion.t, states: exhibit.motion.states.iter().map(states).collect() },
        runs,
        convergence: exhibit.runs.iter().map(point).collect(),
    }
}

fn pose(state: &State) -> [f64; 3] {
    [state[0], state[1], state[2]].map(pixel)
}

/// As exactly as a screen shows it: a tenth of a millimetre.
fn pixel(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// Three significant figures.
fn figures(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let scale = 10_f64.powf(2.0 - value.abs().log10().floor());
    (value * scale).round() / scale
}
