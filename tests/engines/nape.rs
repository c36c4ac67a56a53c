//! Nape, 300 steps of each recorded run, reproduced by the generated C, V, J, K and Jᵀλ in the engine's own order.
//!
//! What is written here by hand is the engine's: when it looks, in which order it solves, its softness, biases, clamps and
//! slops. No Jacobian, no effective mass and no constraint is.
//!
//! **No run is left out.** What the engine does wrong is a rule of the engine like the others, and stands where it acts: a
//! line with equal limits holds one side (`Builtin::is_one_sided`), its large errors are shifted along a wrong y
//! (`position::shift_line`), and the factor of a user constraint's K lacks terms (`solve::faulty_cholesky`). Listings of the
//! papers that the engine ran as printed differ from what is derived by which velocity they put into V and by a weight
//! (`user::Listing`), and so are run, too.
//!
//! **The measure.** A deviation of a position, an angle, a velocity, an angular velocity or an impulse is divided by the
//! largest value that this quantity had so far in the recorded run, of any body or component, but by 1 of its unit at least
//! (the engine's units of length are pixels). Angles count whole turns.
//!
//! **Scenes that amplify rounding.** Some double every error in every step: what any other arithmetic makes of them is another
//! run. So where a run that is not the project's own deviates, it is stepped again beside twins that are off by some
//! roundings more in every step. It may be farther from the recorded run where its twins are as far from it; once they have
//! lost it, nothing is left to compare. The project's own runs are held to 1e-9 to their end.

#[path = "nape/body.rs"]
mod body;
#[path = "nape/builtin.rs"]
mod builtin;
#[path = "nape/derived.rs"]
mod derived;
#[path = "nape/joint.rs"]
mod joint;
#[path = "nape/joints.rs"]
mod joints;
#[path = "nape/measure.rs"]
mod measure;
#[path = "nape/position.rs"]
mod position;
#[path = "nape/solve.rs"]
mod solve;
#[path = "nape/space.rs"]
mod space;
#[path = "nape/user.rs"]
mod user;

use std::collections::BTreeMap;

use crate::oracle::{self, Run};
use measure::{Measure, numbers};
use space::Space;

const TOLERANCE: f64 = 1e-9;
const TWINS: u32 = 3;
/// What so few twins may miss of the ways in which rounding goes.
const MARGIN: f64 = 30.0;
/// How far a twin is away when a comparison says nothing any more.
const LOST: f64 = 1e-2;

#[test]
fn nape_is_reproduced() {
    let mut worst = BTreeMap::<String, f64>::new();
    let mut failures = Vec::new();
    for run in oracle::runs("nape") {
        let mut outcome = compare(&run, 0);
        if matches!(outcome, Outcome::Different { .. }) && !oracle::is_own() {
            outcome = compare(&run, TWINS);
        }
        match outcome {
            Outcome::Same { deviation } => {
                let of_joint = worst.entry(run.joint.clone()).or_default();
                *of_joint = of_joint.max(deviation);
            }
            Outcome::Amplified { step } => println!("{}: from step {step} on as near as rounding lets it be", run.id),
            Outcome::Different { step, deviation } => failures.push(format!("{}: {deviation:e} at {step}", run.id)),
        }
    }
    for (joint, deviation) in worst {
        println!("{joint:16} {deviation:.1e}");
    }
    assert!(failures.is_empty(), "deviate by more than {TOLERANCE:e}:\n{}", failures.join("\n"));
}

enum Outcome {
    Same { deviation: f64 },
    Amplified { step: usize },
    Different { step: usize, deviation: f64 },
}

fn compare(run: &Run, twins: u32) -> Outcome {
    assert!((run.damping - 1.0).abs() < f64::EPSILON, "{}: drag is not recorded as a damping", run.id);
    let mut space = Space::new(run);
    let mut twins: Vec<_> = (0..twins).map(|twin| (Space::new(run), Nudges(twin))).collect();
    let mut measure = Measure::default();
    let (mut worst, mut growth) = (0.0_f64, 0.0_f64);
    let mut amplified = None;
    let mut done = 0;
    for (sample, (&step, states)) in run.steps.iter().zip(&run.states).enumerate() {
        while done < step {
            space.step();
            for (twin, nudges) in &mut twins {
                twin.nudge(|| nudges.next());
                twin.step();
            }
            done += 1;
        }
        let lambda = run.lambda.get(sample);
        let theirs = numbers(states.iter().copied(), lambda.into_iter().flatten().map(Vec::as_slice));
        let mut ours = space.numbers(&run.state_bodies);
        if lambda.is_none() {
            ours.truncate(theirs.len());
        }
        measure.extend(&theirs);
        for (twin, _) in &twins {
            let mut twins = twin.numbers(&run.state_bodies);
            twins.truncate(ours.len());
            growth = growth.max(measure.deviation(&ours, &twins));
        }
        let deviation = measure.deviation(&ours, &theirs);
        if deviation > TOLERANCE {
            if growth <= LOST && deviation > MARGIN * growth {
                return Outcome::Different { step, deviation };
            }
            amplified.get_or_insert(step);
        }
        worst = worst.max(deviation);
    }
    assert_eq!(done, run.total_steps, "{}: the last step is not recorded", run.id);
    amplified.map_or(Outcome::Same { deviation: worst }, |step| Outcome::Amplified { step })
}

/// Some roundings up or down, in no order.
struct Nudges(u32);

impl Nudges {
    const ROUNDINGS: f64 = 32.0;

    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let roundings = if self.0 >> 31 == 0 { Self::ROUNDINGS } else { -Self::ROUNDINGS };
        1.0 + roundings * f64::EPSILON
    }
}
