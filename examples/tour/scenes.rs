//! The mechanisms whose exact motion is known, built from joints of the catalogue.

use constraint_core::joints::{AngleJoint, LineJoint, PivotJoint, PulleyJoint};
use constraint_core::prelude::*;

use crate::mechanism::{Mechanism, Result, Run, scalar, vector};
use crate::oracle::{Connection, Index, Oracle};

/// A mechanism and its exact motion.
pub struct Scene {
    pub title: &'static str,
    pub oracle: Oracle,
}

/// All of `tests/oracles/`, the simplest first.
pub fn all() -> Result<Vec<Scene>> {
    macro_rules! scenes {
        ($($title:literal: $file:literal),* $(,)?) => {
            vec![$(Scene {
                title: $title,
                oracle: Oracle::read(include_str!(concat!("../../tests/oracles/exact_", $file, ".json")))?,
            }),*]
        };
    }
    Ok(scenes! {
        "Pendulum": "rigid_pendulum_offcentre",
        "Double pendulum": "double_pendulum",
        "Cart and pendulum": "tilted_prismatic_cart_pendulum",
        "Four-bar linkage": "four_bar_linkage",
        "Atwood machine": "atwood_ratio2",
        "Gear pair": "gear_pair_torque",
    })
}

impl Scene {
    /// The mechanism at time zero.
    pub fn build(&self, substeps: u32) -> Result<Mechanism> {
        let oracle = &self.oracle;
        let mut mechanism = Mechanism::new(oracle.gravity, substeps)?;
        for (&body, &state) in oracle.bodies.iter().zip(&oracle.motion.states[0]) {
            mechanism.add_body(body, state)?;
        }
        for (&body, &torque) in &oracle.torques {
            mechanism.drive(mechanism.bodies[body], torque)?;
        }
        for connection in &oracle.constraints {
            connect(&mut mechanism, connection)?;
        }
        Ok(mechanism)
    }

    /// Runs the mechanism beside its exact motion, for `horizon` seconds at most.
    pub fn run(&self, substeps: u32, horizon: f64) -> Result<Run> {
        Run::record(self.build(substeps)?, substeps, &self.oracle.motion, horizon)
    }
}

/// Which joint of the catalogue a connection of the files is.
fn connect(mechanism: &mut Mechanism, connection: &Connection) -> Result<()> {
    let (ground, bodies) = (mechanism.ground, mechanism.bodies.clone());
    let body = |index| match index {
        Index::World => ground,
        Index::Body(index) => bodies[index],
    };
    match *connection {
        Connection::Pin { a, b, aa, ab } => {
            mechanism.join([body(a), body(b)], PivotJoint { local_anchor_a: vector(aa), local_anchor_b: vector(ab) })
        }
        Connection::Line { a, b, aa, ab, tn: [x, y] } => mechanism.join(
            [body(a), body(b)],
            LineJoint {
                local_anchor_a: vector(aa),
                local_direction_a: vector([y, -x]), // a quarter turn back from the normal
                local_anchor_b: vector(ab),
                lower: Scalar::NEG_INFINITY,
                upper: Scalar::INFINITY,
            },
        ),
        Connection::Angle { a, b, reference } => geared(mechanism, [body(a), body(b)], 1.0, reference),
        Connection::Gear { a, b, ratio, phase } => geared(mechanism, [body(a), body(b)], ratio, phase),
        Connection::Pulley { ratio, length, seg: [(a, aa, b, ab), (c, ac, d, ad)] } => mechanism.join(
            [body(a), body(b), body(c), body(d)],
            PulleyJoint {
                local_anchor_a: vector(aa),
                local_anchor_b: vector(ab),
                local_anchor_c: vector(ac),
                local_anchor_d: vector(ad),
                ratio: scalar(ratio),
                lower: scalar(length),
                upper: scalar(length),
            },
        ),
    }
}

fn geared(mechanism: &mut Mechanism, bodies: [BodyId; 2], ratio: f64, angle: f64) -> Result<()> {
    mechanism.join(bodies, AngleJoint { lower: scalar(angle), upper: scalar(angle), ratio: scalar(ratio) })
}
