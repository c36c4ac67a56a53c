//! The exact motions of `tests/oracles/`, as they stand in the files. Their schema is described there.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A point or a direction in a file.
pub type Pair = [f64; 2];
/// A body's state: x, y, angle, vx, vy, w.
pub type State = [f64; 6];

/// One file: a mechanism and its exact motion.
#[derive(Deserialize)]
pub struct Oracle {
    pub duration: f64,
    pub gravity: Pair,
    /// Constant torques, by the body's index.
    pub torques: BTreeMap<usize, f64>,
    pub bodies: Vec<MassAndInertia>,
    pub constraints: Vec<Connection>,
    #[serde(flatten)]
    pub motion: Motion,
}

/// What a mechanism does, sample by sample.
#[derive(Deserialize)]
pub struct Motion {
    /// The times of the samples, s: multiples of 1/60.
    pub t: Vec<f64>,
    /// The state of each body at each sample.
    pub states: Vec<Vec<State>>,
}

#[derive(Clone, Copy, Deserialize, Serialize)]
pub struct MassAndInertia {
    pub mass: f64,
    pub inertia: f64,
}

/// What holds the mechanism together.
#[derive(Deserialize, Serialize)]
#[serde(tag = "t", rename_all = "lowercase")]
pub enum Connection {
    Pin {
        a: Index,
        b: Index,
        aa: Pair,
        ab: Pair,
    },
    /// `tn` is normal to the line.
    Line {
        a: Index,
        b: Index,
        aa: Pair,
        ab: Pair,
        tn: Pair,
    },
    Angle {
        a: Index,
        b: Index,
        #[serde(rename = "ref")]
        reference: f64,
    },
    Gear {
        a: Index,
        b: Index,
        ratio: f64,
        phase: f64,
    },
    Pulley {
        ratio: f64,
        #[serde(rename = "L")]
        length: f64,
        seg: [(Index, Pair, Index, Pair); 2],
    },
}

/// Which body: −1 in the files is the world.
#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(from = "i64", into = "i64")]
pub enum Index {
    World,
    Body(usize),
}

impl From<i64> for Index {
    fn from(index: i64) -> Self {
        usize::try_from(index).map_or(Self::World, Self::Body)
    }
}

impl From<Index> for i64 {
    fn from(index: Index) -> Self {
        match index {
            Index::World => -1,
            Index::Body(index) => Self::try_from(index).unwrap_or(Self::MAX), // no file has that many bodies
        }
    }
}

impl Oracle {
    /// Reads the text of a file.
    pub fn read(json: &str) -> serde_json::Result<Self> {
        serde_json::from_str(json)
    }
}

impl Motion {
    /// The greatest kinetic energy in the motion, J: what an error of the energy is measured by.
    pub fn peak_kinetic_energy(&self, bodies: &[MassAndInertia]) -> f64 {
        let kinetic = |states: &Vec<State>| -> f64 {
            let one = |(body, s): (&MassAndInertia, &State)| {
                0.5 * (body.mass * (s[3] * s[3] + s[4] * s[4]) + body.inertia * s[5] * s[5])
            };
            bodies.iter().zip(states).map(one).sum()
        };
        self.states.iter().map(kinetic).fold(0.0, f64::max)
    }
}
