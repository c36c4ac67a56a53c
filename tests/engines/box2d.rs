//! Box2D v3: the six joints that it has, by the generated mathematics in `f32`.
//!
//! Box2D writes the formulas of its joints out by hand, 3,800 lines of C with comments that derive them. Here a stepper
//! does what Box2D does around those formulas (sub-steps, order, softness, clamps), and every C, V, J, K and Jᵀλ in it is one
//! that the attribute generated from a closure. It gives the places, the velocities and the joints' forces that Box2D
//! gave, up to rounding, in all recorded steps. What rounding may do is measured, see `rounding`.
//!
//! So that the comparison is known to have teeth, each generated row is also spoiled in turn, and has to be found out.

#[path = "box2d/colors.rs"]
mod colors;
#[path = "box2d/engine.rs"]
mod engine;
#[path = "box2d/float.rs"]
mod float;
#[path = "box2d/generated.rs"]
mod generated;
#[path = "box2d/hinges.rs"]
mod hinges;
#[path = "box2d/parameters.rs"]
mod parameters;
#[path = "box2d/replay.rs"]
mod replay;
#[path = "box2d/rounding.rs"]
mod rounding;
#[path = "box2d/slides.rs"]
mod slides;
#[path = "box2d/solve.rs"]
mod solve;

use std::collections::BTreeMap;
use std::env;

use crate::oracle::{self, Run};
use engine::anatomy;
use float::Noise;
use generated::{Fault, Part};
use replay::{at_recorded_steps, recorded, replay};
use rounding::{bounds, excess};

#[test]
fn the_generated_joints_move_as_in_box2d() {
    let (mut compared, mut moments) = (0, 0);
    for run in oracle::runs("box2d") {
        let own = replay::<f32>(&run, None, Noise::NONE);
        let bounds = bounds(&run, &own);
        let (excess, moment, kind) = excess(&at_recorded_steps(&run, &own), &recorded(&run), &bounds);
        let (step, kind) = (run.steps[moment], ["place", "velocity", "force"][kind]);
        println!("{}: {excess:.2} of the bound in {kind} at step {step}, {} moments", run.id, bounds.len());
        assert!(excess <= 1.0, "{}: {excess} times the bound in {kind} at step {step}", run.id);
        let early = run.steps.iter().filter(|&&step| step <= 10).count();
        assert!(bounds.len() >= early, "{}: rounding hides the motion from step {}", run.id, run.steps[bounds.len()]);
        compared += bounds.len();
        moments += run.steps.len();
    }
    assert!(compared * 10 >= moments * 9, "only {compared} of {moments} moments were compared");
}

/// One row of one function is wrong by a tenth: some recording must be missed by ten times the bound. All rows of all joints
/// are tried, so all of them are proven by the recordings; only for the project's own is that known.
#[test]
fn a_fault_in_any_generated_row_is_found_out() {
    if env::var_os("ORACLES_DIR").is_some() {
        return;
    }
    let mut worst = BTreeMap::new();
    for run in oracle::runs("box2d").iter().filter(|run| run.iterations <= 4) {
        let faults: Vec<_> =
            faults(run).into_iter().filter(|(name, _)| worst.get(name).is_none_or(|it| *it < 10.0)).collect();
        if faults.is_empty() {
            continue;
        }
        let (real, own) = (recorded(run), replay::<f32>(run, None, Noise::NONE));
        let bounds = bounds(run, &own);
        for (name, fault) in faults {
            let spoiled = at_recorded_steps(run, &replay::<f32>(run, Some(fault), Noise::NONE));
            let (excess, ..) = excess(&spoiled, &real, &bounds);
            let worst = worst.entry(name).or_insert(excess);
            *worst = worst.max(excess);
        }
    }
    let hidden: Vec<_> = worst.iter().filter(|(_, excess)| **excess < 10.0).collect();
    assert!(hidden.is_empty(), "{hidden:#?}");
}

/// The faults that a run may find out, by what is spoiled: in scenes with one type of joint.
fn faults(run: &Run) -> Vec<((&'static str, usize, Part), Fault)> {
    let (name, rows) = anatomy(&run.joints[0]);
    if run.joints.iter().any(|joint| anatomy(joint).0 != name) {
        return Vec::new();
    }
    let parts = (0..rows).flat_map(|row| Part::ALL.map(|part| (row, part)));
    let used = parts.filter(|&(row, part)| part != Part::Position || !is_rate(name, row));
    used.map(|(row, part)| ((name, row, part), Fault { part, row, factor: 1.1 })).collect()
}

/// Whether a row holds a rate, and C of it is nobody's concern.
fn is_rate(name: &str, row: usize) -> bool {
    match name {
        "RevoluteJoint" | "PrismaticJoint" | "StrutJoint" => row == 1,
        "WheelJoint" => row == 0,
        "DriveJoint" => [1, 4, 5].contains(&row),
        _ => false,
    }
}
