//! Reads recorded trajectories: files of the schema `peers-v1`, which `tests/oracles/README.md` describes.
//!
//! The files come from the folder in the environment variable `ORACLES_DIR`, by default `tests/oracles`. They are chosen by
//! what is in them: a folder may hold several files of an engine, or none of it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value};

const SCHEMA: &str = "peers-v1";

/// A trajectory as an engine stepped it, and all that is needed to step it again.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Run {
    pub(crate) id: String,
    /// The joint that the scene is about; there may be others in it.
    pub(crate) joint: String,
    /// Length of a step, s.
    pub(crate) dt: f64,
    pub(crate) iterations: usize,
    #[serde(default)]
    pub(crate) position_iterations: usize,
    pub(crate) total_steps: usize,
    pub(crate) gravity: [f64; 2],
    /// What is left of a velocity after a second, as the engine has it.
    pub(crate) damping: f64,
    pub(crate) bodies: Vec<Body>,
    pub(crate) joints: Vec<Joint>,
    /// The order in which the engine goes through the joints, where that is not the order they are listed in.
    pub(crate) solve_order: Option<Vec<usize>>,
    /// Which of the bodies `states` shows.
    pub(crate) state_bodies: Vec<usize>,
    /// The steps after which `states` and `lambda` were recorded; step 0 is the beginning.
    pub(crate) steps: Vec<usize>,
    /// x, y, angle and their rates: of each recorded step, of each of the `state_bodies`.
    pub(crate) states: Vec<Vec<[f64; 6]>>,
    /// What each joint gave: of each recorded step, of each joint, each component. Empty if it was not recorded.
    #[serde(default)]
    pub(crate) lambda: Vec<Vec<Vec<f64>>>,
}

/// What moves a body.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Dynamic,
    Kinematic,
    Static,
}

/// A body at the beginning of a run.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Body {
    #[serde(rename = "type")]
    pub(crate) kind: Kind,
    /// `None` for infinite.
    pub(crate) mass: Option<f64>,
    /// `None` for infinite.
    pub(crate) inertia: Option<f64>,
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) angle: f64,
    pub(crate) vx: f64,
    pub(crate) vy: f64,
    pub(crate) w: f64,
}

impl Body {
    /// 1/mass: zero unless the body is dynamic.
    pub(crate) fn inverse_mass(&self) -> f64 {
        self.inverse(self.mass)
    }

    /// 1/inertia: zero unless the body is dynamic.
    pub(crate) fn inverse_inertia(&self) -> f64 {
        self.inverse(self.inertia)
    }

    fn inverse(&self, quantity: Option<f64>) -> f64 {
        if self.kind == Kind::Dynamic { quantity.map_or(0.0, f64::recip) } else { 0.0 }
    }
}

/// A joint with its parameters under the names that its engine gives them.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Joint {
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) a: usize,
    pub(crate) b: usize,
    pub(crate) c: Option<usize>,
    pub(crate) d: Option<usize>,
    #[serde(flatten)]
    parameters: Map<String, Value>,
}

impl Joint {
    /// Whether the file gives the parameter, `null` included.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.parameters.contains_key(name)
    }

    /// A parameter that has to be there.
    pub(crate) fn number(&self, name: &str) -> f64 {
        let value = self.get(name);
        number(value).unwrap_or_else(|| panic!("{}: `{name}` is no number: {value}", self.kind))
    }

    /// An upper bound: infinite if it is `null`, or not there.
    pub(crate) fn upper(&self, name: &str) -> f64 {
        self.bound(name, f64::INFINITY)
    }

    /// A lower bound: minus infinity if it is `null`, or not there.
    pub(crate) fn lower(&self, name: &str) -> f64 {
        self.bound(name, f64::NEG_INFINITY)
    }

    fn bound(&self, name: &str, none: f64) -> f64 {
        match self.parameters.get(name) {
            None | Some(Value::Null) => none,
            Some(_) => self.number(name),
        }
    }

    /// A switch that has to be there.
    pub(crate) fn flag(&self, name: &str) -> bool {
        let value = self.get(name);
        value.as_bool().unwrap_or_else(|| panic!("{}: `{name}` is neither true nor false: {value}", self.kind))
    }

    /// A vector or a frame that has to be there.
    pub(crate) fn numbers<const N: usize>(&self, name: &str) -> [f64; N] {
        let value = self.get(name);
        value
            .as_array()
            .and_then(|items| items.iter().map(number).collect::<Option<Vec<_>>>())
            .and_then(|items| items.try_into().ok())
            .unwrap_or_else(|| panic!("{}: `{name}` is not made of {N} numbers: {value}", self.kind))
    }

    fn get(&self, name: &str) -> &Value {
        self.parameters.get(name).unwrap_or_else(|| panic!("{} has no `{name}`", self.kind))
    }
}

/// A number, or the name of what JSON has no number for.
fn number(value: &Value) -> Option<f64> {
    match value {
        Value::String(name) => name.parse().ok(), // "inf" and "-inf" among them
        _ => value.as_f64(),
    }
}

const FOLDER: &str = "ORACLES_DIR";

/// Whether the runs are the project's own.
pub(crate) fn is_own() -> bool {
    env::var_os(FOLDER).is_none()
}

/// Every run of `engine` in the folder. The project's own folder has to have some.
pub(crate) fn runs(engine: &str) -> Vec<Run> {
    let own = || Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracles");
    let folder = env::var_os(FOLDER).map_or_else(own, PathBuf::from);
    let runs: Vec<_> = json_files(&folder).iter().flat_map(|file| runs_of_file(file, engine)).collect();
    assert!(!is_own() || !runs.is_empty(), "no run of {engine} in {}", folder.display());
    runs
}

/// Sorted, so that the order of the runs is the same everywhere.
fn json_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("an entry of the folder can be read").path());
    let mut files: Vec<_> = paths.filter(|path| path.extension().is_some_and(|it| it == "json")).collect();
    files.sort();
    files
}

fn runs_of_file(file: &Path, engine: &str) -> Vec<Run> {
    let refuse = |error: &dyn std::error::Error| -> ! { panic!("{}: {error}", file.display()) };
    let text = fs::read_to_string(file).unwrap_or_else(|error| refuse(&error));
    let mut content: Value = serde_json::from_str(&text).unwrap_or_else(|error| refuse(&error));
    if content["schema"] != SCHEMA || content["engine"] != engine {
        return Vec::new();
    }
    serde_json::from_value(content["runs"].take()).unwrap_or_else(|error| refuse(&error))
}
