//! The generated joints, driven as Chipmunk2D drives its own, reproduce Chipmunk2D.
//!
//! Chipmunk has ten joints, each with a normal, a mass and an impulse that its author derived by hand. Here C, V, J, K and
//! Jᵀλ are those that the attribute generated for a joint of the catalogue; written by hand is only what an engine adds to
//! a joint: the order of a step, how an error becomes a bias, how far an impulse reaches.
//!
//! | Chipmunk | joint here | what is not C, V, J or K |
//! |---|---|---|
//! | pin, slide | [`DistanceJoint`](constraint_core::joints::DistanceJoint) | a slide joint only pulls at its maximum, only pushes at its minimum |
//! | pivot | [`PivotJoint`](constraint_core::joints::PivotJoint) | |
//! | groove | [`LineJoint`](constraint_core::joints::LineJoint), which finds where on the groove, and a pivot there | what part of the impulse the groove bears |
//! | damped spring | [`DampedSpring`](constraint_core::joints::DampedSpring) | the spring's law |
//! | damped rotary spring | [`DampedRotarySpring`](constraint_core::joints::DampedRotarySpring) | the spring's law |
//! | rotary limit, gear | [`AngleJoint`](constraint_core::joints::AngleJoint) | |
//! | ratchet | [`RatchetJoint`](constraint_core::joints::RatchetJoint) | when the tooth moves on |
//! | simple motor | [`MotorJoint`](constraint_core::joints::MotorJoint) | |
//!
//! No run is left out.

#[path = "chipmunk/clamp.rs"]
mod clamp;
#[path = "chipmunk/deviation.rs"]
mod deviation;
#[path = "chipmunk/pair.rs"]
mod pair;
#[path = "chipmunk/point.rs"]
mod point;
#[path = "chipmunk/row.rs"]
mod row;
#[path = "chipmunk/space.rs"]
mod space;
#[path = "chipmunk/spring.rs"]
mod spring;
#[path = "chipmunk/trajectory.rs"]
mod trajectory;

use std::collections::BTreeMap;

use crate::oracle::{self, Run};
use deviation::{Deviation, Measure};
use trajectory::Trajectory;

/// How far a trajectory may be from the recorded one, as [`Measure`] has it.
const TOLERANCE: f64 = 1e-9;

/// How far a trajectory is from itself, begun some roundings away, when a comparison says nothing any more.
const LOST: f64 = 1e-2;

/// What the few ways in which a run is begun some roundings away may miss of the ways in which rounding goes.
const MARGIN: f64 = 10.0;

#[test]
fn generated_joints_are_those_of_chipmunk() {
    let mut worst = BTreeMap::<_, Deviation>::new();
    let mut amplified = Vec::new();
    let mut failures = Vec::new();
    for run in oracle::runs("chipmunk") {
        let deviations = Comparison::of(&run);
        let largest = deviations.largest();
        let list = if largest.is_within(&Deviation::both(TOLERANCE)) {
            worst.entry(run.joint.clone()).or_default().include(&largest);
            continue;
        } else if !oracle::is_own() && deviations.is_rounding(&run) {
            &mut amplified
        } else {
            &mut failures
        };
        list.push(format!("{}: {largest}", run.id));
    }
    for (joint, deviation) in &worst {
        println!("{joint:20} {deviation}");
    }
    for run in &amplified {
        println!("no farther than rounding takes it: {run}");
    }
    assert!(failures.is_empty(), "farther from Chipmunk than {TOLERANCE:e}:\n{}", failures.join("\n"));
}

/// A run stepped again beside the recorded one.
struct Comparison {
    measure: Measure,
    ours: Trajectory,
    /// Up to each recorded step.
    deviations: Vec<Deviation>,
}

impl Comparison {
    fn of(run: &Run) -> Self {
        let recorded = Trajectory::recorded(run);
        let measure = Measure::new(run, &recorded);
        let ours = Trajectory::stepped(run);
        let deviations = measure.between(&recorded, &ours);
        Self { measure, ours, deviations }
    }

    fn largest(&self) -> Deviation {
        self.deviations.last().copied().unwrap_or_default()
    }

    /// Whether rounding explains the deviation: whether our own trajectory, begun some roundings away, is as far from itself
    /// at every step at which there is anything left to compare.
    ///
    /// There are scenes that amplify every rounding until nothing is left of the trajectory: links that whip, an impact
    /// that falls into one step or the next. None of the project's own is among them, to which this is not granted.
    fn is_rounding(&self, run: &Run) -> bool {
        let mut growth = vec![Deviation::default(); self.deviations.len()];
        for nudged in trajectory::nudged(run) {
            let drift = self.measure.between(&self.ours, &Trajectory::stepped(&nudged));
            growth.iter_mut().zip(&drift).for_each(|(growth, drift)| growth.include(drift));
        }
        self.deviations.iter().zip(&growth).take_while(|(_, growth)| growth.is_within(&Deviation::both(LOST))).all(
            |(deviation, growth)| {
                let mut allowed = growth.times(MARGIN);
                allowed.include(&Deviation::both(TOLERANCE));
                deviation.is_within(&allowed)
            },
        )
    }
}
